#pragma once

#include <cstdint>
#include <optional>

#include "server/league/interval.h"

namespace rensa::league {

// How much of one thing there is for each of another, as links a chain: of all together, not the mean of what single
// games show. Counts in integers, so that the order in which the games come changes nothing, not even the last digit.
class Ratio {
 public:
  // A game, independent of the others, that brought so much of the one and so much of the other. Without any of the
  // other it says nothing.
  void add(std::int64_t of, std::int64_t per);
  void add(const Ratio& other);

  std::optional<double> value() const;  // nullopt: there is nothing to divide by
  // By the normal distribution, where neither can be negative. nullopt: fewer than two games say anything.
  std::optional<Interval> interval() const;

  friend bool operator==(const Ratio&, const Ratio&) = default;

 private:
  __extension__ using Wide = __int128;  // squares of long games, times their number, do not fit in 64 bits

  std::int64_t games_ = 0;
  std::int64_t of_ = 0;
  std::int64_t per_ = 0;
  Wide of_of_ = 0;
  Wide of_per_ = 0;
  Wide per_per_ = 0;
};

}  // namespace rensa::league
