#include "engine/templates/template.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <utility>

#include "engine/notation/text.h"
#include "engine/rules/chain.h"
#include "engine/rules/rng.h"
#include "tests/tools/field_picture.h"

namespace rensa::templates {
namespace {

using tests::field_from_picture;

constexpr int kMostPuyos = 78;  // of a field

// The formula of the thesis (3.2 to 3.4, and chapter 5 for the matrix): two matrices over all cells are compared entry
// by entry. All weights are doubled, so that the mean of two weights is an integer.
class Matrices {
 public:
  explicit Matrices(const Drawing& drawing)
      : labelling_(label_cells(drawing)),
        table_(find_colour_constraints(labelling_, drawing.kind).constraints),
        weights_(label_weights(labelling_, table_)) {}

  // Returns numerator and denominator, or nullopt for minus infinity.
  std::optional<std::pair<long, long>> degree(const rules::Field& field) const {
    long sum = 0;
    long full_weight = 0;
    for (int i = 0; i < kCells; ++i) {
      for (int j = 0; j < kCells; ++j) {
        const long wanted = template_entry(i, j);
        const long found = state_entry(field, i, j);
        if (found * wanted < 0) return std::nullopt;
        sum += found * wanted;
        full_weight += std::abs(wanted);
      }
    }
    return std::pair(sum, full_weight);
  }

 private:
  static constexpr int kCells = rules::kColumns * rules::kHiddenRow;
  static int x_of(int cell) { return cell % rules::kColumns + 1; }
  static int y_of(int cell) { return cell / rules::kColumns + 1; }

  long template_entry(int i, int j) const {
    const int a = labelling_.labels.at(x_of(i), y_of(i));
    const int b = labelling_.labels.at(x_of(j), y_of(j));
    if (a == 0 || b == 0) return 0;
    const long weight = weights_[static_cast<std::size_t>(a)] + weights_[static_cast<std::size_t>(b)];
    return a == b ? weight : table_.must_differ(a, b) ? -weight : 0;
  }

  long state_entry(const rules::Field& field, int i, int j) const {
    const rules::Cell a = field.at(x_of(i), y_of(i));
    const rules::Cell b = field.at(x_of(j), y_of(j));
    if (a == rules::Cell::empty || b == rules::Cell::empty) return 0;
    // Garbage has no colour. In a link it contradicts like a wrong colour.
    const bool in_link = labelling_.is_link(labelling_.labels.at(x_of(i), y_of(i))) && i == j;
    if (a == rules::Cell::garbage && in_link) return -1;
    return a == b ? 1 : -1;
  }

