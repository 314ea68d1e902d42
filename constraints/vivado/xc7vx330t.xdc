# Clock for xc7vx330tffg1157-3. The search for the highest clock starts here.
create_clock -name clk -period 4.000 [get_ports clk]
