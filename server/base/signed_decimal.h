#pragma once

#include <cmath>
#include <string>

#include "server/base/formatted.h"

namespace rensa::base {

// Returns a number with its sign and one decimal, such as "+12.3". A number that is shown as zero is "+0.0", never
// "-0.0".
inline std::string signed_decimal(double number) {
  constexpr double kShownAsZero = 0.05;
  return formatted("%+.1f", std::abs(number) < kShownAsZero ? 0.0 : number);
}

}  // namespace rensa::base
