#include "engine/limits/search_limits.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/beam_search.h"
#include "engine/search/chain_tree.h"
#include "engine/search/exchange.h"
#include "engine/search/placement_potential.h"
#include "engine/search/possible_chains.h"
#include "engine/search/template_search.h"
#include "engine/templates/template.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/tools/counting_evaluator.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/setting_flag.h"

namespace rensa::search {
namespace {

using limits::SearchBudget;
using rules::Field;
using rules::Pair;

constexpr BeamSettings kNarrow{.known_pair_width = 30, .width = 6, .depth = 6, .futures = 3, .late_futures = 5};

struct Question {
  Field field;
  std::vector<Pair> pairs;
  std::uint32_t placements = 0;
};

std::vector<Question> questions(int count) {
  rules::Rng rng(73, 1);
  std::vector<Question> all;
  for (int i = 0; i < count; ++i) {
    Question question;
    question.field = evaluation::random_play(rng, 3 + 5 * i % 30);
    for (int pair = 0; pair < 1 + i % rules::kMaxVisiblePairs; ++pair) {
      question.pairs.push_back({rules::kColours[rng.below(4)], rules::kColours[rng.below(4)]});
    }
    question.placements = rules::droppable_placements(question.field.heights());
    all.push_back(question);
  }
  return all;
}

// The fields after all placements of the first pair that choke nothing. One field alone has too few possible chains to
// show how often a search looks at its flag.
std::vector<Field> fields_after_first_pair(const Question& question) {
  std::vector<Field> fields;
  for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
    if ((question.placements >> i & 1U) == 0) continue;
    Field field = question.field;
    rules::drop_pair(field, question.pairs[0], rules::kPlacements[i]);
    rules::simulate_chain(field);
    if (!field.is_choked()) fields.push_back(field);
  }
  return fields;
}

// A search: returns its result as text, so that results of all searches can be compared.
struct NamedSearch {
  std::string name;
  std::function<std::string(const Question&, SearchBudget&)> run;
};

std::string text_of(const PlacementForecasts& forecasts) {
  std::string text;
  for (const PlacementForecast& one : forecasts) {
    text += std::to_string(one.survives) + ',' + std::to_string(one.fired.score) + ',' +
            std::to_string(one.expected_value) + ' ';
  }
  return text;
}

std::vector<NamedSearch> all_searches() {
  const auto first = [](std::optional<std::size_t> choice) { return choice ? std::to_string(*choice) : "none"; };
  std::vector<NamedSearch> searches;
  searches.push_back({"beam", [](const Question& question, SearchBudget& budget) {
                        BeamSearch beam(kNarrow, {});
                        const tests::CountingEvaluator evaluator;
                        return text_of(
                            beam.evaluate(question.field, question.pairs, question.placements, 5, evaluator, budget));
                      }});
  searches.push_back({"potentials", [](const Question& question, SearchBudget& budget) {
                        std::string text;
                        const auto potentials = potentials_of(question.field, question.pairs, question.placements, {},
                                                              evaluation::OneColourEvaluator(), budget);
                        for (const PlacementPotential& one : potentials) {
                          text += std::to_string(one.best_later.attack) + ',' + std::to_string(one.build_value) + ' ';
                        }
                        return text;
                      }});
  for (const TemplateRule rule : {TemplateRule::greatest, TemplateRule::mean}) {
    searches.push_back({rule == TemplateRule::greatest ? "templates by the greatest" : "templates by the mean",
                        [first, rule](const Question& question, SearchBudget& budget) {
                          return first(choose_by_templates(question.field, question.pairs, question.placements,
                                                           templates::find_template_family("gtr")->templates, rule,
                                                           budget));
                        }});
  }
  searches.push_back({"forms", [first](const Question& question, SearchBudget& budget) {
                        return first(choose_by_hands(question.field, question.pairs, question.placements,
                                                     templates::find_template_family("gtr")->templates, budget));
                      }});
  for (const bool use_book : {false, true}) {
    searches.push_back({use_book ? "possible chains with the book" : "possible chains",
                        [use_book](const Question& question, SearchBudget& budget) {
                          std::string text;
                          const auto note = [&text](const PossibleChain& chain, const Field&) {
                            text += std::to_string(chain.score) + ' ';
                          };
                          const auto finder = std::make_unique<PossibleChainFinder>();
                          for (const Field& field : fields_after_first_pair(question)) {
                            finder->for_each(field, {.use_book = use_book}, budget, note);
                          }
                          return text;
                        }});
  }
  searches.push_back({"exchange", [](const Question& question, SearchBudget& budget) {
                        const auto finder = std::make_unique<ChainTreeFinder>(rules::Ruleset{});
                        const std::span known = std::span(question.pairs);
                        const ChainTree own = finder->tree_of(question.field, known, budget);
                        const ChainTree theirs = finder->tree_of(question.field, known.first(1), budget);
                        const ExchangeResult result = solve_exchange({.tree = &own, .incoming = 20, .certain_at = 60},
                                                                     {.tree = &theirs}, {}, budget);
                        return std::to_string(result.net()) + ' ' + std::to_string(result.choice);
                      }});
  return searches;
}

TEST(SearchLimits, WithoutThemAnUnsetFlagChangesNothing) {
  for (const NamedSearch& search : all_searches()) {
    for (const Question& question : questions(tests::cases(8, 30))) {
      SearchBudget unlimited(limits::SearchLimits{});
      const std::string expected = search.run(question, unlimited);
      EXPECT_FALSE(unlimited.has_ended()) << search.name;
      const limits::StopFlag unset;
      SearchBudget budget({.stop = &unset});
      EXPECT_EQ(search.run(question, budget), expected) << search.name;
      EXPECT_EQ(budget.searched(), unlimited.searched()) << search.name;
      SearchBudget enough({.nodes = unlimited.searched()});
      EXPECT_EQ(search.run(question, enough), expected) << search.name;
      EXPECT_FALSE(enough.has_ended()) << search.name;
    }
  }
}

TEST(SearchLimits, ASearchHasExactlyTheNodesOfItsLimit) {
  rules::Rng rng(74, 1);
  for (const NamedSearch& search : all_searches()) {
    for (const Question& question : questions(tests::cases(8, 30))) {
      SearchBudget unlimited(limits::SearchLimits{});
      search.run(question, unlimited);
      for (int i = 0; i < 6 && unlimited.searched() > 0; ++i) {
        const std::int64_t nodes = rng.below(static_cast<std::uint32_t>(unlimited.searched()));
        SearchBudget budget({.nodes = nodes});
        search.run(question, budget);
        EXPECT_EQ(budget.searched(), nodes) << search.name << " of " << unlimited.searched();
        EXPECT_TRUE(budget.has_ended()) << search.name;
      }
    }
  }
}

TEST(SearchLimits, ASearchEndsAtMostSixtyFourNodesAfterItsFlagIsSet) {
  rules::Rng rng(75, 1);
  for (const NamedSearch& search : all_searches()) {
    SCOPED_TRACE(search.name);
    int stopped = 0;
    for (const Question& question : questions(tests::cases(8, 30))) {
      SearchBudget unlimited(limits::SearchLimits{});
      search.run(question, unlimited);
      for (int i = 0; i < 6 && unlimited.searched() > 0; ++i) {
        const std::int64_t after = rng.below(static_cast<std::uint32_t>(unlimited.searched()));
        const tests::SettingFlag flag(after);
        SearchBudget budget({.stop = &flag});
        search.run(question, budget);
        EXPECT_LE(budget.searched() - after, tests::kMostNodesBetweenLooks) << search.name << " after " << after;
        stopped += flag.was_seen() ? 1 : 0;
      }
    }
    EXPECT_GT(stopped, 0) << search.name << " never saw the flag";
  }
}

// The nodes that a search reports are those that it evaluates, apart from lost and repeated fields.
TEST(SearchLimits, TheBeamEvaluatesNoMoreFieldsThanItCounts) {
  rules::Rng rng(76, 1);
  for (const Question& question : questions(tests::cases(10, 40))) {
    tests::CountingEvaluator evaluator;
    BeamSearch beam(kNarrow, {});
    SearchBudget unlimited(limits::SearchLimits{});
    beam.evaluate(question.field, question.pairs, question.placements, 5, evaluator, unlimited);
    EXPECT_LE(evaluator.evaluated, unlimited.searched());
    EXPECT_GT(2 * evaluator.evaluated, unlimited.searched()) << "most fields are new";
    tests::CountingEvaluator stopping;
    stopping.stop_after = 1 + rng.below(static_cast<std::uint32_t>(evaluator.evaluated));
    SearchBudget budget({.stop = &stopping.stop});
    beam.evaluate(question.field, question.pairs, question.placements, 5, stopping, budget);
    EXPECT_LE(stopping.evaluated - stopping.stop_after, tests::kMostNodesBetweenLooks);
  }
}

TEST(BeamSearch, InPartsEqualsTheSearchAtOnce) {
  rules::Rng rng(77, 1);
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  for (const Question& question : questions(tests::cases(12, 60))) {
    BeamSettings settings = kNarrow;
    if (rng.below(2) == 0) settings.race = RaceSettings{};
    BeamSearch whole(settings, {});
    SearchBudget unlimited(limits::SearchLimits{});
    const std::string expected =
        text_of(whole.evaluate(question.field, question.pairs, question.placements, 9, evaluator, unlimited));
    BeamSearch beam(settings, {});
    std::int64_t nodes = 0;
    std::string found;
    for (bool is_complete = false; !is_complete;) {
      SearchBudget part({.nodes = 1 + rng.below(300)});
      found = text_of(beam.resume(question.field, question.pairs, question.placements, 9, evaluator, part));
      nodes += part.searched();
      is_complete = !part.has_ended();
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(nodes, unlimited.searched());
    SearchBudget none({.nodes = 0});
    EXPECT_EQ(text_of(beam.resume(question.field, question.pairs, question.placements, 9, evaluator, none)), expected)
        << "a complete search is remembered";
    EXPECT_FALSE(none.has_ended());
  }
}

TEST(BeamSearch, BeginsAnewForAnotherQuestion) {
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  const evaluation::OneColourEvaluator other_evaluator;
  const Question question = questions(3).back();
  const auto fresh = [&](std::uint64_t seed, const evaluation::FieldEvaluator& by) {
    BeamSearch beam(kNarrow, {});
    SearchBudget unlimited(limits::SearchLimits{});
    return text_of(beam.evaluate(question.field, question.pairs, question.placements, seed, by, unlimited));
  };
  BeamSearch beam(kNarrow, {});
  const auto resumed = [&](std::uint64_t seed, const evaluation::FieldEvaluator& by, std::int64_t nodes) {
    SearchBudget budget({.nodes = nodes});
    return text_of(beam.resume(question.field, question.pairs, question.placements, seed, by, budget));
  };
  resumed(1, evaluator, 200);
  EXPECT_EQ(resumed(2, evaluator, limits::kUnlimitedNodes), fresh(2, evaluator)) << "other futures";
  resumed(2, evaluator, 200);
  EXPECT_EQ(resumed(2, other_evaluator, limits::kUnlimitedNodes), fresh(2, other_evaluator)) << "another evaluator";
}

TEST(BeamSearch, AStoppedSearchKnowsWhatItHasTried) {
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  const Question question = questions(2).back();
  BeamSearch beam(kNarrow, {});
  SearchBudget none({.nodes = 0});
  for (const PlacementForecast& one :
       beam.evaluate(question.field, question.pairs, question.placements, 1, evaluator, none)) {
    EXPECT_FALSE(one.survives);
  }
  SearchBudget seven({.nodes = 7});
  const PlacementForecasts forecasts =
      beam.evaluate(question.field, question.pairs, question.placements, 1, evaluator, seven);
  EXPECT_EQ(std::ranges::count_if(forecasts, &PlacementForecast::survives), 7);
}

}  // namespace
}  // namespace rensa::search
