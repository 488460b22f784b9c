#include <gtest/gtest.h>
#include <vector>

#include "engine/notation/text.h"
#include "engine/rules/rng.h"
#include "engine/templates/template.h"

namespace rensa::templates {
namespace {

using rules::Cell;
using rules::Field;

Template template_of(const std::string& rows) {
  return Template(parse_trusted_drawings("form stands\n" + rows).front());
}

// One more puyo in a random column; mostly a colour.
struct Drop {
  int x;
  int y;
  Cell puyo;
};

Drop random_drop(rules::Rng& rng, const Field& field) {
  const rules::Heights heights = field.heights();
  int x = 0;
  do {
    x = 1 + static_cast<int>(rng.next() % rules::kColumns);
  } while (heights[static_cast<std::size_t>(x)] >= rules::kHiddenRow);
  const Cell what = rng.next() % 32 == 0 ? Cell::garbage : rules::kColours[rng.next() % 5];
  return {x, heights[static_cast<std::size_t>(x)] + 1, what};
}

void expect_as_matched(const IncrementalMatch& match_so_far, const Field& field) {
  const TemplateMatch match = match_so_far.form().match(field);
  ASSERT_EQ(match_so_far.contradicts(), match.contradicts) << notation::picture_of(field);
  if (!match.contradicts) {
    ASSERT_EQ(match_so_far.filled(), match.filled) << notation::picture_of(field);
  }
}

TEST(IncrementalMatch, EqualsAFullMatchAfterEveryPuyo) {
  rules::Rng rng(9, 10);
  for (const TemplateFamily& family : template_families()) {
    const Template& form = family.templates.front();
    int alive = 0;
    for (int run = 0; run < 200; ++run) {
      Field field;
      IncrementalMatch match_so_far(form);
      for (int puyos = 0; puyos < 60 && !match_so_far.contradicts(); ++puyos) {
        Drop drop = random_drop(rng, field);
        // Most puyos that would contradict are left out, so that forms get filled.
        const std::size_t cell = matrix_cell(drop.x, drop.y);
        if (match_so_far.effect_at(cell).forbids(drop.puyo) && rng.next() % 16 != 0) continue;
        field.put(drop.x, drop.y, drop.puyo);
        match_so_far.add_puyo(cell, drop.puyo);
        expect_as_matched(match_so_far, field);
        expect_as_matched(IncrementalMatch(form, field), field);
        alive += match_so_far.contradicts() ? 0 : 1;
      }
    }
    EXPECT_GT(alive, 1000) << family.name;
  }
}

TEST(IncrementalMatch, PredictsTheEffectOfEachColourInACell) {
  rules::Rng rng(11, 12);
  const Template& form = find_template_family("stairs")->templates.front();
  for (int run = 0; run < 100; ++run) {
    Field field;
    IncrementalMatch match_so_far(form);
    for (int puyos = 0; puyos < 40; ++puyos) {
      const Drop drop = random_drop(rng, field);
      if (drop.puyo == Cell::garbage) continue;
      const std::size_t cell = matrix_cell(drop.x, drop.y);
      Field after = field;
      after.put(drop.x, drop.y, drop.puyo);
      const TemplateMatch match = form.match(after);
      ASSERT_EQ(match_so_far.effect_at(cell).forbids(drop.puyo), match.contradicts) << notation::picture_of(after);
      if (match.contradicts) continue;
      ASSERT_EQ(match_so_far.filled() + match_so_far.effect_at(cell).gain, match.filled) << notation::picture_of(after);
      field = after;
      match_so_far.add_puyo(cell, drop.puyo);
    }
  }
}

TEST(IncrementalMatch, GarbageContradictsInALinkOnly) {
  const Template form = template_of("AABB..\n");
  IncrementalMatch in_link(form);
  in_link.add_puyo(matrix_cell(1, 1), Cell::garbage);
  EXPECT_TRUE(in_link.contradicts());
  IncrementalMatch above(form);
  above.add_puyo(matrix_cell(1, 1), Cell::red);
  above.add_puyo(matrix_cell(1, 2), Cell::garbage);
  EXPECT_FALSE(above.contradicts());
}

TEST(IncrementalMatch, CellEffectIsUpdatedByOtherPuyos) {
  CellEffect effect;
  effect.add_neighbour(30, Cell::red);
  EXPECT_EQ(effect.gain, 30);
  EXPECT_FALSE(effect.forbids(Cell::red));
  EXPECT_TRUE(effect.forbids(Cell::blue));
  effect.add_neighbour(-20, Cell::red);
  EXPECT_EQ(effect.gain, 50);
  EXPECT_TRUE(effect.forbids(Cell::red));
}

}  // namespace
}  // namespace rensa::templates
