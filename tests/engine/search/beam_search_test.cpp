#include "engine/search/beam_search.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/notation/text.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/long_tests.h"

namespace rensa::search {

bool operator==(const PlacementForecast& a, const PlacementForecast& b) {
  return a.survives == b.survives && a.fired == b.fired && a.expected_value == b.expected_value;
}

void PrintTo(const PlacementForecast& forecast, std::ostream* out) {
  *out << (forecast.survives ? "survives, " : "dies, ") << forecast.fired.links << " links, promise "
       << forecast.expected_value;
}

namespace {

using rules::Field;
using rules::Pair;
using tests::field_from_picture;
using enum rules::Cell;

// The beam is so wide that it keeps all fields.
constexpr BeamSettings kWhole{.known_pair_width = 90'000,
                              .width = 90'000,
                              .depth = 3,
                              .futures = 2,
                              .late_empty_cells = 24,
                              .late_futures = 3,
                              .wait_cost_permille = 50,
                              .target_score = 300};
constexpr evaluation::SearchRules kFiring{
    .formula = rules::AttackFormula::score, .choke = rules::Choke::spawn_cell, .colours = 4};
constexpr evaluation::EvaluationWeights kWeights{.link = 1000,
                                                 .puyo = -150,
                                                 .trigger_row = 20,
                                                 .contact = 30,
                                                 .between = 20,
                                                 .step = -5,
                                                 .garbage = -40,
                                                 .tear = -25,
                                                 .wasted = -60};
constexpr evaluation::WeightsByPhase kPlan{{kWeights, kWeights, kWeights}};
constexpr evaluation::EvaluationWeights kPenalty{.step = -50, .garbage = -100, .tear = -25};
constexpr evaluation::WeightsByPhase kPenalties{{kPenalty, kPenalty, kPenalty}};

// Plays every line, level by level. A field is one node in a level, with the best of the ways that lead to it.
class NaiveBeam {
 public:
  NaiveBeam(const BeamSettings& settings, const evaluation::WeightsByPhase& weights,
            const evaluation::SearchRules& firing)
      : settings_(settings), weights_(weights), rules_(firing) {}

  PlacementForecasts evaluate(const Field& field, const std::vector<Pair>& known, std::uint64_t seed) {
    PlacementForecasts forecasts;
    Level first_level;
    const std::uint32_t possible = rules::droppable_placements(field.heights());
    for (std::size_t i = 0; i < forecasts.size(); ++i) {
      if ((possible >> i & 1U) == 0) continue;
      if (known[0].axis == known[0].child && i >= forecasts.size() / 2) continue;
      Field placed = field;
      forecasts[i].fired = put(placed, known[0], i);
      forecasts[i].survives = !duel::is_lost(placed, rules_.choke);
      if (forecasts[i].survives) add(first_level, placed, {i}, value_of_move(field, i, forecasts[i].fired));
    }

    const bool is_late = rules::kVisibleCells.without(field.occupied()).count() <= settings_.late_empty_cells;
    const int futures = is_late ? settings_.late_futures : settings_.futures;
    std::array<std::int64_t, rules::kPlacementCount> sums{};
    for (int future = 0; future < futures; ++future) {
      best_.fill(kLossValue);
      Level level = first_level;
      if (known.size() == 1) update_best(level);
      rules::Rng rng(seed, static_cast<std::uint64_t>(future));
      for (int hand = 1; hand < settings_.depth; ++hand) {
        const bool is_known = hand < std::ssize(known);
        level =
            expanded(level, is_known ? known[static_cast<std::size_t>(hand)] : drawn(rng), permille_of(hand, known));
        if (is_known || hand + 1 == settings_.depth) update_best(level);
      }
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += best_[i];
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (forecasts[i].survives) forecasts[i].expected_value = static_cast<int>(sums[i] / futures);
    }
    return forecasts;
  }

 private:
  struct Node {
    Field field;
    std::set<std::size_t> roots;
    int actions = 0;
  };
  using Level = std::map<std::string, Node>;  // by picture

  Pair drawn(rules::Rng& rng) const {
    const auto colours = static_cast<std::uint32_t>(rules_.colours);
    const rules::Cell axis = rules::kColours[rng.below(colours)];
    return {axis, rules::kColours[rng.below(colours)]};
  }

