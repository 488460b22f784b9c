#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/rules/drop.h"
#include "engine/search/template_search.h"
#include "tests/tools/field_picture.h"

namespace rensa::search {
namespace {

using rules::Cell;
using rules::Field;
using rules::Pair;
using templates::Template;
using tests::field_from_picture;

constexpr Pair kRedBlue{Cell::red, Cell::blue};
constexpr Pair kRedRed{Cell::red, Cell::red};

std::vector<Template> templates_of(const std::string& text) {
  std::vector<Template> templates;
  for (const templates::Drawing& drawing : templates::parse_trusted_drawings(text)) templates.emplace_back(drawing);
  return templates;
}

// Returns the field after the chosen placement, before groups vanish.
Field after_choice(const Field& field, const std::vector<Pair>& pairs, const std::vector<Template>& templates) {
  limits::SearchBudget budget(limits::SearchLimits{});
  const auto choice = choose_by_hands(field, pairs, rules::droppable_placements(field.heights()), templates, budget);
  Field placed = field;
  EXPECT_TRUE(choice);
  if (choice) rules::drop_pair(placed, pairs.front(), rules::kPlacements[*choice]);
  return placed;
}

TEST(FormSearch, CompletesAFormWithOnePair) {
  const auto forms = templates_of("form stands\nAAABBB\n");
  const Field built = after_choice(field_from_picture("RR..BB"), {kRedBlue, kRedRed}, forms);
  EXPECT_TRUE(forms.front().is_built(built));
}

TEST(FormSearch, CompletesAFormWithTwoPairs) {
  const auto forms = templates_of("form stands\nAB....\nAB....\nAB....\n");
  Field field = field_from_picture("RB....");
  field = after_choice(field, {kRedBlue, kRedBlue}, forms);
  EXPECT_FALSE(forms.front().is_built(field));
  EXPECT_TRUE(forms.front().is_built(after_choice(field, {kRedBlue}, forms)));
}

TEST(FormSearch, FiresNothingBeforeAllLinksStand) {
  const auto forms = templates_of(
      "chain fires\n"
      "B.....\n"
      "AAAA..\n"
      "BBB...\n");
  const Field field = field_from_picture(
      "RRR...\n"
      "BBBG..");
  const Field placed = after_choice(field, {{Cell::red, Cell::yellow}}, forms);
  EXPECT_FALSE(placed.at(4, 2) == Cell::red);
}

TEST(FormSearch, RemovesContradictions) {
  const auto forms = templates_of("form stands\nAAAB..\n");
  const Field field = field_from_picture(
      "GG....\n"
      "RBGR..");
  const Field placed = after_choice(field, {{Cell::green, Cell::green}}, forms);
  EXPECT_EQ(placed.at(3, 2), Cell::green) << "four of them vanish";
}

TEST(FormSearch, ReturnsNothingWithoutPlacements) {
  const auto forms = templates_of("form stands\nAAABBB\n");
  limits::SearchBudget budget(limits::SearchLimits{});
  EXPECT_FALSE(choose_by_hands(Field{}, std::vector<Pair>{kRedBlue}, 0, forms, budget));
}

}  // namespace
}  // namespace rensa::search
