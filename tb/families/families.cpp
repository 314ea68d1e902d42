// SPDX-License-Identifier: Apache-2.0
#include "families/families.h"

#include "families/digitmm.h"
#include "families/gf2m.h"
#include "families/kummer.h"

namespace curvebench {

Families AllFamilies() {
  Families families;
  families.push_back(std::make_unique<Gf2mFamily>());
  families.push_back(std::make_unique<DigitMmFamily>());
  families.push_back(std::make_unique<KummerFamily>());
  return families;
}

}  // namespace curvebench