  static rules::ChainResult put(Field& field, Pair pair, std::size_t placement) {
    rules::drop_pair(field, pair, rules::kPlacements[placement]);
    return rules::simulate_chain(field);
  }

  int value_of_move(const Field& before, std::size_t placement, const rules::ChainResult& chain) const {
    const evaluation::EvaluationWeights& weights = weights_.of(evaluation::field_phase(before));
    const int tear = rules::is_pair_split(before.heights(), rules::kPlacements[placement]) ? weights.tear : 0;
    return tear + weights.wasted * chain.links;
  }

  static void add(Level& level, const Field& field, const std::set<std::size_t>& roots, int actions) {
    const auto [at, is_new] = level.try_emplace(notation::picture_of(field), Node{field, roots, actions});
    if (is_new) return;
    at->second.roots.insert(roots.begin(), roots.end());
    at->second.actions = std::max(at->second.actions, actions);
  }

  void raise_best(const std::set<std::size_t>& roots, int points) {
    for (const std::size_t root : roots) best_[root] = std::max(best_[root], points);
  }

  void update_best(const Level& level) {
    for (const auto& [picture, node] : level) {
      const evaluation::EvaluationWeights& weights = weights_.of(evaluation::field_phase(node.field));
      raise_best(node.roots, node.actions + evaluation::evaluate_field(node.field, rules_.colours, weights));
    }
  }

  int permille_of(int hand, const std::vector<Pair>& known) const {
    if (!settings_.race)
      return 1000 - settings_.wait_cost_permille * std::max(hand - static_cast<int>(known.size()) + 1, 0);
    int permille = 1000;
    for (int i = 0; i < hand; ++i) permille = permille * settings_.race->kept_permille / 1000;
    return permille;
  }

  // Returns the value of a chain that reaches the target and starts in `placed`.
  std::optional<int> chain_value(const Field& placed, const rules::ChainResult& chain, int permille) const {
    if (!settings_.race) {
      return chain.score >= settings_.target_score ? std::optional(chain.score * permille / 1000) : std::nullopt;
    }
    if (chain.links < settings_.race->min_links) return std::nullopt;
    const bool by_literature = rules_.formula == rules::AttackFormula::literature;
    const int attack = by_literature ? evaluation::literature_attack_of(placed) : chain.score;
    return std::min(attack / settings_.race->attack_per_garbage, settings_.race->max_garbage) * permille;
  }

  Level expanded(const Level& level, Pair pair, int permille) {
    Level next;
    for (const auto& [picture, node] : level) {
      const std::uint32_t possible = rules::droppable_placements(node.field.heights());
      for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
        if ((possible >> i & 1U) == 0) continue;
        Field before = node.field;
        rules::drop_pair(before, pair, rules::kPlacements[i]);
        Field placed = before;
        const rules::ChainResult chain = rules::simulate_chain(placed);
        if (const std::optional<int> count = chain_value(before, chain, permille)) {
          raise_best(node.roots, *count);
        } else if (!duel::is_lost(placed, rules_.choke)) {
          add(next, placed, node.roots, node.actions + value_of_move(node.field, i, chain));
        }
      }
    }
    return next;
  }

  BeamSettings settings_;
  evaluation::WeightsByPhase weights_;
  evaluation::SearchRules rules_;
  std::array<int, rules::kPlacementCount> best_{};
};

// A beam search without limits, with an evaluator of its own.
class WeightedBeam {
 public:
  WeightedBeam(const BeamSettings& settings, const evaluation::WeightsByPhase& weights,
               const evaluation::SearchRules& firing)
      : beam_(settings, firing), evaluator_(weights) {}

  PlacementForecasts evaluate(const Field& field, std::span<const Pair> known, std::uint32_t placements,
                              std::uint64_t seed) {
    limits::SearchBudget budget(limits::SearchLimits{});
    return beam_.evaluate(field, known, placements, seed, evaluator_, budget);
  }

 private:
  BeamSearch beam_;
  evaluation::WeightedEvaluator evaluator_;
};

std::vector<Pair> random_pairs(rules::Rng& rng, int count) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back({rules::kColours[rng.below(4)], rules::kColours[rng.below(4)]});
  return pairs;
}

PlacementForecasts look_at_all(WeightedBeam& beam, const Field& field, const std::vector<Pair>& known,
                               std::uint64_t seed) {
  return beam.evaluate(field, known, rules::droppable_placements(field.heights()), seed);
}

