# The clock comes from a global buffer outside: its skew counts.
set_property HD.CLK_SRC BUFGCTRL_X0Y16 [get_ports clk]
