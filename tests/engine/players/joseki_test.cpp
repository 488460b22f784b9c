#include "engine/players/joseki.h"

#include <array>
#include <gtest/gtest.h>
#include <string_view>

#include "engine/players/gaze.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/pair_queue.h"
#include "engine/search/template_search.h"
#include "engine/templates/template.h"
#include "tests/tools/field_picture.h"

namespace rensa::players {
namespace {

const rules::Ruleset& jaist() { return *rules::find_ruleset("jaist-1"); }

Position alone(const rules::Field& field, const rules::PairQueue& queue, int hand) {
  Position position;
  position.ruleset = jaist();
  position.pacing = rules::Pacing::turns;
  position.decision_due = true;
  position.own.field = field;
  position.own.hand = hand;
  position.own.pairs_shown = 3;
  for (int i = 0; i < 3; ++i) position.own.pairs[static_cast<std::size_t>(i)] = queue.at(hand - 1 + i);
  return position;
}

const PlayerOptions kQuick{.nodes = 2000};

std::size_t choice_of_forms(const Position& position) {
  const rules::Field& field = position.own.field;
  limits::SearchBudget budget(limits::SearchLimits{});
  return *search::choose_by_templates(field, known_pairs(position.own), rules::droppable_placements(field.heights()),
                                      templates::find_template_family("gtr")->templates, search::TemplateRule::greatest,
                                      budget);
}

TEST(Joseki, StartsWithTheChoiceOfItsTemplates) {
  const auto queue = rules::PairQueue::from_seed(3, 4);
  Joseki player = joseki({.ruleset = jaist(), .seed = 0});
  rules::Field field;
  for (int hand = 1; hand <= 6; ++hand) {
    const Position position = alone(field, queue, hand);
    const rules::Placement expected = rules::kPlacements[choice_of_forms(position)];
    EXPECT_EQ(player.choose(position, {}), expected);
    rules::drop_pair(field, position.own.pairs[0], expected);
    ASSERT_EQ(rules::simulate_chain(field).links, 0);
  }
}

// Garbage in the lowest row contradicts every form.
TEST(Joseki, BuildsFreelyIfNoFormCanBeBuilt) {
  const rules::Field field = tests::field_from_picture("OOOOOO");
  const auto queue = rules::PairQueue::from_seed(3, 4);
  Joseki player = joseki({.ruleset = jaist(), .seed = 5, .options = kQuick});
  Gaze alone_too({.ruleset = jaist(), .seed = 5, .options = kQuick});
  EXPECT_EQ(player.choose(alone(field, queue, 1), {}), alone_too.choose(alone(field, queue, 1), {}));
  // This holds for the rest of the game, even without the garbage.
  EXPECT_EQ(player.choose(alone({}, queue, 2), {}), alone_too.choose(alone({}, queue, 2), {}));
}

TEST(Joseki, LeavesAFormThatMatchesWellEnough) {
  const auto queue = rules::PairQueue::from_seed(11, 4);
  Gaze alone_too({.ruleset = jaist(), .seed = 5, .options = kQuick});
  // Any match is enough here.
  Joseki player({.ruleset = jaist(), .seed = 5, .options = kQuick},
                {.templates = templates::find_template_family("gtr")->templates, .enough = -1, .grows = true});
  for (int hand = 1; hand <= 3; ++hand) {
    EXPECT_EQ(player.choose(alone({}, queue, hand), {}), alone_too.choose(alone({}, queue, hand), {}));
  }
}

TEST(Joseki, FiresAChainThatBuriesTheOpponent) {
  Position position =
      alone(tests::field_from_picture(".....B\n"
                                      "RRR.BB"),
            rules::PairQueue::from_pairs(std::array{rules::Pair{rules::Cell::red, rules::Cell::blue}}), 1);
  position.opponent.hand = 1;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= 11; ++y) position.opponent.field.put(x, y, rules::Cell::garbage);
  }
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.garbage_rate = 50;  // two links are worth seven
  position.ruleset = ruleset;
  Joseki player = joseki({.ruleset = ruleset, .seed = 0});
  rules::drop_pair(position.own.field, position.own.pairs[0], player.choose(position, {}));
  EXPECT_GT(rules::simulate_chain(position.own.field).links, 0);
}

// Red below green on column 1 fires four links, which send 36 garbage. That does not bury the opponent.
constexpr std::string_view kFourLinks =
    ".BY...\n"
    "RGBY..\n"
    "RGBY..\n"
    "RGBY..";

Position against(const rules::Field& opponent) {
  using enum rules::Cell;
  const std::array pairs{rules::Pair{red, green}, rules::Pair{purple, purple}, rules::Pair{purple, purple}};
  Position position = alone(tests::field_from_picture(kFourLinks), rules::PairQueue::from_pairs(pairs), 1);
  position.opponent = position.own;
  position.opponent.field = opponent;
  return position;
}

int links_of_choice(const Position& position) {
  Joseki player = joseki({.ruleset = jaist(), .seed = 0, .options = kQuick});
  rules::Field field = position.own.field;
  rules::drop_pair(field, position.own.pairs[0], player.choose(position, {}));
  return rules::simulate_chain(field).links;
}

TEST(Joseki, FiresAnAttackThatCannotBeAnswered) { EXPECT_EQ(links_of_choice(against({})), 4); }

TEST(Joseki, DoesNotFireIfTheOpponentHasTheSameAttack) {
  EXPECT_EQ(links_of_choice(against(tests::field_from_picture(kFourLinks))), 0);
}

TEST(Joseki, OpensWithItsFormAgainstAnOpponentToo) {
  const auto queue = rules::PairQueue::from_seed(3, 4);
  Position position = alone({}, queue, 1);
  position.opponent = position.own;
  Joseki player = joseki({.ruleset = jaist(), .seed = 0});
  EXPECT_EQ(player.choose(position, {}), rules::kPlacements[choice_of_forms(position)]);
}

}  // namespace
}  // namespace rensa::players