TEST(BeamSearch, EqualsPlayingEveryLine) {
  rules::Rng rng(71, 1);
  const int fields = tests::cases(30, 60);
  int with_chains = 0;
  for (int i = 0; i < fields; ++i) {
    const Field field = evaluation::random_play(rng, 3 + i % 36);
    const std::vector<Pair> known = random_pairs(rng, 1 + i % 3);
    BeamSettings settings = kWhole;
    if (i % 20 == 2) settings.depth = 4;
    if (i % 5 == 0) settings.target_score = 1'000'000;
    evaluation::SearchRules firing = kFiring;
    if (i % 4 == 0) firing.choke = rules::Choke::no_move;
    if (i % 7 == 3) settings.race = {.min_links = 1, .max_garbage = 5, .attack_per_garbage = 70, .kept_permille = 900};
    if (i % 7 == 5) {
      settings.race = {.min_links = 2, .max_garbage = 20, .attack_per_garbage = 1, .kept_permille = 850};
      firing.formula = rules::AttackFormula::literature;
    }
    const std::uint64_t seed = rng.next();
    const evaluation::WeightsByPhase& weights = i % 3 == 0 ? kPenalties : kPlan;
    WeightedBeam beam(settings, weights, firing);
    const PlacementForecasts found = look_at_all(beam, field, known, seed);
    const PlacementForecasts expected = NaiveBeam(settings, weights, firing).evaluate(field, known, seed);
    ASSERT_EQ(found, expected) << "case " << i << '\n' << notation::picture_of(field);
    with_chains +=
        std::ranges::any_of(expected, [](const PlacementForecast& forecast) { return forecast.fired.links > 0; }) ? 1
                                                                                                                  : 0;
  }
  EXPECT_GT(with_chains, fields / 3);
}

TEST(BeamSearch, ABadFieldIsBetterThanALoss) {
  WeightedBeam beam({.depth = 2, .futures = 2}, kPenalties, kFiring);
  const std::vector<Pair> known{{red, blue}};
  const PlacementForecasts bad = look_at_all(beam, field_from_picture("O.....\nO.....\nO....."), known, 1);
  for (const PlacementForecast& forecast : bad) {
    EXPECT_LT(forecast.expected_value, 0);
    EXPECT_GT(forecast.expected_value, kLossValue);
  }
  EXPECT_GT(bad[2].expected_value, bad[0].expected_value) << "a higher step";
}

TEST(BeamSearch, DoesNotDependOnEarlierCalls) {
  rules::Rng rng(72, 1);
  constexpr BeamSettings kNarrow{.known_pair_width = 20, .width = 5, .depth = 6, .futures = 3, .late_futures = 4};
  const Field field = evaluation::random_play(rng, 12);
  const std::vector<Pair> known = random_pairs(rng, 2);
  WeightedBeam beam(kNarrow, kPlan, kFiring);
  const PlacementForecasts first = look_at_all(beam, field, known, 5);
  for (int i = 0; i < 10; ++i) look_at_all(beam, evaluation::random_play(rng, 4 * i), random_pairs(rng, 1 + i % 3), 6);
  EXPECT_EQ(look_at_all(beam, field, known, 5), first);
  WeightedBeam other(kNarrow, kPlan, kFiring);
  EXPECT_EQ(look_at_all(other, field, known, 5), first);
  EXPECT_NE(look_at_all(other, field, known, 6), first) << "other futures";
}

// With one colour, all futures are the same pair.
TEST(BeamSearch, FuturesShareTheNodesOfTheirFirstPair) {
  const Field field = field_from_picture("RGB...\n");
  const evaluation::WeightedEvaluator evaluator(kPlan);
  const auto nodes_in = [&](int futures) {
    BeamSettings settings = kWhole;
    settings.depth = 2;
    settings.futures = futures;
    limits::SearchBudget budget(limits::SearchLimits{});
    BeamSearch(settings, {.choke = rules::Choke::spawn_cell, .colours = 1})
        .evaluate(field, std::vector<Pair>{{red, blue}}, rules::droppable_placements(field.heights()), 1, evaluator,
                  budget);
    return budget.searched();
  };
  EXPECT_EQ(nodes_in(20), nodes_in(1));
}

