#include "engine/templates/chain_book.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/notation/text.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/templates/drawing.h"
#include "tests/engine/templates/plain_form.h"
#include "tests/tools/field_picture.h"

namespace rensa::templates {
namespace {

using rules::Cell;
using rules::Field;

// The form alone, on the floor or on puyos that carry it and do not join it.
Field alone(const PlainForm& form) {
  Field field;
  for (const auto& [place, link] : form) {
    const auto [x, y] = place;
    field.put(x, y, rules::kColours[static_cast<std::size_t>(link)]);
    for (int below = y - 1; below >= 1 && !form.contains({x, below}); --below) {
      field.put(x, below, (x + below) % 2 == 0 ? Cell::green : Cell::purple);
    }
  }
  return field;
}

TEST(ChainForms, HaveDifferentNames) {
  const auto drawings = parse_trusted_drawings(kChainForms);
  EXPECT_GE(drawings.size(), 60U);
  std::set<std::string> names;
  for (const Drawing& drawing : drawings) EXPECT_TRUE(names.insert(drawing.name).second) << drawing.name;
}

TEST(ChainForms, AreChainsOfThreeLinksInTheirOrder) {
  for (const Drawing& drawing : parse_trusted_drawings(kChainForms)) {
    ASSERT_EQ(drawing.link_count, 3) << drawing.name;
    ASSERT_EQ(drawing.kind, Drawing::Kind::fires) << drawing.name;
    Field field = alone(plain_form_of(drawing, false));
    const std::string picture = notation::picture_of(field);
    for (std::size_t link = 0; link < 3; ++link) {
      const rules::Board own = field.board(rules::kColours[link]);
      EXPECT_EQ(rules::groups_of_four(field.planes()), own) << drawing.name << ", link " << link << '\n' << picture;
      rules::erase_groups(field);
      rules::settle(field);
    }
    EXPECT_TRUE(rules::groups_of_four(field.planes()).empty()) << drawing.name << '\n' << picture;
  }
}

TEST(ChainForms, HaveNoGapsAndAPuyoOfTheFirstLinkOnTop) {
  for (const Drawing& drawing : parse_trusted_drawings(kChainForms)) {
    const PlainForm form = plain_form_of(drawing, false);
    bool is_on_top = false;
    for (const auto& [place, link] : form) {
      const auto [x, y] = place;
      if (!form.contains({x, y + 1})) {
        is_on_top |= link == 0;
        for (int above = y + 2; above <= rules::kVisibleRows; ++above) {
          EXPECT_FALSE(form.contains({x, above})) << drawing.name;
        }
      }
    }
    EXPECT_TRUE(is_on_top) << drawing.name;
  }
}

TEST(ChainForms, AreAllDifferentEvenAsMirrorImages) {
  std::map<PlainForm, std::string> seen;
  for (const Drawing& drawing : parse_trusted_drawings(kChainForms)) {
    const PlainForm form = plain_form_of(drawing, false);
    const PlainForm mirrored = plain_form_of(drawing, true);
    EXPECT_FALSE(seen.contains(form)) << drawing.name << " is " << seen[form];
    EXPECT_FALSE(seen.contains(mirrored)) << drawing.name << " is a mirror image of " << seen[mirrored];
    seen[form] = drawing.name;
  }
}

using Lacking = std::vector<std::pair<int, Cell>>;
using Found = std::set<std::tuple<std::string, bool, Cell, Lacking>>;

// The match at a place, tested cell by cell as in the header.
std::optional<std::pair<Cell, Lacking>> match_at(const Field& field, const PlainForm& form, int x0, int y0) {
  std::array<Cell, 3> colours{};
  const auto cell_at = [&](int x, int y) { return field.at(x + x0, y + y0); };
  for (const auto& [place, link] : form) {
    const auto [x, y] = place;
    if (x + x0 > rules::kColumns || y + y0 > rules::kVisibleRows) return std::nullopt;
    const Cell cell = cell_at(x, y);
    const bool is_lowest = !form.contains({x, y - 1});
    if (cell == Cell::empty) {
      if (is_lowest && form.contains({x, y + 1})) return std::nullopt;
      if (is_lowest && y + y0 > 1 && cell_at(x, y - 1) == Cell::empty) return std::nullopt;
      continue;
    }
    Cell& colour = colours[static_cast<std::size_t>(link)];
    if (!rules::is_colour(cell) || (colour != Cell::empty && colour != cell)) return std::nullopt;
    colour = cell;
  }
  Lacking missing;
  for (const auto& [place, link] : form) {
    const auto [x, y] = place;
    const Cell colour = colours[static_cast<std::size_t>(link)];
    if (colour == Cell::empty) return std::nullopt;
    for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}}) {
      const auto next = form.find({x + dx, y + dy});
      if (next == form.end() || next->second == link) continue;
      if (colours[static_cast<std::size_t>(next->second)] == colour) return std::nullopt;
    }
    if (cell_at(x, y) == Cell::empty) missing.emplace_back(x + x0, colour);
  }
  if (missing.empty()) return std::nullopt;
  return std::pair{colours[0], missing};
}