  LabelledDrawing labelling_;
  ColourConstraints table_;
  std::vector<int> weights_;
};

Template template_of(const std::string& rows) {
  return Template(parse_trusted_drawings("form stands\n" + rows).front());
}

TEST(Template, AnEmptyFieldFillsNothingAndContradictsNothing) {
  const TemplateMatch match = template_of("AABB..\n").match({});
  EXPECT_FALSE(match.contradicts);
  EXPECT_EQ(match.filled, 0);
}

TEST(Template, HasTheFullWeightOnlyWithItsBorders) {
  const Template form = template_of("AABB..\n");
  EXPECT_EQ(form.match(field_from_picture("YYGG..\nRRBBY.\n")).filled, form.full_weight());
  const TemplateMatch links_alone = form.match(field_from_picture("RRBB..\n"));
  EXPECT_FALSE(links_alone.contradicts);
  EXPECT_GT(links_alone.filled, form.full_weight() / 3);
  EXPECT_LT(links_alone.filled, form.full_weight());
}

TEST(Template, WeighsLinksByTheirConflictsAndWalls) {
  const Drawing drawing = parse_trusted_drawings("form stands\nAABB..\n").front();
  const LabelledDrawing labelling = label_cells(drawing);
  const std::vector<int> weights =
      label_weights(labelling, find_colour_constraints(labelling, drawing.kind).constraints);
  // A: B and two borders above, a wall and the floor. B: A, two above, one beside; the floor. Borders: one link each.
  EXPECT_EQ(weights, (std::vector<int>{0, 500, 500, 10, 10, 10, 10, 10}));
}

TEST(Template, TwoColoursInALinkContradict) {
  EXPECT_TRUE(template_of("AABB..\n").match(field_from_picture("RG....\n")).contradicts);
}

TEST(Template, OneColourInTwoLinksThatTouchContradicts) {
  EXPECT_TRUE(template_of("AABB..\n").match(field_from_picture("R..R..\n")).contradicts);
  EXPECT_FALSE(template_of("AA..BB\n").match(field_from_picture("R....R\n")).contradicts);
}

TEST(Template, ABorderInTheColourOfItsLinkContradicts) {
  EXPECT_TRUE(template_of("AABB..\n").match(field_from_picture("R.....\nR.....\n")).contradicts);
  EXPECT_FALSE(template_of("AABB..\n").match(field_from_picture("R.....\nG.....\n")).contradicts);
}

TEST(Template, GarbageMayLieBesideALinkButNotInIt) {
  EXPECT_TRUE(template_of("AABB..\n").match(field_from_picture("O.....\n")).contradicts);
  EXPECT_FALSE(template_of("AABB..\n").match(field_from_picture("O.....\nR.....\n")).contradicts);
}

TEST(Template, IsBuiltWhenItsLinksStandEvenWithoutBorders) {
  const Template form = template_of("AABB..\n");
  EXPECT_TRUE(form.is_built(field_from_picture("RRBB..\n")));
  EXPECT_TRUE(form.is_built(field_from_picture("GG....\nRRBBYY\n")));
  EXPECT_FALSE(form.is_built(field_from_picture("RRB...\n")));
  EXPECT_FALSE(form.is_built(field_from_picture("RRBG..\n")));
  EXPECT_FALSE(form.is_built(field_from_picture("R.....\nRRBB..\n"))) << "a border joins its link";
}

TEST(Template, DegreeIsBetweenZeroAndAMillion) {
  const Template form = template_of("AABB..\n");
  EXPECT_EQ(form.degree(form.match({})), 0);
  EXPECT_EQ(form.degree(form.match(field_from_picture("YYGG..\nRRBBY.\n"))), kFullDegree);
  // All weights are 10 here but for the links' 500: 2 + 2 cells of these, each with all four, of a whole with borders.
  const int links = 500 * 4 * 4;
  const int borders = 500 * (2 * 2 + 2 * 3) + 10 * 5 * (2 + 1);
  EXPECT_EQ(form.degree(form.match(field_from_picture("RRBB..\n"))), links * 1'000'000L / (links + borders));
}

TEST(Template, CountsThePuyosThatAreWrong) {
  const Template form = template_of("AABB..\n");
  EXPECT_EQ(form.wrong_puyos(field_from_picture("RRBB..\n"), kMostPuyos), 0);
  EXPECT_EQ(form.wrong_puyos(field_from_picture("RGBB..\n"), kMostPuyos), 1);
  EXPECT_EQ(form.wrong_puyos(field_from_picture("R.....\nRRBB..\n"), kMostPuyos), 1) << "the one above";
  EXPECT_EQ(form.wrong_puyos(field_from_picture("OO....\n"), kMostPuyos), 2);
}

// Every label has a random colour, so that many fields match. Some cells have another colour.
rules::Field grown(rules::Rng& rng, const LabelledDrawing& labelling, std::uint32_t mistakes_of_64) {
  constexpr std::array kFour{rules::Cell::red, rules::Cell::blue, rules::Cell::yellow, rules::Cell::green};
  std::array<rules::Cell, static_cast<std::size_t>(kMaxLabels) + 1> colours{};
  for (rules::Cell& colour : colours) colour = kFour[rng.next() % 4];
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = static_cast<int>(rng.next() % 9);
    for (int y = 1; y <= height; ++y) {
      rules::Cell cell = colours[labelling.labels.at(x, y)];
      if (rng.next() % 64 < mistakes_of_64) cell = rng.next() % 8 == 0 ? rules::Cell::garbage : kFour[rng.next() % 4];
      field.put(x, y, cell);
    }
  }
  return field;
}

TEST(Template, MatchesLikeTheMatricesOfTheThesis) {
  rules::Rng rng(3, 4);
  int contradictions = 0;
  int matches = 0;
  for (const TemplateFamily& family : template_families()) {
    for (const Drawing& drawing : parse_trusted_drawings(family.text)) {
      const Template form(drawing);
      const Matrices twin(drawing);
      const LabelledDrawing labelling = label_cells(drawing);
      for (int i = 0; i < 300; ++i) {
        const rules::Field field = grown(rng, labelling, i % 3 == 0 ? 4 : 0);
        const TemplateMatch match = form.match(field);
        const auto degree = twin.degree(field);
        ASSERT_EQ(match.contradicts, !degree.has_value()) << drawing.name << '\n' << notation::picture_of(field);
        if (degree) {
          ASSERT_EQ(degree->second, 2L * form.full_weight());
          ASSERT_EQ(degree->first, 2L * match.filled) << drawing.name << '\n' << notation::picture_of(field);
          ++matches;
        } else {
          ++contradictions;
        }
      }
    }
  }
  EXPECT_GT(matches, 50);
  EXPECT_GT(contradictions, 500);
}

using testing::IsEmpty;
using testing::SizeIs;

// Random colours for the links, among all that the constraints allow.
bool colour(const LabelledDrawing& labelling, const ColourConstraints& table, rules::Rng& rng, int link,
            std::vector<rules::Cell>& colours) {
  if (link > labelling.links) return true;
  std::array<rules::Cell, 4> order{rules::Cell::red, rules::Cell::blue, rules::Cell::yellow, rules::Cell::green};
  for (std::size_t i = 3; i > 0; --i) std::swap(order[i], order[rng.next() % (i + 1)]);
  for (const rules::Cell cell : order) {
    bool allowed = true;
    for (int other = 1; other < link; ++other) {
      if (table.must_differ(link, other) && colours[static_cast<std::size_t>(other)] == cell) allowed = false;
    }
    if (!allowed) continue;
    colours[static_cast<std::size_t>(link)] = cell;
    if (colour(labelling, table, rng, link + 1, colours)) return true;
  }
  return false;
}

rules::Field filled(const LabelledDrawing& labelling, const std::vector<rules::Cell>& colours) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      const int label = labelling.labels.at(x, y);
      if (labelling.is_link(label)) field.put(x, y, colours[static_cast<std::size_t>(label)]);
    }
  }
  return field;
}

