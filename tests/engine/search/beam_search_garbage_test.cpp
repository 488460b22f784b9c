#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "engine/duel/garbage_drop.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/beam_search.h"
#include "tests/tools/field_picture.h"

namespace rensa::search {
namespace {

using rules::Field;
using rules::Pair;
using tests::field_from_picture;
using enum rules::Cell;

constexpr evaluation::SearchRules kRules{};
constexpr evaluation::EvaluationWeights kWeights{.contact = 30, .step = -5, .garbage = -40};
constexpr evaluation::WeightsByPhase kPlan{{kWeights, kWeights, kWeights}};
constexpr BeamSettings kOneHand{.depth = 1, .futures = 1, .late_futures = 1, .target_score = 1'000'000};
constexpr std::size_t kUprightOnTheRight = 5;

PlacementForecasts evaluate(const BeamSettings& settings, const Field& field, const std::vector<Pair>& pairs,
                            const evaluation::WeightsByPhase& weights = kPlan) {
  const evaluation::WeightedEvaluator evaluator(weights);
  limits::SearchBudget budget(limits::SearchLimits{});
  return BeamSearch(settings, kRules)
      .evaluate(field, pairs, rules::droppable_placements(field.heights()), 1, evaluator, budget);
}

BeamSettings with_incoming(BeamSettings settings, int garbage, int hands, int attack_per_garbage = 10) {
  settings.incoming = {.garbage = {.announced = garbage}, .hands = hands, .attack_per_garbage = attack_per_garbage};
  return settings;
}

int value_of(const Field& field) {
  const evaluation::WeightedEvaluator evaluator(kPlan);
  return evaluator.evaluate(field, kRules.colours);
}

Field after_placement(Field field, Pair pair, std::size_t index) {
  rules::drop_pair(field, pair, rules::kPlacements[index]);
  rules::simulate_chain(field);
  return field;
}

void drop_rows(Field& field, int rows) {
  duel::GarbageColumns columns{};
  for (std::size_t x = 1; x <= rules::kColumns; ++x) columns[x] = static_cast<std::uint8_t>(rows);
  duel::drop_garbage(field, columns);
}

TEST(BeamSearchGarbage, FallsAfterTheLastHandThatCouldFire) {
  const Field field = field_from_picture("RG....");
  const Pair pair{yellow, blue};
  Field expected = after_placement(field, pair, kUprightOnTheRight);
  const int without = value_of(expected);
  EXPECT_EQ(evaluate(with_incoming(kOneHand, 12, 2), field, {pair})[kUprightOnTheRight].expected_value, without);
  drop_rows(expected, 2);
  const int with = value_of(expected);
  ASSERT_NE(with, without);
  EXPECT_EQ(evaluate(with_incoming(kOneHand, 12, 1), field, {pair})[kUprightOnTheRight].expected_value, with);
}

TEST(BeamSearchGarbage, FallsInTheNextHandsToo) {
  BeamSettings settings = kOneHand;
  settings.depth = 2;
  settings.known_pair_width = 1'000;
  const std::vector<Pair> pairs{{yellow, blue}, {red, green}};
  // The field is better without garbage. With garbage after the second hand, all lines have it.
  const int late = evaluate(with_incoming(settings, 6, 2), {}, pairs)[kUprightOnTheRight].expected_value;
  const int later = evaluate(with_incoming(settings, 6, 3), {}, pairs)[kUprightOnTheRight].expected_value;
  EXPECT_EQ(late, later - 6 * 40);
}

TEST(BeamSearchGarbage, ThatIsCertainFallsBeforeTheRest) {
  const Pair pair{yellow, blue};
  BeamSettings settings = kOneHand;
  settings.incoming = {.garbage = {.certain = 6, .announced = 12}, .hands = 4};
  Field expected = after_placement({}, pair, kUprightOnTheRight);
  drop_rows(expected, 1);
  EXPECT_EQ(evaluate(settings, {}, {pair})[kUprightOnTheRight].expected_value, value_of(expected));
}

TEST(BeamSearchGarbage, IsCancelledByAChain) {
  const Field field = field_from_picture("RRR...");
  const Pair pair{green, red};
  constexpr std::size_t kRedBesideTheOthers = 14;
  ASSERT_EQ(rules::kPlacements[kRedBesideTheOthers], (rules::Placement{4, rules::Rotation::down}));
  const int cleared = value_of(after_placement(field, pair, kRedBesideTheOthers));
  // One link makes forty points, which are four garbage.
  EXPECT_EQ(evaluate(with_incoming(kOneHand, 4, 1), field, {pair})[kRedBesideTheOthers].expected_value, cleared);
  EXPECT_LE(evaluate(with_incoming(kOneHand, 5, 1), field, {pair})[kRedBesideTheOthers].expected_value, cleared - 40);
}

TEST(BeamSearchGarbage, ThatBuriesTheSideEndsTheGame) {
  Field field;
  for (int y = 1; y <= 8; ++y) field.put(rules::kSpawnColumn, y, garbage);
  const auto survives = [&field](int incoming) {
    return evaluate(with_incoming(kOneHand, incoming, 1), field, {{red, blue}})[kUprightOnTheRight].survives;
  };
  EXPECT_TRUE(survives(18));
  EXPECT_FALSE(survives(24));
}

TEST(BeamSearchGarbage, FallsThirtyCellsAtATime) {
  BeamSettings settings = kOneHand;
  settings.depth = 2;
  settings.known_pair_width = 1'000;
  const std::vector<Pair> pairs{{yellow, blue}, {red, green}};
  const auto value = [&](int incoming) {
    return evaluate(with_incoming(settings, incoming, 1), {}, pairs)[kUprightOnTheRight].expected_value;
  };
  EXPECT_EQ(value(30) - value(36), 6 * 40) << "a row falls after the second hand";
}

TEST(BeamSearchGarbage, CostsTheChainThatCancelsIt) {
  const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  constexpr int kTwoLinks = 40 + 40 * 8;
  BeamSettings settings{.known_pair_width = 1'000, .depth = 2, .futures = 1, .target_score = kTwoLinks};
  const std::vector<Pair> pairs{{yellow, green}, {red, yellow}};
  const auto value = [&](const BeamSettings& with) {
    return evaluate(with, field, pairs)[kUprightOnTheRight].expected_value;
  };
  const int free = value(settings);
  ASSERT_EQ(free, kTwoLinks);
  EXPECT_EQ(value(with_incoming(settings, 7, 2)), kTwoLinks - 7 * 10);
}

TEST(BeamSearchGarbage, TheFieldOfALineWithoutAChainNeedNotCount) {
  BeamSettings settings = kOneHand;
  settings.race = {.min_links = 1, .max_garbage = 20, .attack_per_garbage = 10, .counts_fields = false};
  const Field field = field_from_picture("RRR...");
  EXPECT_EQ(evaluate(settings, field, {{yellow, blue}})[kUprightOnTheRight].expected_value, 0);
  settings.depth = 2;
  EXPECT_EQ(evaluate(settings, field, {{yellow, blue}, {red, red}})[kUprightOnTheRight].expected_value,
            10 * kRaceGarbageValue * 850 / 1000)
      << "the second pair fires five cells, a hundred points";
}

TEST(BeamSearchGarbage, ALongChainTakesTheTimeOfHands) {
  const Field field = field_from_picture(
      "GGG...\n"
      "RRR...");
  const Pair pair{red, green};
  constexpr std::size_t kRedAboveGreenOnOne = 11;
  ASSERT_EQ(rules::kPlacements[kRedAboveGreenOnOne], (rules::Placement{1, rules::Rotation::down}));
  Field after = field;
  rules::drop_pair(after, pair, rules::kPlacements[kRedAboveGreenOnOne]);
  const rules::ChainResult chain = rules::simulate_chain(after);
  ASSERT_EQ(chain.links, 2);
  const int cleared = value_of(after);
  const int hands = 1 + hands_during(chain.frames);
  // The chain cancels 36 garbage, and six are left.
  const auto value = [&](int until) {
    return evaluate(with_incoming(kOneHand, 42, until), field, {pair})[kRedAboveGreenOnOne].expected_value;
  };
  EXPECT_LT(value(hands), cleared);
  EXPECT_EQ(value(hands + 1), cleared);
}

TEST(BeamSearchGarbage, AnAllClearCountsAsAMove) {
  const Field field = field_from_picture("RR....");
  BeamSettings settings = kOneHand;
  settings.all_clear = 700;
  const std::vector<Pair> pairs{{red, red}};
  constexpr std::size_t kFlatOnThree = 8;
  ASSERT_EQ(rules::kPlacements[kFlatOnThree], (rules::Placement{3, rules::Rotation::right}));
  const int with = evaluate(settings, field, pairs)[kFlatOnThree].expected_value;
  settings.all_clear = 0;
  EXPECT_EQ(with, evaluate(settings, field, pairs)[kFlatOnThree].expected_value + 700);
}

TEST(BeamSearchGarbage, TheNextChainHasThePointsOfAnAllClear) {
  // The current pair leaves no cell, and the next two make a chain of one link.
  BeamSettings settings{.known_pair_width = 1'000, .depth = 3, .futures = 1, .target_score = 40, .all_clear = 700};
  const std::vector<Pair> pairs{{red, red}, {yellow, yellow}, {yellow, yellow}};
  constexpr std::size_t kFlatOnThree = 8;
  const evaluation::WeightsByPhase worthless{};
  EXPECT_EQ(evaluate(settings, field_from_picture("RR...."), pairs, worthless)[kFlatOnThree].expected_value, 40 + 700);
}

}  // namespace
}  // namespace rensa::search
