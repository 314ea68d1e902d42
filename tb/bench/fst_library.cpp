// SPDX-License-Identifier: Apache-2.0
// GTKWave's FST reader (MIT licence), from the copy that Verilator brings along
// and compiles in the same way.
#define FST_CONFIG_INCLUDE "fst_config.h"
#define HAVE_LIBPTHREAD

#include "fastlz.c"
#include "fstapi.c"
#include "lz4.c"
