#include "engine/search/template_search.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

#include "engine/evaluation/placement_degrees.h"
#include "engine/notation/text.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "engine/templates/template.h"
#include "tests/tools/field_picture.h"

namespace rensa::search {
namespace {

using rules::Field;
using rules::Pair;
using templates::Template;
using tests::field_from_picture;

// The search without limits.
std::optional<std::size_t> choose_by_templates(const Field& field, std::span<const Pair> pairs,
                                               std::uint32_t placements, std::span<const Template> templates,
                                               TemplateRule rule) {
  limits::SearchBudget budget(limits::SearchLimits{});
  return search::choose_by_templates(field, pairs, placements, templates, rule, budget);
}

constexpr int kMostPuyos = 78;  // of a field

constexpr Pair kRedBlue{rules::Cell::red, rules::Cell::blue};
constexpr Pair kGreenGreen{rules::Cell::green, rules::Cell::green};

std::vector<Template> templates_of(const std::string& text) {
  std::vector<Template> templates;
  for (const templates::Drawing& drawing : templates::parse_trusted_drawings(text)) templates.emplace_back(drawing);
  return templates;
}

rules::Placement choice(const Field& field, const std::vector<Pair>& pairs, const std::vector<Template>& templates,
                        TemplateRule rule = TemplateRule::greatest) {
  const auto chosen = choose_by_templates(field, pairs, rules::droppable_placements(field.heights()), templates, rule);
  return chosen ? rules::kPlacements[*chosen] : rules::Placement{};
}

// The same in the simplest way: every placement of every pair, one by one.
class Naive {
 public:
  using Value = std::tuple<int, std::int64_t, int>;  // status, value, lowness

  Naive(std::vector<Pair> pairs, const std::vector<Template>& templates, TemplateRule rule)
      : pairs_(std::move(pairs)), templates_(templates), rule_(rule) {}

  std::size_t choose(const Field& field) const {
    std::size_t choice = 0;
    std::optional<Value> best;
    for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
      if ((rules::droppable_placements(field.heights()) >> i & 1U) == 0) continue;
      const Value value = value_of(field, 0, rules::kPlacements[i]);
      if (best && value <= *best) continue;
      best = value;
      choice = i;
    }
    return choice;
  }

 private:
  static constexpr Value kNothing{0, 0, 0};

  Value value_of(Field field, std::size_t depth, rules::Placement placement) const {
    rules::drop_pair(field, pairs_[depth], placement);
    for (const Template& form : templates_) {
      if (form.is_built(field)) return {3, -static_cast<std::int64_t>(depth), 0};
    }
    rules::simulate_chain(field);
    if (field.is_choked()) return kNothing;
    if (depth + 1 == pairs_.size()) return leaf(field);
    Value best = kNothing;
    for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
      if ((rules::droppable_placements(field.heights()) >> i & 1U) == 0) continue;
      best = std::max(best, value_of(field, depth + 1, rules::kPlacements[i]));
    }
    return best;
  }

  Value leaf(const Field& field) const {
    int lowness = 0;
    for (int x = 1; x <= rules::kColumns; ++x) {
      int height = 0;
      while (field.at(x, height + 1) != rules::Cell::empty) ++height;
      lowness -= height * height;
    }
    std::vector<std::int64_t> degrees;
    int wrong = 1000;
    for (const Template& form : templates_) {
      const templates::TemplateMatch match = form.match(field);
      if (!match.contradicts) degrees.push_back(form.degree(match));
      wrong = std::min(wrong, form.wrong_puyos(field, kMostPuyos));
    }
    if (degrees.empty()) return {1, -wrong, lowness};
    const auto count = static_cast<std::int64_t>(degrees.size());
    const std::int64_t greatest = *std::max_element(degrees.begin(), degrees.end());
    std::int64_t sum = 0;
    for (const std::int64_t degree : degrees) sum += degree;
    if (rule_ == TemplateRule::greatest) return {2, greatest, lowness};
    if (rule_ == TemplateRule::with_next_pair) return {2, greatest_ahead(field), lowness};
    if (rule_ == TemplateRule::mean) return {2, sum / count, lowness};
    return {2, count * (templates::kFullDegree + 1) + greatest, lowness};
  }

