#include "server/league/ratio.h"

#include <algorithm>
#include <cmath>

namespace rensa::league {

void Ratio::add(std::int64_t of, std::int64_t per) {
  if (per == 0) return;
  ++games_;
  of_ += of;
  per_ += per;
  of_of_ += Wide{of} * of;
  of_per_ += Wide{of} * per;
  per_per_ += Wide{per} * per;
}

void Ratio::add(const Ratio& other) {
  games_ += other.games_;
  of_ += other.of_;
  per_ += other.per_;
  of_of_ += other.of_of_;
  of_per_ += other.of_per_;
  per_per_ += other.per_per_;
}

std::optional<double> Ratio::value() const {
  if (per_ == 0) return std::nullopt;
  return static_cast<double>(of_) / static_cast<double>(per_);
}

// The variance of a ratio of sums: that of what the games are off it, r = of - ratio * per, which add up to 0. Where
// each game has the same of the other, it is the variance of a mean.
std::optional<Interval> Ratio::interval() const {
  if (games_ < 2) return std::nullopt;
  const double ratio = *value();
  const auto games = static_cast<double>(games_);
  // About the means and times the games, exact until here.
  const auto of_of = static_cast<double>(games_ * of_of_ - Wide{of_} * of_);
  const auto of_per = static_cast<double>(games_ * of_per_ - Wide{of_} * per_);
  const auto per_per = static_cast<double>(games_ * per_per_ - Wide{per_} * per_);
  const double squares = std::max(of_of - 2 * ratio * of_per + ratio * ratio * per_per, 0.0) / games;
  const double half = kNormal95 * std::sqrt(squares * games / (games - 1)) / static_cast<double>(per_);
  return Interval{.value = ratio, .low = std::max(ratio - half, 0.0), .high = ratio + half};
}

}  // namespace rensa::league
