#include "engine/players/basic_players.h"

#include <array>
#include <bit>
#include <gtest/gtest.h>

#include "engine/duel/outcome.h"
#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/play_game.h"

namespace rensa::players {
namespace {

using rules::Pacing;

const rules::Ruleset& frames_ruleset() { return *rules::find_ruleset("tsu-1"); }
const rules::Ruleset& turns_ruleset() { return *rules::find_ruleset("jaist-1"); }

constexpr std::string_view kCrowded =
    "O.....\n"
    "OO....\n"
    "OO...O\n"
    "OO...O\n"
    "OO.O.O\n"
    "OOOO.O\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO";

void expect_uniform(std::string_view picture, Pacing pacing, bool all) {
  constexpr int kDraws = 10'000;
  const duel::View view = test::given_view(picture, "RB", pacing);
  const Position position = position_of(view, frames_ruleset());
  const std::uint32_t possible = possible_placements(position);
  ASSERT_GE(std::popcount(possible), 3);
  EXPECT_EQ(possible == (1U << rules::kPlacementCount) - 1, all);
  Random random({.ruleset = *rules::find_ruleset("tsu-1"), .seed = 5});
  std::array<int, rules::kPlacementCount> drawn{};
  for (int i = 0; i < kDraws; ++i) {
    const rules::Placement placement = random.choose(position, {});
    std::size_t index = 0;
    while (!(rules::kPlacements[index] == placement)) ++index;
    ++drawn[index];
  }
  const int expected = kDraws / std::popcount(possible);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if ((possible >> i & 1U) == 0) {
      EXPECT_EQ(drawn[i], 0) << i;
    } else {
      EXPECT_NEAR(drawn[i], expected, expected / 5) << i;
    }
  }
}

TEST(Random, ReachesEveryPlacementEquallyOften) { expect_uniform("RBYG..", Pacing::frames, true); }
TEST(Random, ReachesAllPlacementsOfACrowdedFieldEquallyOften) { expect_uniform(kCrowded, Pacing::frames, false); }
TEST(Random, ReachesAllPlacementsOfATurnGameEquallyOften) { expect_uniform(kCrowded, Pacing::turns, false); }

TEST(Random, IsAFunctionOfItsSeed) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const Position position = position_of(test::given_view("......", "RB", Pacing::frames), frames_ruleset());
  Random one({.ruleset = ruleset, .seed = 1});
  Random same({.ruleset = ruleset, .seed = 1});
  Random other({.ruleset = ruleset, .seed = 2});
  int different = 0;
  for (int i = 0; i < 100; ++i) {
    const rules::Placement placement = one.choose(position, {});
    EXPECT_EQ(same.choose(position, {}), placement);
    if (!(other.choose(position, {}) == placement)) ++different;
  }
  EXPECT_GT(different, 50);
}

using rules::Placement;
using rules::Rotation;
using test::given_view;

Placement greedy_choice(std::string_view picture, std::string_view pair) {
  const PlayerSetup setup{.ruleset = frames_ruleset(), .seed = 0};
  return Greedy(setup).choose(position_of(given_view(picture, pair, Pacing::frames), setup.ruleset), {});
}

// Returns the field after the placement of greedy and its chain.
rules::Field after_greedy(std::string_view picture, std::string_view pair) {
  rules::Field field = tests::field_from_picture(picture);
  rules::drop_pair(field, notation::parse_queue_letters(pair)->at(0), greedy_choice(picture, pair));
  rules::simulate_chain(field);
  return field;
}

TEST(Greedy, PrefersAChainToAFlatField) {
  EXPECT_EQ(after_greedy("R.....\nR.....\nR.....", "RY").occupied().count(), 1);
}

TEST(Greedy, FiresTheChainThatScoresMore) {
  // Red fires one link in column 1; blue in column 5 one that lets the yellow cell fall into a second.
  const rules::Field after = after_greedy(
      "R.....\n"
      "R....Y\n"
      "R....B\n"
      "OOGRGB\n"
      "OOYYYB",
      "RB");
  EXPECT_TRUE(after.board(rules::Cell::yellow).empty());
  EXPECT_FALSE(after.board(rules::Cell::red).empty());
}