  std::int64_t greatest_ahead(const Field& field) const {
    std::int64_t greatest = 0;
    for (const Template& form : templates_) {
      const templates::TemplateMatch match = form.match(field);
      if (match.contradicts) continue;
      std::int64_t sum = 0;
      for (std::size_t axis = 0; axis < 4; ++axis) {
        for (std::size_t child = 0; child < 4; ++child) {
          sum += gain_of(form, field, match.filled, {rules::kColours[axis], rules::kColours[child]});
        }
      }
      greatest = std::max(greatest, (16 * match.filled + evaluation::kNextPairWeight * sum) * templates::kFullDegree /
                                        (16 * form.full_weight()));
    }
    return greatest;
  }

  // Returns the gain at the best placement.
  static std::int64_t gain_of(const Template& form, const Field& field, int filled, Pair pair) {
    std::int64_t best = 0;
    for (const rules::Placement placement : rules::kPlacements) {
      const rules::Landing rest = rules::landing(field.heights(), placement);
      if (rest.axis_y > (placement.x == 3 ? 11 : 12) || rest.child_y > (placement.child_x() == 3 ? 11 : 12)) continue;
      Field placed = field;
      rules::drop_pair(placed, pair, placement);
      const templates::TemplateMatch match = form.match(placed);
      if (match.contradicts || fires_early(form, field, placed)) continue;
      best = std::max<std::int64_t>(best, match.filled - filled);
    }
    return best;
  }

  static bool fires_early(const Template& form, const Field& before, const Field& placed) {
    const rules::Board first = form.first_link();
    return !first.without(before.occupied()).empty() && first.without(placed.occupied()).empty() &&
           !form.missing(placed.occupied()).empty();
  }

  std::vector<Pair> pairs_;
  const std::vector<Template>& templates_;
  TemplateRule rule_;
};

Pair random_pair(rules::Rng& rng) { return {rules::kColours[rng.next() % 4], rules::kColours[rng.next() % 4]}; }

Field random_field(rules::Rng& rng, int hands) {
  Field field;
  for (int hand = 0; hand < hands; ++hand) {
    const std::uint32_t placements = rules::droppable_placements(field.heights());
    std::size_t at = rng.next() % rules::kPlacementCount;
    while ((placements >> at & 1U) == 0) at = (at + 1) % rules::kPlacementCount;
    rules::drop_pair(field, random_pair(rng), rules::kPlacements[at]);
    rules::simulate_chain(field);
    if (field.is_choked()) return {};
  }
  return field;
}

TEST(TemplateSearch, ChoosesLikeTheNaiveSearch) {
  std::vector<Template> templates = templates::find_template_family("stairs")->templates;
  templates.push_back(templates::find_template_family("domino")->templates.front());
  rules::Rng rng(5, 6);
  for (const TemplateRule rule : {TemplateRule::greatest, TemplateRule::fewest_contradictions, TemplateRule::mean,
                                  TemplateRule::with_next_pair}) {
    for (int i = 0; i < 24; ++i) {
      const Field field = random_field(rng, i % 12);
      std::vector<Pair> pairs;
      for (int depth = 0; depth <= i % 2; ++depth) pairs.push_back(random_pair(rng));
      const auto chosen =
          choose_by_templates(field, pairs, rules::droppable_placements(field.heights()), templates, rule);
      ASSERT_TRUE(chosen);
      ASSERT_EQ(*chosen, Naive(pairs, templates, rule).choose(field)) << notation::picture_of(field);
    }
  }
}

TEST(TemplateSearch, ChoosesLikeTheNaiveSearchWithThreePairs) {
  rules::Rng rng(7, 8);
  for (const std::string_view family : {"domino", "stairs"}) {
    const std::vector<Template>& templates = templates::find_template_family(family)->templates;
    for (int i = 0; i < 4; ++i) {
      const Field field = random_field(rng, 3 * i);
      const std::vector<Pair> pairs{random_pair(rng), random_pair(rng), random_pair(rng)};
      ASSERT_EQ(choose_by_templates(field, pairs, rules::droppable_placements(field.heights()), templates,
                                    TemplateRule::greatest),
                Naive(pairs, templates, TemplateRule::greatest).choose(field))
          << notation::picture_of(field);
    }
  }
}

