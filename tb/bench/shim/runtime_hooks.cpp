// SPDX-License-Identifier: Apache-2.0
// Part of the Verilator runtime library: RTL that calls $finish, $stop or
// $fatal fails its own test and nothing else.
#include <stdexcept>
#include <string>

#include "verilated.h"

namespace {
[[noreturn]] void Fail(const char* what, const char* file, int line,
                       const char* detail) {
  throw std::runtime_error("the RTL called " + std::string(what) + " at " +
                           file + ":" + std::to_string(line) +
                           (*detail ? std::string(": ") + detail : ""));
}
}  // namespace

void vl_finish(const char* file, int line, const char*) {
  Fail("$finish", file, line, "");
}
void vl_stop(const char* file, int line, const char*) {
  Fail("$stop", file, line, "");
}
void vl_fatal(const char* file, int line, const char*, const char* message) {
  Fail("$fatal", file, line, message);
}
