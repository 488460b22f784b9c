#include <functional>
#include <gtest/gtest.h>
#include <queue>
#include <vector>

#include "engine/rules/rng.h"
#include "server/league/in_order.h"
#include "server/league/sprt.h"

namespace rensa::league {
namespace {

// A test between equal players whose games are quick when the first one wins and slow when it does not, so many pairs
// of them at a time.
class SimulatedTest {
 public:
  SimulatedTest(std::size_t slots, std::uint64_t seed) : rng_(seed, 1), sprt_({.elo0 = 0, .elo1 = 30}) {
    for (std::size_t slot = 0; slot < slots; ++slot) start_pair(0);
  }

  SprtVerdict run() {
    while (sprt_.verdict() == SprtVerdict::open) {
      const Pair ended = running_.top();
      running_.pop();
      in_order_.put(ended.number, ended.half_points);
      start_pair(ended.end);
      while (sprt_.verdict() == SprtVerdict::open) {
        const auto half_points = in_order_.next();
        if (!half_points) break;
        sprt_.add_pair(*half_points);
      }
    }
    return sprt_.verdict();
  }

 private:
  struct Pair {
    double end = 0;
    std::size_t number = 0;
    int half_points = 0;
    bool operator>(const Pair& other) const { return end > other.end; }
  };

  void start_pair(double now) {
    Pair pair{.end = now, .number = started_++};
    for (int game = 0; game < 2; ++game) {
      const bool is_won = rng_.below(2) == 0;
      pair.half_points += is_won ? 2 : 0;
      pair.end += (is_won ? 30 : 60) * (0.5 + rng_.below(1'000'000) / 1e6);
    }
    running_.push(pair);
  }

  rules::Rng rng_;
  Sprt sprt_;
  InOrder<int> in_order_;
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> running_;
  std::size_t started_ = 0;
};

class SprtInOrder : public testing::TestWithParam<std::size_t> {};

TEST_P(SprtInOrder, IsNoMoreOftenWrongThanItPromises) {
  constexpr int kTests = 2000;
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= kTests; ++seed) {
    wrong += SimulatedTest(GetParam(), seed).run() == SprtVerdict::accept_elo1 ? 1 : 0;
  }
  EXPECT_LE(wrong, kTests * 56 / 1000);
  EXPECT_GE(wrong, kTests * 30 / 1000) << "it would take longer than it has to";
}

INSTANTIATE_TEST_SUITE_P(Slots, SprtInOrder, testing::Values(1, 16, 64, 256));

}  // namespace
}  // namespace rensa::league