// Fields of a growing form, which random fields hardly ever are: the trigger is nearly complete.
TEST(TemplateSearch, ChoosesLikeTheNaiveSearchWhileAFormGrows) {
  const std::vector<Template>& templates = templates::find_template_family("gtr")->templates;
  rules::Rng rng(13, 14);
  for (const TemplateRule rule : {TemplateRule::greatest, TemplateRule::with_next_pair}) {
    for (int game = 0; game < 2; ++game) {
      Field field;
      std::vector<Pair> pairs{random_pair(rng), random_pair(rng)};
      for (int hand = 0; hand < 14 && !field.is_choked(); ++hand) {
        const auto chosen =
            choose_by_templates(field, pairs, rules::droppable_placements(field.heights()), templates, rule);
        ASSERT_EQ(chosen, Naive(pairs, templates, rule).choose(field)) << notation::picture_of(field);
        rules::drop_pair(field, pairs[0], rules::kPlacements[*chosen]);
        rules::simulate_chain(field);
        pairs = {pairs[1], random_pair(rng)};
      }
    }
  }
}

TEST(TemplateSearch, PutsAPairWhereItsFormWantsIt) {
  const std::vector<Template> templates = templates_of("form stands\n....AA\n");
  EXPECT_EQ(choice({}, {kGreenGreen}, templates), (rules::Placement{5, rules::Rotation::right}));
}

TEST(TemplateSearch, CompletesAChainEvenIfThatFiresIt) {
  const std::vector<Template> templates = templates_of("two fires\nBA....\nAAA...\nBBB...\n");
  const Field field = field_from_picture(
      "R.....\n"
      "GGG...\n"
      "RRR...\n");
  const rules::Placement placement = choice(field, {{rules::Cell::green, rules::Cell::yellow}}, templates);
  Field after = field;
  rules::drop_pair(after, {rules::Cell::green, rules::Cell::yellow}, placement);
  EXPECT_TRUE(templates.front().is_built(after)) << notation::picture_of(after);
  EXPECT_EQ(rules::simulate_chain(after).links, 2);
}

TEST(TemplateSearch, SoonerIsBetter) {
  const std::vector<Template> templates = templates_of("form stands\n....AA\n");
  EXPECT_EQ(choice({}, {kGreenGreen, kGreenGreen, kGreenGreen}, templates),
            (rules::Placement{5, rules::Rotation::right}));
}

TEST(TemplateSearch, ReturnsNothingWithoutPlacements) {
  const std::vector<Template> templates = templates_of("form stands\nAA....\n");
  EXPECT_EQ(choose_by_templates({}, std::array{kRedBlue}, 0, templates, TemplateRule::greatest), std::nullopt);
}

TEST(TemplateSearch, AvoidsAChokedField) {
  // In (3,12) a green one has a border below it, so that it counts for more there than in (6,1).
  std::string rows = "..A...\n";
  for (int y = 11; y >= 2; --y) rows += "......\n";
  const std::vector<Template> templates = templates_of("form stands\n" + rows + ".....A\n");
  Field field;
  for (int y = 1; y <= 11; ++y) field.put(3, y, y % 2 == 0 ? rules::Cell::red : rules::Cell::blue);
  Field choked = field;
  rules::drop_pair(choked, kGreenGreen, {3, rules::Rotation::right});
  Field beside = field;
  rules::drop_pair(beside, kGreenGreen, {6, rules::Rotation::up});
  ASSERT_GT(templates.front().match(choked).filled, templates.front().match(beside).filled);
  const rules::Placement placement = choice(field, {kGreenGreen}, templates);
  EXPECT_NE(placement.x, 3);
  EXPECT_NE(placement.child_x(), 3);
}

}  // namespace
}  // namespace rensa::search
