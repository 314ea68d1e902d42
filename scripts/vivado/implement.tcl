# SPDX-License-Identifier: Apache-2.0
# vivado -mode batch -source implement.tcl -tclargs JOB
# JOB is a text file, one "key value" a line; curvebench fpga --target vivado writes it.
# Exit status 0 if timing is met, 1 if it is not.
source [file join [file dirname [file normalize [info script]]] flow.tcl]
exit [curvebench::main [lindex $argv 0]]
