#pragma once

namespace rensa::league {

// How much of a normal distribution lies below so many standard deviations.
double normal_below(double deviations);

}  // namespace rensa::league