TEST(Greedy, KeepsTheFieldFlatWithoutAChain) {
  EXPECT_EQ(greedy_choice("RB..YG\nBRYGBR", "YB"), (Placement{3, Rotation::right}));
  EXPECT_EQ(greedy_choice("GBRY.G\nBRYG.R\nRGBYGB", "RY"), (Placement{5, Rotation::up}));
}

TEST(Greedy, TakesTheFirstOfEqualPlacements) {
  EXPECT_EQ(greedy_choice("......", "RB"), greedy_choice("......", "YG"));
  EXPECT_EQ(greedy_choice("......", "RR"), greedy_choice("......", "RB"));
}

TEST(Greedy, DoesNotLoseForAFlatField) {
  // Across columns 3 and 4 the field would be flattest, but the next pair would be blocked.
  const std::string_view field =
      "GB..YG\n"
      "BROGBR\n"
      "GBORYG\n"
      "BROGBR\n"
      "GBORYG\n"
      "BROGBR\n"
      "GBORYG\n"
      "BROGBR\n"
      "GBORYG\n"
      "BROGBR\n"
      "GBORYG\n"
      "BROGBR";
  const Placement placement = greedy_choice(field, "PP");
  EXPECT_NE(placement.x, rules::kSpawnColumn);
  EXPECT_NE(placement.child_x(), rules::kSpawnColumn);
}

// Returns true if the seat survives a possible placement. Tries all of them in the game itself.
bool can_live(const Position& position, const rules::Ruleset& ruleset) {
  for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
    const rules::Heights heights = position.own.field.heights();
    if ((possible_placements(position) >> i & 1U) == 0) continue;
    if (!rules::landing(heights, rules::kPlacements[i]).fits()) return true;  // leaves columns 3 as it is
    rules::Field after = position.own.field;
    rules::drop_pair(after, position.own.pairs[0], rules::kPlacements[i]);
    rules::simulate_chain(after);
    const bool choked = after.at(rules::kSpawnColumn, rules::kSpawnRow) != rules::Cell::empty;
    const bool dead =
        ruleset.choke == rules::Choke::spawn_cell ? choked : rules::droppable_placements(after.heights()) == 0;
    if (!dead) return true;
  }
  return false;
}

// Counts the choices of greedy that lose although another placement survives.
class Watched final : public Player {
 public:
  explicit Watched(const PlayerSetup& setup) : greedy_(setup), ruleset_(setup.ruleset) {}

  Placement choose(const Position& position, const SearchLimits& limits) override {
    const Placement chosen = greedy_.choose(position, limits);
    if (!rules::landing(position.own.field.heights(), chosen).fits()) return chosen;
    rules::Field after = position.own.field;
    rules::drop_pair(after, position.own.pairs[0], chosen);
    rules::simulate_chain(after);
    const bool choked = after.at(rules::kSpawnColumn, rules::kSpawnRow) != rules::Cell::empty;
    const bool dies =
        ruleset_.choke == rules::Choke::spawn_cell ? choked : rules::droppable_placements(after.heights()) == 0;
    deaths += dies ? 1 : 0;
    suicides += dies && can_live(position, ruleset_) ? 1 : 0;
    return chosen;
  }

  int deaths = 0;
  int suicides = 0;

 private:
  Greedy greedy_;
  const rules::Ruleset& ruleset_;
};

TEST(Greedy, NeverLosesIfAPlacementSurvives) {
  for (const rules::Ruleset* ruleset : {&frames_ruleset(), &turns_ruleset()}) {
    int deaths = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Watched one({.ruleset = *ruleset, .seed = 1});
      Watched two({.ruleset = *ruleset, .seed = 2});
      tests::play_game({.ruleset = *ruleset, .seed = seed, .queue = {}}, {&one, &two}, nullptr);
      EXPECT_EQ(one.suicides + two.suicides, 0) << ruleset->id << " seed " << seed;
      deaths += one.deaths + two.deaths;
    }
    EXPECT_GT(deaths, 0) << "no seat was ever forced to lose, so this proves nothing";
  }
}

}  // namespace
}  // namespace rensa::players
