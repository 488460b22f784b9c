#include "server/league/matching.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>

namespace rensa::league {

namespace {

constexpr std::size_t kMostWindow = 15;
constexpr std::size_t kMostStates = std::size_t{1} << 23;  // a byte each
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Which of the places just before one still wait for a partner: bit b is the place b + 1 before it.
using Waiting = std::size_t;
// How far back a place's partner is; 0: it waits.
using Choice = std::uint8_t;

// What can happen at a place. Places before the row cost nothing and are no partners.
struct PlaceCosts {
  std::array<double, kMostWindow + 1> with{};  // by how far back
  double oldest_alone = 0;                     // who now falls out of the window
};

// What the rest of the row costs at least, from a place on, for each set that waits there, given the same for the next
// place; and what to choose for it.
void choose(std::size_t window, const PlaceCosts& costs, std::span<const double> later, std::span<double> now,
            std::span<Choice> choices) {
  const Waiting oldest = Waiting{1} << (window - 1);
  for (Waiting young = 0; young < oldest; ++young) {
    double best = kInfinite;
    std::size_t choice = 0;
    for (Waiting left = young; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const double with = costs.with[bit + 1] + later[(young ^ (Waiting{1} << bit)) << 1];
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
    // The same where the oldest waits too: it is the partner, or is left out.
    const double with_oldest = costs.with[window] + later[young << 1];
    const double without = costs.oldest_alone + best;
    const bool takes_oldest = with_oldest < without || (with_oldest == without && choice == 0);
    now[young | oldest] = takes_oldest ? with_oldest : without;
    choices[young | oldest] = static_cast<Choice>(takes_oldest ? window : choice);
  }
}

// A row of so many, solved from its end.
class Row {
 public:
  Row(std::size_t window, std::size_t count, const MatchingCosts& costs)
      : window_(window), count_(count), states_(std::size_t{1} << window), choices_(count * states_) {
    for (std::size_t place = 0; place < count; ++place) alone_.push_back(costs.alone(place));
    std::vector<double> later = at_the_end();
    std::vector<double> now(states_);
    for (std::size_t place = count; place-- > 0;) {
      choose(window, costs_at(place, costs), later, now, std::span(choices_).subspan(place * states_, states_));
      std::swap(now, later);
    }
  }

  std::vector<PlacePair> pairs() const {
    std::vector<PlacePair> pairs;
    Waiting waiting = 0;
    for (std::size_t place = 0; place < count_; ++place) {
      const std::size_t back = choices_[place * states_ + waiting];
      if (back == 0) {
        waiting = (waiting << 1 | 1) & (states_ - 1);
      } else {
        pairs.push_back({.first = place - back, .second = place});
        waiting = (waiting ^ (Waiting{1} << (back - 1))) << 1 & (states_ - 1);
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const PlacePair& a, const PlacePair& b) { return a.first < b.first; });
    return pairs;
  }

 private:
  // Who waits there is left out.
  std::vector<double> at_the_end() const {
    std::vector<double> sums(states_);
    for (Waiting waiting = 1; waiting < states_; ++waiting) {
      const auto newest = static_cast<std::size_t>(std::countr_zero(waiting));
      sums[waiting] = sums[waiting & (waiting - 1)] + (newest < count_ ? alone_[count_ - 1 - newest] : 0);
    }
    return sums;
  }

  PlaceCosts costs_at(std::size_t place, const MatchingCosts& costs) const {
    PlaceCosts here;
    here.with.fill(kInfinite);
    for (std::size_t back = 1; back <= std::min(window_, place); ++back) {
      here.with[back] = costs.pair(place - back, place);
      assert(here.with[back] > -kInfinite);  // nor is it no number
    }
    if (place >= window_) here.oldest_alone = alone_[place - window_];
    assert(here.oldest_alone > -kInfinite && here.oldest_alone < kInfinite);
    return here;
  }

  std::size_t window_;
  std::size_t count_;
  std::size_t states_;
  std::vector<Choice> choices_;  // place by place, by who waits
  std::vector<double> alone_;
};

}  // namespace

std::size_t window_for(std::size_t count) {
  std::size_t window = 1;
  while (window < kMostWindow && window + 1 < count && count << (window + 1) <= kMostStates) ++window;
  return window;
}

std::vector<PlacePair> matching(std::size_t count, const MatchingCosts& costs) {
  return matching_within(window_for(count), count, costs);
}

std::vector<PlacePair> matching_within(std::size_t window, std::size_t count, const MatchingCosts& costs) {
  assert(window <= kMostWindow);
  if (window == 0 || count < 2) return {};
  return Row(window, count, costs).pairs();
}

}  // namespace rensa::league