TEST(TemplateFamilies, AreReadFromTheirFiles) {
  ASSERT_NE(find_template_family("stairs"), nullptr);
  EXPECT_THAT(find_template_family("stairs")->templates, SizeIs(10));
  ASSERT_NE(find_template_family("sandwich"), nullptr);
  EXPECT_THAT(find_template_family("sandwich")->templates, SizeIs(12));
  ASSERT_NE(find_template_family("flat-stairs"), nullptr);
  EXPECT_THAT(find_template_family("flat-stairs")->templates, SizeIs(10));
  ASSERT_NE(find_template_family("flat-sandwich"), nullptr);
  EXPECT_THAT(find_template_family("flat-sandwich")->templates, SizeIs(12));
  for (const std::string_view fold : {"gtr", "new-gtr", "sullen-gtr", "fron", "meri"}) {
    ASSERT_NE(find_template_family(fold), nullptr) << fold;
    EXPECT_THAT(find_template_family(fold)->templates, SizeIs(2)) << fold << " and its mirror image";
  }
  ASSERT_NE(find_template_family("domino"), nullptr);
  EXPECT_THAT(find_template_family("domino")->templates, SizeIs(1));
  EXPECT_EQ(find_template_family("stair"), nullptr);
}

TEST(TemplateFamilies, HaveNoFaults) {
  for (const TemplateFamily& family : template_families()) {
    for (const Template& one : family.templates) EXPECT_THAT(one.faults(), IsEmpty()) << one.name();
  }
}

// With all colours that the constraints allow, the links make the chain that was drawn.
TEST(TemplateFamilies, RunAsDrawnInAllAllowedColours) {
  rules::Rng rng(1, 2);
  int chains = 0;
  for (const TemplateFamily& family : template_families()) {
    for (const Drawing& drawing : parse_trusted_drawings(family.text)) {
      if (drawing.kind != Drawing::Kind::fires) continue;
      const LabelledDrawing labelling = label_cells(drawing);
      const ColourConstraints table = find_colour_constraints(labelling, drawing.kind).constraints;
      for (int i = 0; i < 100; ++i) {
        std::vector<rules::Cell> colours(static_cast<std::size_t>(labelling.links) + 1);
        ASSERT_TRUE(colour(labelling, table, rng, 1, colours)) << drawing.name << " needs more than four colours";
        rules::Field field = filled(labelling, colours);
        const rules::Field before = field;
        const rules::ChainResult chain = rules::simulate_chain(field);
        EXPECT_EQ(chain.links, drawing.link_count) << drawing.name << '\n' << notation::picture_of(before);
        EXPECT_TRUE(field.is_all_clear()) << drawing.name << '\n' << notation::picture_of(before);
        ++chains;
      }
    }
  }
  EXPECT_EQ(chains, 100 * (10 + 12 + 10 + 12 + 5 * 2));
}

}  // namespace
}  // namespace rensa::templates
