# Clock for xc7vx690tffg1761-2. The search for the highest clock starts here.
create_clock -name clk -period 5.000 [get_ports clk]
