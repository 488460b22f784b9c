#pragma once

namespace rensa::league {

// How much of a normal distribution lies below so many standard deviations.
double normal_below(double deviations);

inline constexpr double kNormal95 = 1.95996;  // 97.5 % lie below

}  // namespace rensa::league
