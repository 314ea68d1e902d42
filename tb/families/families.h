// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_FAMILIES_FAMILIES_H_
#define CURVEBENCH_TB_FAMILIES_FAMILIES_H_

#include "bench/family.h"

namespace curvebench {

/// Every family that this program knows; a new one adds a line here.
Families AllFamilies();

}  // namespace curvebench

#endif  // CURVEBENCH_TB_FAMILIES_FAMILIES_H_
