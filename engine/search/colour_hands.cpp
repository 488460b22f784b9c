#include "engine/search/colour_hands.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace rensa::search {

namespace {

constexpr std::size_t kNumbers = kMostWanted + 1;
using Wanted = std::array<int, 4>;

// The colours are alike, so numbers that never fall stand for all orders.
void order(Wanted& wanted) {
  const auto swap_if_less = [&wanted](std::size_t a, std::size_t b) {
    const int low = std::min(wanted[a], wanted[b]);
    wanted[b] = std::max(wanted[a], wanted[b]);
    wanted[a] = low;
  };
  swap_if_less(0, 1);
  swap_if_less(2, 3);
  swap_if_less(0, 2);
  swap_if_less(1, 3);
  swap_if_less(1, 2);
}

std::size_t index_of(const Wanted& ordered) {
  std::size_t index = 0;
  for (const int number : ordered) index = index * kNumbers + static_cast<std::size_t>(number);
  return index;
}

// One hand, and then what is left after each of the 16 pairs; those that bring nothing only delay the others.
double mean_hands(const Wanted& wanted, const std::vector<double>& known) {
  double useless = 0;
  double sum = 0;
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    for (std::size_t b = 0; b < wanted.size(); ++b) {
      Wanted left = wanted;
      left[a] = std::max(left[a] - 1, 0);
      left[b] = std::max(left[b] - 1, 0);
      if (left == wanted) {
        ++useless;
        continue;
      }
      order(left);
      sum += known[index_of(left)];
    }
  }
  return (16 + sum) / (16 - useless);
}

std::vector<int> table() {
  std::vector<double> known(kNumbers * kNumbers * kNumbers * kNumbers);
  for (int d = 1; d <= kMostWanted; ++d) {
    for (int c = 0; c <= d; ++c) {
      for (int b = 0; b <= c; ++b) {
        for (int a = 0; a <= b; ++a) known[index_of({a, b, c, d})] = mean_hands({a, b, c, d}, known);
      }
    }
  }
  std::vector<int> thousandths(known.size());
  std::transform(known.begin(), known.end(), thousandths.begin(),
                 [](double hands) { return static_cast<int>(std::lround(1000 * hands)); });
  return thousandths;
}

}  // namespace

int colour_hands(std::array<int, 4> wanted) {
  static const std::vector<int> hands = table();
  for (int& number : wanted) number = std::min(number, kMostWanted);
  order(wanted);
  return hands[index_of(wanted)];
}

}  // namespace rensa::search
