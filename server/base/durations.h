#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rensa::base {

// Counts of durations, in steps of about a fifth: small enough to be stored with every game. The counts of several
// games can be added.
class Durations {
 public:
  static constexpr std::size_t kSteps = 112;  // from a microsecond to more than four minutes
  // A step, and the number of durations in it.
  using Count = std::pair<std::uint8_t, std::uint32_t>;

  void add(std::int64_t microseconds);
  void add(const Durations& other);

  std::int64_t number() const { return number_; }
  std::int64_t longest() const { return longest_; }  // microseconds
  // Returns the duration in microseconds that this share of all durations does not exceed. It is at most a fifth too
  // long. Precondition: 0 < share <= 1, and number() > 0.
  std::int64_t quantile(double share) const;

  // The steps that have a duration, in rising order, each with its count, which is never 0.
  const std::vector<Count>& counts() const { return counts_; }
  // Precondition: the steps rise and are below kSteps.
  static Durations from(std::vector<Count> counts, std::int64_t longest);

  friend bool operator==(const Durations&, const Durations&) = default;

 private:
  void add(std::uint8_t step, std::uint32_t number);

  std::vector<Count> counts_;
  std::int64_t number_ = 0;
  std::int64_t longest_ = 0;
};

}  // namespace rensa::base
