#include "engine/players/opponent_building.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "tests/engine/players/given_view.h"

namespace rensa::players {
namespace {

// A chain of three links, once RG stands upright in the fourth column.
constexpr const char* kBuilt =
    "BBB...\n"
    "GGG...\n"
    "RRR...\n"
    "YBYY..";

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

Position against(std::string_view picture, std::string_view pairs) {
  duel::View view = test::given_view("......", "YB", rules::Pacing::frames);
  view.own.hand = 20;
  view.opponent.hand = 4;
  view.opponent.phase = duel::Phase::control;
  view.opponent.field = tests::field_from_picture(picture);
  const auto queue = notation::parse_queue_letters(pairs);
  view.opponent.pairs_shown = static_cast<int>(pairs.size() / 2);
  for (int i = 0; i < view.opponent.pairs_shown; ++i) {
    view.opponent.pairs[static_cast<std::size_t>(i)] = queue->at(i);
  }
  return position_of(view, tsu());
}

int lost(const Position& position, int garbage, int hands) {
  limits::SearchBudget budget(limits::SearchLimits{});
  return OpponentBuilding({.ruleset = tsu(), .seed = 1}).points_lost(position, garbage, hands, budget).value();
}

TEST(OpponentBuilding, LosesMoreToMoreGarbage) {
  const Position position = against(kBuilt, "YBYB");
  const int little = lost(position, 6, 1);
  const int much = lost(position, 30, 1);
  EXPECT_GT(much, little);
  EXPECT_GT(much, 1'000);
  EXPECT_EQ(lost(position, 2, 1), 0) << "it is not worth a search";
}

TEST(OpponentBuilding, LosesAllUnderGarbageThatBuriesIt) {
  std::string picture;
  for (int row = 0; row < 8; ++row) picture += "OOOOOO\n";
  EXPECT_GT(lost(against(picture, "RGBY"), 24, 1), 15'000);
}

TEST(OpponentBuilding, GoesOnWhereTheBudgetEnded) {
  const Position position = against(kBuilt, "YBYB");
  OpponentBuilding building({.ruleset = tsu(), .seed = 1});
  limits::SearchBudget little(limits::SearchLimits{.nodes = 5'000});
  EXPECT_EQ(building.points_lost(position, 12, 2, little), std::nullopt);
  limits::SearchBudget enough(limits::SearchLimits{});
  EXPECT_EQ(building.points_lost(position, 12, 2, enough), lost(position, 12, 2));
  limits::SearchBudget none(limits::SearchLimits{.nodes = 0});
  EXPECT_EQ(building.points_lost(position, 12, 2, none), lost(position, 12, 2)) << "it remembers the points";
}

}  // namespace
}  // namespace rensa::players
