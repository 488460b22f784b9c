#include "engine/templates/prospect.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/templates/families.h"
#include "engine/rules/picture.h"
#include "engine/rules/rng.h"

namespace rensa::templates {
namespace {

using rules::Cell;
using rules::Field;

Template template_of(const std::string& rows) { return Template(drawings_of("form stands\n" + rows).front()); }

// One puyo more in a column drawn at random; mostly of a colour.
struct Drop {
  int x;
  int y;
  Cell what;
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

void expect_as_matched(const Prospect& prospect, const Field& field) {
  const Match match = prospect.form().match(field);
  ASSERT_EQ(prospect.contradicts(), match.contradicts) << rules::picture_of(field);
  if (!match.contradicts) {
    ASSERT_EQ(prospect.filled(), match.filled) << rules::picture_of(field);
  }
}

TEST(Prospect, KnowsWhatMatchingFindsPuyoByPuyo) {
  rules::Rng rng(9, 10);
  for (const Family& family : families()) {
    const Template& form = family.templates.front();
    int alive = 0;
    for (int run = 0; run < 200; ++run) {
      Field field;
      Prospect prospect(form);
      for (int puyos = 0; puyos < 60 && !prospect.contradicts(); ++puyos) {
        Drop drop = random_drop(rng, field);
        // Most of those that would end the run are left out, so that forms are filled and do not only end.
        const std::size_t cell = matrix_cell(drop.x, drop.y);
        if (prospect.at(cell).bars(drop.what) && rng.next() % 16 != 0) continue;
        field.put(drop.x, drop.y, drop.what);
        prospect.put(cell, drop.what);
        expect_as_matched(prospect, field);
        expect_as_matched(Prospect(form, field), field);
        alive += prospect.contradicts() ? 0 : 1;
      }
    }
    EXPECT_GT(alive, 1000) << family.name;
  }
}

TEST(Prospect, SaysWhatEachColourWouldDoInACell) {
  rules::Rng rng(11, 12);
  const Template& form = find_family("stairs")->templates.front();
  for (int run = 0; run < 100; ++run) {
    Field field;
    Prospect prospect(form);
    for (int puyos = 0; puyos < 40; ++puyos) {
      const Drop drop = random_drop(rng, field);
      if (drop.what == Cell::garbage) continue;
      const std::size_t cell = matrix_cell(drop.x, drop.y);
      Field after = field;
      after.put(drop.x, drop.y, drop.what);
      const Match match = form.match(after);
      ASSERT_EQ(prospect.at(cell).bars(drop.what), match.contradicts) << rules::picture_of(after);
      if (match.contradicts) continue;
      ASSERT_EQ(prospect.filled() + prospect.at(cell).gain, match.filled) << rules::picture_of(after);
      field = after;
      prospect.put(cell, drop.what);
    }
  }
}

TEST(Prospect, GarbageContradictsInALinkOnly) {
  const Template form = template_of("AABB..\n");
  Prospect in_link(form);
  in_link.put(matrix_cell(1, 1), Cell::garbage);
  EXPECT_TRUE(in_link.contradicts());
  Prospect above(form);
  above.put(matrix_cell(1, 1), Cell::red);
  above.put(matrix_cell(1, 2), Cell::garbage);
  EXPECT_FALSE(above.contradicts());
}

TEST(Prospect, OfACellLearnsWhatStandsElsewhere) {
  Opening opening;
  opening.learn(30, Cell::red);
  EXPECT_EQ(opening.gain, 30);
  EXPECT_FALSE(opening.bars(Cell::red));
  EXPECT_TRUE(opening.bars(Cell::blue));
  opening.learn(-20, Cell::red);
  EXPECT_EQ(opening.gain, 50);
  EXPECT_TRUE(opening.bars(Cell::red));
}

}  // namespace
}  // namespace rensa::templates
