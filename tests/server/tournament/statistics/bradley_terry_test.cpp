#include "server/tournament/statistics/bradley_terry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>

#include "engine/rules/rng.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::tournament {
namespace {

TEST(BradleyTerry, OfTwoPlayersIsTheEloOfTheirScore) {
  const std::array pairings{HeadToHead{.first = 0, .second = 1, .wins = 75, .losses = 25}};
  const auto components = fit_bradley_terry(2, pairings);
  ASSERT_EQ(components.size(), 1U);
  EXPECT_NEAR(components[0].elo[0] - components[0].elo[1], elo_of(0.75), 1e-6);
  EXPECT_NEAR(components[0].elo[0] + components[0].elo[1], 0, 1e-9);
  // 1 / (n p q), in Elo.
  const std::vector<double>& covariance = components[0].covariance;
  const double variance_of_difference = covariance[0] + covariance[3] - 2 * covariance[1];
  EXPECT_NEAR(variance_of_difference, std::pow(173.7178, 2) / (100 * 0.75 * 0.25), 1e-2);
}

TEST(BradleyTerry, FindsTheStrengthsBehindTheScores) {
  const std::array strengths{0.0, 150.0, -80.0, 400.0, 20.0};
  std::vector<HeadToHead> pairings;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    for (std::size_t k = i + 1; k < strengths.size(); ++k) {
      const double score = score_of(strengths[i] - strengths[k]);
      pairings.push_back({.first = i, .second = k, .wins = 100 * score, .losses = 100 * (1 - score)});
    }
  }
  const auto components = fit_bradley_terry(strengths.size(), pairings);
  ASSERT_EQ(components.size(), 1U);
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    EXPECT_NEAR(components[0].elo[i], strengths[i] - 98, 1e-6);  // 98 is the mean strength
    double row = 0;
    for (std::size_t k = 0; k < strengths.size(); ++k) row += components[0].covariance[i * strengths.size() + k];
    EXPECT_NEAR(row, 0, 1e-6);
  }
}

// At the maximum of the likelihood the expected wins equal the actual ones.
TEST(BradleyTerry, ExpectsTheWinsThatHappened) {
  rules::Rng rng(3, 1);
  for (int round = 0; round < 50; ++round) {
    const std::size_t players = 2 + rng.below(6);
    std::vector<HeadToHead> pairings;
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t k = i + 1; k < players; ++k) {
        if (rng.below(3) == 0) continue;
        pairings.push_back({.first = i, .second = k, .wins = rng.below(9) / 2.0, .losses = rng.below(9) / 2.0});
      }
    }
    for (const ComparableGroup& component : fit_bradley_terry(players, pairings)) {
      const auto place_of = [&](std::size_t player) {
        const auto& members = component.players;
        const auto found = std::find(members.begin(), members.end(), player);
        return found == members.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - members.begin()));
      };
      std::vector<double> surplus(component.players.size());
      for (const HeadToHead& pairing : pairings) {
        const auto first = place_of(pairing.first);
        const auto second = place_of(pairing.second);
        if (!first || !second) continue;
        const double expected =
            (pairing.wins + pairing.losses) * score_of(component.elo[*first] - component.elo[*second]);
        surplus[*first] += pairing.wins - expected;
        surplus[*second] -= pairing.wins - expected;
      }
      for (const double part : surplus) EXPECT_NEAR(part, 0, 1e-6);
    }
  }
}

TEST(BradleyTerry, APlayerWithOnlyWinsHasNoBound) {
  const std::array pairings{HeadToHead{.first = 0, .second = 1, .wins = 5, .losses = 0},
                            HeadToHead{.first = 0, .second = 2, .wins = 5, .losses = 0},
                            HeadToHead{.first = 1, .second = 2, .wins = 3, .losses = 2}};
  const auto components = fit_bradley_terry(4, pairings);
  ASSERT_EQ(components.size(), 3U);
  const auto of = [&](std::size_t player) {
    for (std::size_t c = 0; c < components.size(); ++c) {
      if (std::find(components[c].players.begin(), components[c].players.end(), player) !=
          components[c].players.end()) {
        return c;
      }
    }
    return components.size();
  };
  EXPECT_EQ(of(1), of(2));
  EXPECT_LT(of(0), of(1));
  EXPECT_EQ(components[of(0)].players.size(), 1U);
  EXPECT_EQ(components[of(3)].players.size(), 1U) << "it has not played";
  EXPECT_NEAR(components[of(1)].elo[0] - components[of(1)].elo[1], elo_of(0.6), 1e-6);
}

TEST(BradleyTerry, FitsManyMoreWinsThanLosses) {
  const std::array pairings{HeadToHead{.first = 0, .second = 1, .wins = 100'000, .losses = 1},
                            HeadToHead{.first = 1, .second = 2, .wins = 100'000, .losses = 1}};
  const auto components = fit_bradley_terry(3, pairings);
  ASSERT_EQ(components.size(), 1U);
  EXPECT_NEAR(components[0].elo[0] - components[0].elo[1], 400 * std::log10(100'000), 1e-3);
}

TEST(BradleyTerry, FitsALongLadder) {
  std::vector<HeadToHead> pairings;
  constexpr std::size_t kPlayers = 25;
  for (std::size_t i = 0; i + 1 < kPlayers; ++i)
    pairings.push_back({.first = i + 1, .second = i, .wins = 100, .losses = 1});
  const auto components = fit_bradley_terry(kPlayers, pairings);
  ASSERT_EQ(components.size(), 1U);
  EXPECT_NEAR(components[0].elo.back() - components[0].elo.front(), 24 * 800, 1e-3);
}

}  // namespace
}  // namespace rensa::tournament
