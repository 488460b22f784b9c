#include "server/league/normal.h"

#include <cmath>
#include <numbers>

namespace rensa::league {

double normal_below(double deviations) { return std::erfc(-deviations / std::numbers::sqrt2) / 2; }

}  // namespace rensa::league
