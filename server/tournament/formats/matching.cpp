#include "server/tournament/formats/matching.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>

namespace rensa::tournament {

namespace {

constexpr std::size_t kMaxWindow = 15;
constexpr std::size_t kMaxStates = std::size_t{1} << 23;  // one byte per state
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The positions before the current one that wait for a partner: bit b is the position b + 1 before it.
using WaitingSet = std::size_t;
// The distance back to the partner of a position; 0: it waits.
using Choice = std::uint8_t;

// The costs at one position. Positions before the row cost nothing and cannot be partners.
struct PositionCosts {
  std::array<double, kMaxWindow + 1> with{};  // by the distance back to the partner
  double oldest_unpaired = 0;                 // of the position that leaves the window now
};

// Computes the least cost of the rest of the row from this position, for each set of waiting positions. `later` has
// these costs for the next position. Also stores the best choice for each set.
void choose(std::size_t window, const PositionCosts& costs, std::span<const double> later, std::span<double> now,
            std::span<Choice> choices) {
  const WaitingSet oldest = WaitingSet{1} << (window - 1);
  for (WaitingSet young = 0; young < oldest; ++young) {
    double best = kInfinite;
    std::size_t choice = 0;
    for (WaitingSet left = young; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const double with = costs.with[bit + 1] + later[(young ^ (WaitingSet{1} << bit)) << 1];
      choice = with < best ? bit + 1 : choice;
      best = with < best ? with : best;
    }
    const double waits = later[young << 1 | 1];
    if (waits < best) {
      best = waits;
      choice = 0;
    }
    now[young] = best;
    choices[young] = static_cast<Choice>(choice);
    // The oldest position waits too: it becomes the partner, or stays unpaired.
    const double with_oldest = costs.with[window] + later[young << 1];
    const double without = costs.oldest_unpaired + best;
    const bool takes_oldest = with_oldest < without || (with_oldest == without && choice == 0);
    now[young | oldest] = takes_oldest ? with_oldest : without;
    choices[young | oldest] = static_cast<Choice>(takes_oldest ? window : choice);
  }
}

// Dynamic programming over a row, from its end to its front.
class RowMatching {
 public:
  RowMatching(std::size_t window, std::size_t count, const MatchingCosts& costs)
      : window_(window), count_(count), states_(std::size_t{1} << window), choices_(count * states_) {
    for (std::size_t position = 0; position < count; ++position) unpaired_.push_back(costs.unpaired(position));
    std::vector<double> later = costs_at_end();
    std::vector<double> now(states_);
    for (std::size_t position = count; position-- > 0;) {
      choose(window, costs_at(position, costs), later, now, std::span(choices_).subspan(position * states_, states_));
      std::swap(now, later);
    }
  }

  std::vector<IndexPair> pairs() const {
    std::vector<IndexPair> pairs;
    WaitingSet waiting = 0;
    for (std::size_t position = 0; position < count_; ++position) {
      const std::size_t back = choices_[position * states_ + waiting];
      if (back == 0) {
        waiting = (waiting << 1 | 1) & (states_ - 1);
      } else {
        pairs.push_back({.first = position - back, .second = position});
        waiting = (waiting ^ (WaitingSet{1} << (back - 1))) << 1 & (states_ - 1);
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const IndexPair& a, const IndexPair& b) { return a.first < b.first; });
    return pairs;
  }

 private:
  // At the end of the row all waiting positions stay unpaired.
  std::vector<double> costs_at_end() const {
    std::vector<double> sums(states_);
    for (WaitingSet waiting = 1; waiting < states_; ++waiting) {
      const auto newest = static_cast<std::size_t>(std::countr_zero(waiting));
      sums[waiting] = sums[waiting & (waiting - 1)] + (newest < count_ ? unpaired_[count_ - 1 - newest] : 0);
    }
    return sums;
  }

  PositionCosts costs_at(std::size_t position, const MatchingCosts& costs) const {
    PositionCosts here;
    here.with.fill(kInfinite);
    for (std::size_t back = 1; back <= std::min(window_, position); ++back) {
      here.with[back] = costs.pair(position - back, position);
      assert(here.with[back] > -kInfinite);  // also false for NaN
    }
    if (position >= window_) here.oldest_unpaired = unpaired_[position - window_];
    assert(here.oldest_unpaired > -kInfinite && here.oldest_unpaired < kInfinite);
    return here;
  }

  std::size_t window_;
  std::size_t count_;
  std::size_t states_;
  std::vector<Choice> choices_;  // by position and set of waiting positions
  std::vector<double> unpaired_;
};

}  // namespace

std::size_t window_for(std::size_t count) {
  std::size_t window = 1;
  while (window < kMaxWindow && window + 1 < count && count << (window + 1) <= kMaxStates) ++window;
  return window;
}

std::vector<IndexPair> find_matching(std::size_t count, const MatchingCosts& costs) {
  return find_matching_within(window_for(count), count, costs);
}

std::vector<IndexPair> find_matching_within(std::size_t window, std::size_t count, const MatchingCosts& costs) {
  assert(window <= kMaxWindow);
  if (window == 0 || count < 2) return {};
  return RowMatching(window, count, costs).pairs();
}

}  // namespace rensa::tournament
