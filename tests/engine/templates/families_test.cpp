#include "engine/templates/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

#include "engine/rules/chain.h"
#include "engine/rules/picture.h"
#include "engine/rules/rng.h"

namespace rensa::templates {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Colours for the links, drawn by lot among all that the table allows.
bool colour(const Labelling& labelling, const TruthTable& table, rules::Rng& rng, int link,
            std::vector<rules::Cell>& colours) {
  if (link > labelling.links) return true;
  std::array<rules::Cell, 4> order{rules::Cell::red, rules::Cell::blue, rules::Cell::yellow, rules::Cell::green};
  for (std::size_t i = 3; i > 0; --i) std::swap(order[i], order[rng.next() % (i + 1)]);
  for (const rules::Cell cell : order) {
    bool allowed = true;
    for (int other = 1; other < link; ++other) {
      if (table.differs(link, other) && colours[static_cast<std::size_t>(other)] == cell) allowed = false;
    }
    if (!allowed) continue;
    colours[static_cast<std::size_t>(link)] = cell;
    if (colour(labelling, table, rng, link + 1, colours)) return true;
  }
  return false;
}

rules::Field filled(const Labelling& labelling, const std::vector<rules::Cell>& colours) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      const int label = labelling.labels.at(x, y);
      if (labelling.is_link(label)) field.put(x, y, colours[static_cast<std::size_t>(label)]);
    }
  }
  return field;
}

TEST(Families, AreWhatTheFilesSay) {
  ASSERT_NE(find_family("stairs"), nullptr);
  EXPECT_THAT(find_family("stairs")->templates, SizeIs(10));
  ASSERT_NE(find_family("sandwich"), nullptr);
  EXPECT_THAT(find_family("sandwich")->templates, SizeIs(12));
  ASSERT_NE(find_family("flat-stairs"), nullptr);
  EXPECT_THAT(find_family("flat-stairs")->templates, SizeIs(10));
  ASSERT_NE(find_family("flat-sandwich"), nullptr);
  EXPECT_THAT(find_family("flat-sandwich")->templates, SizeIs(12));
  for (const std::string_view fold : {"gtr", "new-gtr", "sullen-gtr", "fron", "meri"}) {
    ASSERT_NE(find_family(fold), nullptr) << fold;
    EXPECT_THAT(find_family(fold)->templates, SizeIs(2)) << fold << " and its mirror image";
  }
  ASSERT_NE(find_family("domino"), nullptr);
  EXPECT_THAT(find_family("domino")->templates, SizeIs(1));
  EXPECT_EQ(find_family("stair"), nullptr);
}

TEST(Families, HaveNoFaults) {
  for (const Family& family : families()) {
    for (const Template& one : family.templates) EXPECT_THAT(one.faults(), IsEmpty()) << one.name();
  }
}

// What the truth table is for: links in any colours that it allows make the chain that was drawn.
TEST(Families, LinksInWhateverColoursTheTableAllowsRunAsDrawn) {
  rules::Rng rng(1, 2);
  int chains = 0;
  for (const Family& family : families()) {
    for (const Drawing& drawing : drawings_of(family.text)) {
      if (drawing.kind != Drawing::Kind::fires) continue;
      const Labelling labelling = labelling_of(drawing);
      const TruthTable table = truth_table_of(labelling, drawing.kind).table;
      for (int i = 0; i < 100; ++i) {
        std::vector<rules::Cell> colours(static_cast<std::size_t>(labelling.links) + 1);
        ASSERT_TRUE(colour(labelling, table, rng, 1, colours)) << drawing.name << " needs more than four colours";
        rules::Field field = filled(labelling, colours);
        const rules::Field before = field;
        const rules::ChainResult chain = rules::simulate_chain(field);
        EXPECT_EQ(chain.links, drawing.link_count) << drawing.name << '\n' << rules::picture_of(before);
        EXPECT_TRUE(field.all_clear()) << drawing.name << '\n' << rules::picture_of(before);
        ++chains;
      }
    }
  }
  EXPECT_EQ(chains, 100 * (10 + 12 + 10 + 12 + 5 * 2));
}

}  // namespace
}  // namespace rensa::templates
