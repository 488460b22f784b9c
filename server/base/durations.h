#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rensa::base {

// How long things took, each of them, in steps of a fifth: small enough to stand beside every game, and such that those
// of many games can be put together.
class Durations {
 public:
  static constexpr std::size_t kSteps = 112;  // from a microsecond to more than four minutes
  // So many of a step.
  using Count = std::pair<std::uint8_t, std::uint32_t>;

  void add(std::int64_t microseconds);
  void add(const Durations& other);

  std::int64_t number() const { return number_; }
  std::int64_t longest() const { return longest_; }  // microseconds
  // So long or less for this share of them, 0 < share <= 1; microseconds, at most a fifth too much.
  // Precondition: there are some.
  std::int64_t quantile(double share) const;

  // Rising, none of them zero.
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