TEST(BeamSearch, EvaluatesOnlyTheGivenPlacements) {
  WeightedBeam beam(kWhole, kPlan, kFiring);
  constexpr std::uint32_t kAsked = 1U << 3 | 1U << 8;
  const PlacementForecasts forecasts =
      beam.evaluate(field_from_picture("RGB...\n"), std::vector<Pair>{{red, blue}}, kAsked, 1);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    EXPECT_EQ(forecasts[i].survives, (kAsked >> i & 1U) != 0) << i;
    if (!forecasts[i].survives) {
      EXPECT_EQ(forecasts[i], PlacementForecast{});
    }
  }
}

TEST(BeamSearch, SkipsUpsideDownDoubles) {
  WeightedBeam beam(kWhole, kPlan, kFiring);
  const PlacementForecasts forecasts =
      look_at_all(beam, field_from_picture("RGB...\n"), {{red, red}, {blue, green}}, 1);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    EXPECT_EQ(forecasts[i].survives, i < forecasts.size() / 2) << i;
    if (!forecasts[i].survives) {
      EXPECT_EQ(forecasts[i], PlacementForecast{});
    }
  }
}

Field spawn_column_of(int height) {
  Field field;
  for (int y = 1; y <= height; ++y) field.put(rules::kSpawnColumn, y, garbage);
  return field;
}

constexpr std::size_t kUprightOnSpawn = 2;

TEST(BeamSearch, AChokedFieldDoesNotSurvive) {
  ASSERT_EQ(rules::kPlacements[kUprightOnSpawn], (rules::Placement{rules::kSpawnColumn, rules::Rotation::up}));
  const Field field = spawn_column_of(11);
  WeightedBeam beam(kWhole, kPlan, kFiring);
  const PlacementForecasts forecasts = look_at_all(beam, field, {{red, blue}}, 1);
  EXPECT_FALSE(forecasts[kUprightOnSpawn].survives);
  EXPECT_EQ(forecasts[kUprightOnSpawn].expected_value, 0);
  EXPECT_TRUE(forecasts[0].survives);
  evaluation::SearchRules no_move = kFiring;
  no_move.choke = rules::Choke::no_move;
  WeightedBeam other(kWhole, kPlan, no_move);
  EXPECT_TRUE(look_at_all(other, field, {{red, blue}}, 1)[kUprightOnSpawn].survives) << "other placements are left";
}

constexpr evaluation::WeightsByPhase kWorthless{};

TEST(BeamSearch, FindsATriggerInTheNextKnownPair) {
  const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  // The next pair fires two links, for all placements of the current one on columns 4 to 6.
  constexpr int kTwoLinks = 40 + 40 * 8;
  BeamSettings settings = kWhole;
  settings.depth = 2;
  settings.futures = 1;
  settings.target_score = kTwoLinks;
  const std::vector<Pair> known = {{yellow, green}, {red, yellow}};
  WeightedBeam beam(settings, kWorthless, kFiring);
  EXPECT_EQ(look_at_all(beam, field, known, 1)[5].expected_value, kTwoLinks);
  settings.target_score = kTwoLinks + 1;
  WeightedBeam wants_more(settings, kWorthless, kFiring);
  EXPECT_EQ(look_at_all(wants_more, field, known, 1)[5].expected_value, 0)
      << "too few points are but a field without them";
}

TEST(BeamSearch, AChainWithTheTargetScoreEndsItsLine) {
  const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamSettings settings = kWhole;
  settings.depth = 2;
  settings.futures = 1;
  // The field after the chain has a greater value than the chain. It counts if the chain is below the target score.
  evaluation::WeightsByPhase weights;
  for (evaluation::EvaluationWeights& phase : weights.phases) phase.wasted = 5000;
  const std::vector<Pair> known = {{yellow, green}, {red, yellow}};
  settings.target_score = 100;
  WeightedBeam ends(settings, weights, kFiring);
  EXPECT_EQ(look_at_all(ends, field, known, 1)[5].expected_value, 360);
  settings.target_score = 1'000;
  WeightedBeam goes_on(settings, weights, kFiring);
  EXPECT_EQ(look_at_all(goes_on, field, known, 1)[5].expected_value, 2 * 5000);
}

