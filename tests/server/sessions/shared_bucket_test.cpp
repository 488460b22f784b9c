#include "server/sessions/shared_bucket.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "engine/rules/rng.h"

namespace rensa::sessions {
namespace {

constexpr double kTiny = 1e-6;

// The same rules, written for clarity.
struct NaiveBucket {
  double capacity;
  std::map<std::string, double> taken{};

  double free_tokens() const {
    double free = capacity;
    for (const auto& [payer, tokens] : taken) free -= tokens;
    return free;
  }
  double taken_by(const std::string& payer) const { return taken.contains(payer) ? taken.at(payer) : 0; }
  // The tokens that the payer may take; a decision is certain if this is not close to 0.
  double left_for(const std::string& payer) const {
    const double left = free_tokens() - 1 + 2 * kTiny;
    if (taken_by(payer) <= 0.5) return left;
    return std::min(left, free_tokens() - 0.25 * capacity - taken_by(payer));
  }
  double refill(double tokens) {
    while (tokens > 0 && !taken.empty()) {
      const double each = tokens / static_cast<double>(taken.size());
      double step = each;
      for (const auto& [payer, own] : taken) step = std::min(step, own);
      for (auto& [payer, own] : taken) {
        own -= step;
        tokens -= step;
      }
      std::erase_if(taken, [](const auto& entry) { return entry.second <= kTiny; });
      if (step == each) return 0;
    }
    return tokens;
  }
};

TEST(SharedBucket, DoesTheSameAsItsNaiveTwin) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    rules::Rng rng(seed);
    const double capacity = 1 + rng.below(40);
    SharedBucket bucket(capacity);
    NaiveBucket twin{.capacity = capacity};
    for (int step = 0; step < 2'000; ++step) {
      if (rng.below(4) == 0) {
        const double tokens = rng.below(300) / 100.0;
        EXPECT_NEAR(bucket.refill(tokens), twin.refill(tokens), kTiny) << "seed " << seed << ", step " << step;
      } else {
        const std::string payer = "payer " + std::to_string(rng.below(1 + static_cast<std::uint32_t>(seed)));
        const double left = twin.left_for(payer);
        const bool is_taken = bucket.take(payer);
        const bool is_certain = std::abs(twin.taken_by(payer) - 0.5) > kTiny;  // else it is not certain
        if (std::abs(left) > kTiny && is_certain) {
          ASSERT_EQ(is_taken, left > 0) << "seed " << seed << ", step " << step;
        }
        if (is_taken) twin.taken[payer] += 1;
        ASSERT_NEAR(bucket.taken_by(payer), twin.taken_by(payer), kTiny) << "seed " << seed << ", step " << step;
      }
      ASSERT_NEAR(bucket.free_tokens(), twin.free_tokens(), kTiny) << "seed " << seed << ", step " << step;
      ASSERT_GE(bucket.free_tokens(), -kTiny);
    }
  }
}

TEST(SharedBucket, APayerThatIsAloneTakesAPartAtOnceAndAllThatComesBack) {
  SharedBucket bucket(100);
  int taken = 0;
  while (bucket.take("one")) ++taken;
  EXPECT_EQ(taken, 38);
  for (int second = 0; second < 100; ++second) {
    bucket.refill(10);
    while (bucket.take("one")) ++taken;
  }
  EXPECT_NEAR(taken, 38 + 100 * 10, 5);
}

TEST(SharedBucket, APayerAlwaysGetsATokenBesideFewGreedyOnes) {
  SharedBucket bucket(100);
  for (int second = 0; second < 1'000; ++second) {
    bucket.refill(10);
    for (int greedy = 0; greedy < 20; ++greedy) {
      while (bucket.take("greedy " + std::to_string(greedy))) {
      }
    }
    EXPECT_TRUE(bucket.take("modest " + std::to_string(second))) << second;
  }
}

TEST(SharedBucket, GreedyPayersGetEqualShares) {
  SharedBucket bucket(100);
  std::map<int, int> taken;
  for (int second = 0; second < 1'000; ++second) {
    bucket.refill(10);
    // The first one asks the most.
    for (int payer = 0; payer < 4; ++payer) {
      for (int tries = 0; tries < 100 >> payer; ++tries) taken[payer] += bucket.take("p" + std::to_string(payer));
    }
  }
  for (int payer = 0; payer < 4; ++payer) EXPECT_NEAR(taken[payer], 1'000 * 10 / 4, 50) << payer;
}

TEST(SharedBucket, ForgetsPayersWhoseTokensHaveComeBack) {
  SharedBucket bucket(100);
  for (int payer = 0; payer < 100; ++payer) EXPECT_TRUE(bucket.take("p" + std::to_string(payer)));
  EXPECT_FALSE(bucket.take("late"));
  EXPECT_EQ(bucket.payer_count(), 100U);
  EXPECT_NEAR(bucket.refill(150), 50, kTiny);
  EXPECT_EQ(bucket.payer_count(), 0U);
  EXPECT_EQ(bucket.free_tokens(), 100);
}

}  // namespace
}  // namespace rensa::sessions
