# SPDX-License-Identifier: Apache-2.0
# Non-project flow: synthesis, placement, routing, reports, and a search for the highest clock.
# Nothing runs when this file is read; see implement.tcl.

namespace eval curvebench {

  # Lines "key value" as a dictionary of lists: source, xdc, include, generic and define repeat.
  proc read_job {file} {
    set job [dict create source {} xdc {} include {} generic {} define {} saif {} strip_path {} \
        search 0 runs 8 resolution 0.050]
    set in [open $file]
    foreach line [split [read $in] \n] {
      if {![regexp {^(\w+) (.*)$} $line -> key value]} continue
      if {$key in {source xdc include generic define}} {
        dict lappend job $key $value
      } else {
        dict set job $key $value
      }
    }
    close $in
    foreach key {top part mode folder period} {
      if {![dict exists $job $key]} {error "$file: no line '$key ...'"}
    }
    return $job
  }

  proc folder {job name} {return [file join [dict get $job folder] $name]}

  # The last of these lines in the log names what failed.
  proc stage {text} {puts "curvebench: stage $text"}

  # Leaves synth.dcp in the folder.
  proc synthesise {job} {
    stage synthesis
    foreach source [dict get $job source] {
      if {[file extension $source] eq ".sv"} {read_verilog -sv $source} else {read_verilog $source}
    }
    set words [list -top [dict get $job top] -part [dict get $job part]]
    if {[dict get $job mode] eq "out_of_context"} {lappend words -mode out_of_context}
    if {[llength [dict get $job include]]} {lappend words -include_dirs [dict get $job include]}
    foreach generic [dict get $job generic] {lappend words -generic $generic}
    foreach define [dict get $job define] {lappend words -verilog_define $define}
    foreach xdc [dict get $job xdc] {read_xdc $xdc}
    synth_design {*}$words
    write_checkpoint -force [folder $job synth.dcp]
    close_design
  }

  # Worst slacks of setup, hold and pulse width, out of the first table of a timing summary. NA (no
  # such path) counts as met.
  proc slacks {summary} {
    set lines [split $summary \n]
    set at [lsearch -regexp $lines {^\s*WNS\(ns\)}]
    if {$at < 0} {error "no design timing summary in the report"}
    set names [regexp -all -inline {\S+(?: \S+)*} [lindex $lines $at]]
    set values [regexp -all -inline {\S+} [lindex $lines [expr {$at + 2}]]]
    set found [dict create]
    foreach {key name} {setup WNS(ns) hold WHS(ns) pulse WPWS(ns)} {
      set value [lindex $values [lsearch -exact $names $name]]
      dict set found $key [expr {$value eq "NA" ? "inf" : $value}]
    }
    return $found
  }

  proc worst {slacks} {
    set least Inf
    foreach value [dict values $slacks] {if {$value < $least} {set least $value}}
    return $least
  }

  # Places and routes at a clock period in ns; the routed design stays open.
  proc implement {job period} {
    stage "place and route at $period ns"
    open_checkpoint [folder $job synth.dcp]
    # The same name as in the XDC: it takes the place of that clock.
    create_clock -name clk -period $period [get_ports clk]
    opt_design
    place_design
    phys_opt_design
    route_design
    return [slacks [report_timing_summary -return_string]]
  }

  proc report {job period} {
    stage reports
    report_utilization -file [folder $job utilization.rpt]
    report_timing_summary -file [folder $job timing.rpt]
    if {[dict get $job saif] ne ""} {
      set words [list [dict get $job saif]]
      if {[dict get $job strip_path] ne ""} {lappend words -strip_path [dict get $job strip_path]}
      read_saif {*}$words
    }
    report_power -file [folder $job power.rpt]
    write_checkpoint -force [folder $job routed.dcp]
    set out [open [folder $job period.txt] w]
    puts $out [format %.3f $period]
    close $out
  }

  # One run at the period of the job.
  # Returns 0 if timing is met; the reports are there either way.
  proc once {job} {
    set period [dict get $job period]
    set slacks [implement $job $period]
    report $job $period
    close_design
    if {[worst $slacks] < 0} {
      puts "ERROR: timing is not met at $period ns: $slacks"
      return 1
    }
    return 0
  }

  # The shortest period that meets setup, hold and pulse width, to the resolution of the job. The
  # reports are those of that run.
  # Returns 0 if there is one.
  proc search {job} {
    set period [dict get $job period]
    set good ""
    set bad 0.0
    for {set run 1} {$run <= [dict get $job runs]} {incr run} {
      set slacks [implement $job $period]
      set slack [worst $slacks]
      puts "curvebench: run $run, $period ns: $slacks"
      if {$slack >= 0} {
        set good $period
        report $job $period
      } else {
        set bad $period
        # If no run meets timing, the last one is what there is to look at.
        if {$good eq "" && $run == [dict get $job runs]} {report $job $period}
      }
      close_design
      if {$good ne "" && $good - $bad <= [dict get $job resolution]} break
      if {$good eq ""} {
        # What is missing, and some more: placement is not the same again.
        set period [expr {($period - $slack) * 1.05}]
      } elseif {$bad == 0.0} {
        set setup [dict get $slacks setup]
        if {$setup > 0.5 * $period} {set setup [expr {0.5 * $period}]}
        # A little faster than what this run would have met.
        set period [expr {($period - $setup) * 0.97}]
      } else {
        set period [expr {($good + $bad) / 2}]
      }
      set period [format %.3f $period]
    }
    if {$good eq ""} {
      puts "ERROR: no clock met timing in [dict get $job runs] runs"
      return 1
    }
    puts "curvebench: $good ns"
    return 0
  }

  proc main {file} {
    set job [read_job $file]
    file mkdir [dict get $job folder]
    synthesise $job
    set status [expr {[dict get $job search] ? [search $job] : [once $job]}]
    stage done
    return $status
  }
}