TEST(BeamSearch, InARaceTheSoonerOfEqualChainsCountsMore) {
  const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamSettings settings = kWhole;
  settings.race = {.min_links = 2, .max_garbage = 20, .attack_per_garbage = 1, .kept_permille = 800};
  evaluation::SearchRules literature = kFiring;
  literature.formula = rules::AttackFormula::literature;
  WeightedBeam beam(settings, kWorthless, literature);
  // Two links make six garbage by the literature. Upright on column 6 the current pair does not disturb them.
  constexpr std::size_t kUprightOnTheRight = 5;
  const auto promise = [&](const std::vector<Pair>& known) {
    return look_at_all(beam, field, known, 1)[kUprightOnTheRight].expected_value;
  };
  EXPECT_EQ(promise({{yellow, green}, {red, yellow}, {green, green}}), 6 * 800);
  EXPECT_EQ(promise({{yellow, green}, {green, yellow}, {red, green}}), 6 * 640);
}

TEST(BeamSearch, InARaceItDoesNotWaitForUselessGarbage) {
  const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamSettings settings = kWhole;
  settings.depth = 2;
  settings.race = {.min_links = 2, .max_garbage = 4, .attack_per_garbage = 1, .kept_permille = 800};
  evaluation::SearchRules literature = kFiring;
  literature.formula = rules::AttackFormula::literature;
  WeightedBeam beam(settings, kWorthless, literature);
  EXPECT_EQ(look_at_all(beam, field, {{yellow, green}, {red, yellow}}, 1)[5].expected_value, 4 * 800);
}

TEST(BeamSearch, AChainLosesTheWaitCostForEachRandomPair) {
  // Every random pair fires a chain, and the current pair does not cover a trigger.
  const Field field = field_from_picture(
      "GGG...\n"
      "BBB...\n"
      "RRRYYY\n");
  BeamSettings settings = kWhole;
  settings.depth = 2;
  settings.target_score = 1;
  settings.futures = 1;
  int chains = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BeamSettings one = settings;
    one.wait_cost_permille = 0;
    WeightedBeam waits(one, kWorthless, kFiring);
    one.wait_cost_permille = 100;
    WeightedBeam hastens(one, kWorthless, kFiring);
    const PlacementForecasts long_run = look_at_all(waits, field, {{purple, purple}}, seed);
    const PlacementForecasts short_run = look_at_all(hastens, field, {{purple, purple}}, seed);
    for (std::size_t i = 0; i < long_run.size(); ++i) {
      EXPECT_EQ(short_run[i].expected_value, long_run[i].expected_value * 900 / 1000);
      chains += long_run[i].expected_value > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(chains, 20);
}

// Counts by the settings: `known_pair_width` fields are expanded after the known pairs, and `width` after each random
// pair.
int most_weighed(const BeamSettings& settings) {
  const int expanded = std::max(settings.futures, settings.late_futures) *
                       (settings.known_pair_width + (settings.depth - 3) * settings.width);
  return (rules::kPlacementCount + expanded) * rules::kPlacementCount;
}

TEST(BeamSearch, ScalesItsWidthToTheNumberOfNodes) {
  constexpr BeamSettings kTerms{.known_pair_width = 100, .width = 20, .depth = 12, .futures = 6, .late_futures = 30};
  EXPECT_EQ(scale_to_nodes(kTerms, 0), kTerms);
  EXPECT_EQ(scale_to_nodes(kTerms, most_weighed(kTerms)), kTerms);
  for (const int nodes : {20'000, 50'000, 200'000, 1'000'000, 5'000'000}) {
    const BeamSettings scaled = scale_to_nodes(kTerms, nodes);
    EXPECT_NEAR(most_weighed(scaled), nodes, nodes / 4) << nodes;
    BeamSettings same = scaled;
    same.known_pair_width = kTerms.known_pair_width;
    same.width = kTerms.width;
    EXPECT_EQ(same, kTerms) << "nothing else changes";
  }
}

TEST(BeamSearch, KeepsAtLeastOneField) {
  const BeamSettings narrowest = scale_to_nodes({}, 1);
  EXPECT_EQ(narrowest.known_pair_width, 1);
  EXPECT_EQ(narrowest.width, 1);
  WeightedBeam beam(narrowest, kPlan, kFiring);
  EXPECT_TRUE(look_at_all(beam, {}, {{red, blue}, {red, blue}}, 1)[0].survives);
}

TEST(BeamSearch, WidthHasAMaximum) {
  const BeamSettings widest = scale_to_nodes({}, 2'000'000'000);
  EXPECT_LE(widest.known_pair_width, 100'000);
  EXPECT_LE(widest.width, 100'000);
}

}  // namespace
}  // namespace rensa::search