Found plainly_found(const Field& field, int max_missing) {
  Found found;
  for (const Drawing& drawing : parse_trusted_drawings(kChainForms)) {
    for (const bool is_mirrored : {false, true}) {
      const PlainForm form = plain_form_of(drawing, is_mirrored);
      if (is_mirrored && form == plain_form_of(drawing, false)) continue;
      for (int x = 0; x < rules::kColumns; ++x) {
        for (int y = 0; y < rules::kVisibleRows; ++y) {
          const auto match = match_at(field, form, x, y);
          if (!match || static_cast<int>(match->second.size()) > max_missing) continue;
          found.emplace(drawing.name, is_mirrored, match->first, match->second);
        }
      }
    }
  }
  return found;
}

Found found(const Field& field, int max_missing) {
  std::vector<FormMatch> matches(1000);
  matches.resize(chain_book().find(field.planes(), max_missing, matches));
  Found found;
  for (const FormMatch& match : matches) {
    Lacking missing;
    for (int i = 0; i < match.count; ++i) {
      const FormMatch::Puyo puyo = match.missing[static_cast<std::size_t>(i)];
      missing.emplace_back(puyo.x, puyo.colour);
    }
    const ChainBook::Form& form = chain_book().forms()[match.form];
    EXPECT_TRUE(found.emplace(form.name, form.is_mirrored, match.first, missing).second) << form.name << " twice";
  }
  return found;
}

TEST(ChainBook, FindsTheSameAsComparingEveryPlace) {
  rules::Rng rng(71, 1);
  std::size_t matches = 0;
  std::set<std::tuple<std::string, bool>> forms;
  for (int i = 0; i < 1200; ++i) {
    const Field field = field_with_part_of_a_form(rng);
    const int max_missing = 1 + static_cast<int>(rng.below(kMaxMissingPuyos));
    const Found expected = plainly_found(field, max_missing);
    ASSERT_EQ(found(field, max_missing), expected) << notation::picture_of(field);
    matches += expected.size();
    for (const auto& [name, is_mirrored, first, missing] : expected) forms.emplace(name, is_mirrored);
  }
  EXPECT_GT(matches, 800U);
  EXPECT_GT(forms.size(), 140U);
}

TEST(ChainBook, StopsWhenTheOutputIsFull) {
  rules::Rng rng(72, 1);
  for (int i = 0; i < 200; ++i) {
    const Field field = field_with_part_of_a_form(rng);
    std::vector<FormMatch> all(1000);
    all.resize(chain_book().find(field.planes(), kMaxMissingPuyos, all));
    if (all.size() < 2) continue;
    std::vector<FormMatch> first(all.size() - 1);
    EXPECT_EQ(chain_book().find(field.planes(), kMaxMissingPuyos, first), first.size());
    EXPECT_EQ(first.front().form, all.front().form);
  }
}

TEST(ChainBook, FindsNothingInAnEmptyField) { EXPECT_TRUE(found({}, kMaxMissingPuyos).empty()); }

// The example of the mayah AI talk: blue, red and yellow for A, B and C of a GTR.
TEST(ChainBook, FindsTheMissingPuyosOfAGtr) {
  const Field field = tests::field_from_picture(
      "..Y...\n"
      "BBRYYY\n"
      "RRYGGG\n");
  EXPECT_THAT(found(field, 3),
              testing::Contains(std::tuple{std::string("gtr_tail_over"), false, Cell::blue,
                                           Lacking{{1, Cell::blue}, {1, Cell::blue}, {2, Cell::red}}}));
  EXPECT_TRUE(found(field, 2).empty());
}

}  // namespace
}  // namespace rensa::templates
