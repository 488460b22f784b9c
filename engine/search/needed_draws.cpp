#include "engine/search/needed_draws.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <span>

namespace rensa::search {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kColourSlots = rules::kMaxColours;
constexpr std::size_t kLengths = kMaxDraws + 1;

// The number of sequences of draws, by length.
using Sequences = std::array<Wide, kLengths>;
using Binomials = std::array<std::array<std::uint64_t, kLengths>, kLengths>;

constexpr Binomials kChoose = [] {
  Binomials choose{};
  for (std::size_t n = 0; n < kLengths; ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
  }
  return choose;
}();

// The rank of a descending sequence in lexicographic order is the sum over its elements of these numbers.
constexpr auto kBefore = [] {
  std::array<std::array<std::uint16_t, kMaxNeededPuyos + 1>, kColourSlots> before{};
  for (std::size_t i = 0; i < kColourSlots; ++i) {
    const std::size_t slots = kColourSlots - i;
    for (std::size_t count = 0; count <= kMaxNeededPuyos; ++count) {
      before[i][count] = static_cast<std::uint16_t>(kChoose[count + slots - 1][slots]);
    }
  }
  return before;
}();

std::size_t rank_of(const ColourCounts& descending) {
  std::size_t rank = 0;
  for (std::size_t i = 0; i < kColourSlots; ++i) rank += kBefore[i][descending[i]];
  return rank;
}

// A sorting network without branches, because this runs for every chain.
ColourCounts sorted_descending(ColourCounts counts) {
  static_assert(kColourSlots == 5);
  constexpr std::array<std::array<std::size_t, 2>, 9> kCompared = {
      {{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1}, {2, 4}, {1, 2}, {3, 4}, {2, 3}}};
  for (const auto [a, b] : kCompared) {
    const std::uint8_t more = std::max(counts[a], counts[b]);
    counts[b] = std::min(counts[a], counts[b]);
    counts[a] = more;
  }
  return counts;
}

class TableMaker {
 public:
  TableMaker(int colours, int percent, std::span<std::uint8_t> draws)
      : colours_(static_cast<std::size_t>(colours)), draws_(draws) {
    Wide all = 1;
    for (Wide& enough : enough_) {
      enough = (all * static_cast<Wide>(percent) + 99) / 100;
      all *= colours_;
    }
  }

  void make() {
    Sequences only_the_empty_one{};
    only_the_empty_one[0] = 1;
    add_colour(0, kMaxNeededPuyos, only_the_empty_one);
  }

 private:
  // `before` counts the sequences of the colours so far. One more colour is mixed in at all possible places.
  void add_colour(std::size_t colour, int most, const Sequences& before) {
    if (colour == colours_) {
      const auto first = std::ranges::mismatch(before, enough_, std::less<>{}).in1;
      draws_[rank_of(needed_)] = static_cast<std::uint8_t>(first - before.begin());
      return;
    }
    Sequences mixed{};
    for (std::size_t length = 0; length < kLengths; ++length) {
      for (std::size_t own = 0; own <= length; ++own) mixed[length] += kChoose[length][own] * before[length - own];
    }
    for (int needed = 0; needed <= most; ++needed) {
      needed_[colour] = static_cast<std::uint8_t>(needed);
      add_colour(colour + 1, needed, mixed);
      for (auto n = static_cast<std::size_t>(needed); n < kLengths; ++n) {
        mixed[n] -= kChoose[n][static_cast<std::size_t>(needed)] * before[n - static_cast<std::size_t>(needed)];
      }
    }
    needed_[colour] = 0;
  }

  std::size_t colours_;
  std::span<std::uint8_t> draws_;
  Sequences enough_{};
  ColourCounts needed_{};
};

}  // namespace

NeededDraws::NeededDraws(int colours, int percent) : colours_(colours) {
  assert(colours >= 3 && colours <= rules::kMaxColours && percent >= 1 && percent <= 99);
  TableMaker(colours, percent, draws_).make();
}

int NeededDraws::draws_for(const ColourCounts& needed) const {
  assert(std::all_of(needed.begin() + colours_, needed.end(), [](int count) { return count == 0; }));
  const ColourCounts descending = sorted_descending(needed);
  return descending[0] > kMaxNeededPuyos ? kTooManyDraws : draws_[rank_of(descending)];
}

}  // namespace rensa::search
