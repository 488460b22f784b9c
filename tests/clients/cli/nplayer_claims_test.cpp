#include <algorithm>
#include <gtest/gtest.h>

#include "clients/cli/experiments/nplayer_run.h"

namespace rensa::cli::test {
namespace {

using enum experiments::Searcher;
using experiments::Searcher;

constexpr int kGames = 120;

// Of every twelve games, the first player wins this many and the second player the others.
NplayerContest cell_of(int figure, Searcher first, Searcher second, int depth, int first_wins, int games = kGames) {
  NplayerContest contest{.figure = figure,
                         .lineup = {.players = {first, second, naive}, .depth = depth},
                         .move_count_rule = nplayer::MoveCountRule{.max_moves = 5},
                         .games = {}};
  for (int i = 0; i < games; ++i) {
    experiments::LineupResult game;
    game.points[i % 12 < first_wins ? 0 : 1] = experiments::kWinPoints;
    contest.games.push_back(game);
  }
  return contest;
}

// Returns nullptr if there is no such claim.
const NplayerClaim* find(const std::vector<NplayerClaim>& claims, const std::string& text) {
  const auto found = std::find_if(claims.begin(), claims.end(), [&](const NplayerClaim& claim) {
    return claim.text.find(text) != std::string::npos;
  });
  return found == claims.end() ? nullptr : &*found;
}

void expect_claim(const NplayerRun& run, const std::string& text, double difference, Verdict verdict) {
  const auto claims = claims_of(run);
  const NplayerClaim* claim = find(claims, text);
  ASSERT_NE(claim, nullptr) << text;
  EXPECT_NEAR(claim->difference.value, difference, 1e-9) << text;
  EXPECT_EQ(name_of(claim->verdict), name_of(verdict)) << text;
}

TEST(NplayerClaims, NameTheLeaderInTheSameGames) {
  const std::string text = "fig. 12: Turn-considered beats Best-First Max-N, depth 2";
  expect_claim({cell_of(12, turn_considered, best_first, 2, 9)}, text, 0.5, Verdict::yes);
  expect_claim({cell_of(12, turn_considered, best_first, 2, 3)}, text, -0.5, Verdict::no);
  expect_claim({cell_of(12, turn_considered, best_first, 2, 6)}, text, 0, Verdict::undecided);
}

TEST(NplayerClaims, AreOmittedForFewGames) {
  expect_claim({cell_of(12, turn_considered, best_first, 2, 9, 24)},
               "fig. 12: Turn-considered beats Best-First Max-N, depth 2", 0.5, Verdict::undecided);
}

TEST(NplayerClaims, UseTheIntendedCurve) {
  const NplayerRun run{cell_of(9, best_first, max_n, 2, 3), cell_of(9, turn_considered, max_n, 2, 10)};
  expect_claim(run, "fig. 9: Best-First Max-N beats Max-N, depth 2", -0.5, Verdict::no);
  expect_claim(run, "fig. 9: Turn-considered beats Max-N, depth 2", 2.0 / 3, Verdict::yes);
}

TEST(NplayerClaims, CompareDepths) {
  const auto run_of = [](int at_two, int at_four) {
    return NplayerRun{cell_of(8, max_n, naive, 2, at_two), cell_of(8, max_n, naive, 4, at_four)};
  };
  const std::string text = "fig. 8: Max-N gains from depth 2 to 4";
  expect_claim(run_of(3, 9), text, 0.5, Verdict::yes);
  expect_claim(run_of(9, 3), text, -0.5, Verdict::no);
  EXPECT_EQ(find(claims_of({cell_of(8, max_n, naive, 2, 3)}), "gains"), nullptr) << "there is one depth only";
}

TEST(NplayerClaims, CompareDifferencesOfDepths) {
  const auto run_of = [](int at_three, int at_four) {
    return NplayerRun{cell_of(12, turn_considered, best_first, 3, at_three),
                      cell_of(12, turn_considered, best_first, 4, at_four)};
  };
  const std::string text = "fig. 12: the lead is smaller at depth 4 than at 3";
  expect_claim(run_of(9, 7), text, 0.5 - 1.0 / 6, Verdict::yes);
  expect_claim(run_of(7, 9), text, 1.0 / 6 - 0.5, Verdict::no);
}

TEST(NplayerClaims, ExpectTurnConsideredSearchToBeWorseIfItCannotReachItsNextTurn) {
  for (const auto& [figure, other] : {std::pair(3, max_n), std::pair(4, paranoid), std::pair(5, best_first)}) {
    const std::string text = "Turn-considered is behind " + name_of(other) + ", depth 2";
    expect_claim({cell_of(figure, turn_considered, other, 2, 3)}, text, 0.5, Verdict::yes);
    expect_claim({cell_of(figure, turn_considered, other, 2, 9)}, text, -0.5, Verdict::no);
  }
}

TEST(NplayerClaims, CompareBranchings) {
  const auto run_of = [](int gain_of_three) {
    NplayerRun run;
    for (const auto& [most, gain] : {std::pair(2, 4), std::pair(3, gain_of_three)}) {
      for (const auto& [depth, wins] : {std::pair(2, 4), std::pair(5, 4 + gain)}) {
        NplayerContest contest = cell_of(2, max_n, naive, depth, wins);
        contest.source = ResultSource::text;
        contest.move_count_rule = nplayer::MoveCountRule{.max_moves = most, .is_fixed = true};
        run.push_back(contest);
      }
    }
    return run;
  };
  const std::string text = "Max-N gains less with b = 3 than with b = 2, depth 2 to 5";
  expect_claim(run_of(-2), text, 0.5, Verdict::yes);
  expect_claim(run_of(8), text, -1.0 / 3, Verdict::no);
}

TEST(NplayerClaims, OmitCurvesThatAreNotInAFigure) {
  NplayerContest contest = cell_of(3, turn_considered, max_n, 2, 3);
  contest.source = ResultSource::text;
  EXPECT_TRUE(claims_of({contest}).empty());
}

}  // namespace
}  // namespace rensa::cli::test
