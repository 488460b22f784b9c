#include "engine/templates/colour_constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::templates {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;

Drawing drawn(const std::string& rows, const char* kind = "fires") {
  return parse_trusted_drawings("form " + std::string(kind) + "\n" + rows).front();
}

std::vector<std::string> faults_of(const std::string& rows, const char* kind = "fires") {
  const Drawing drawing = drawn(rows, kind);
  return find_colour_constraints(label_cells(drawing), drawing.kind).faults;
}

// Returns the names of the labels that a label must differ from.
std::string conflicts_of(const Drawing& drawing, int label) {
  const LabelledDrawing labelling = label_cells(drawing);
  const ColourConstraints table = find_colour_constraints(labelling, drawing.kind).constraints;
  std::string names;
  for (int other = 1; other <= labelling.count; ++other) {
    if (table.must_differ(label, other)) names += label_name(labelling, other);
  }
  return names;
}

TEST(LabelledDrawing, EachCellBesideALinkHasItsOwnLabel) {
  const LabelledDrawing labelling = label_cells(drawn("AA....\nAA....\n"));
  EXPECT_EQ(labelling.links, 1);
  EXPECT_EQ(labelling.count, 5);
  EXPECT_EQ(label_name(labelling, labelling.labels.at(1, 3)), "a");
  EXPECT_EQ(label_name(labelling, labelling.labels.at(2, 3)), "b");
  EXPECT_EQ(label_name(labelling, labelling.labels.at(3, 2)), "c");
  EXPECT_EQ(label_name(labelling, labelling.labels.at(3, 1)), "d");
  EXPECT_EQ(labelling.labels.at(3, 3), 0) << "a corner touches nothing";
  EXPECT_EQ(labelling.cells(1),
            rules::Board::cell(1, 1) | rules::Board::cell(1, 2) | rules::Board::cell(2, 1) | rules::Board::cell(2, 2));
}

TEST(LabelledDrawing, BorderNamesGoOnAfterTheAlphabet) {
  std::string rows;
  for (int y = 0; y < 13; ++y) rows += y % 2 == 0 ? "A.A.A.\n" : ".A.A.A\n";
  const LabelledDrawing labelling = label_cells(drawn(rows, "stands"));
  EXPECT_EQ(labelling.count, 40);
  EXPECT_EQ(label_name(labelling, 27), "z");
  EXPECT_EQ(label_name(labelling, 28), "aa");
}

TEST(ColourConstraints, TouchingLabelsMustDifferIfOneIsALink) {
  const Drawing drawing = drawn("AABB..\nAABB..\n", "stands");
  EXPECT_EQ(conflicts_of(drawing, 1), "Bab");
  EXPECT_EQ(conflicts_of(drawing, 2), "Acdef");
  EXPECT_EQ(conflicts_of(drawing, 3), "A") << "borders ask nothing of each other";
}

// The upper D comes down on C when A is gone; as drawn, the two are apart.
TEST(ColourConstraints, LabelsThatTouchDuringTheChainMustDiffer) {
  const std::string rows =
      "D.....\n"
      "A.....\n"
      "A.....\n"
      "AAB...\n"
      "CCBBBD\n";
  constexpr int kD = 4;
  EXPECT_THAT(conflicts_of(drawn(rows, "stands"), kD), MatchesRegex("AB[a-z]*"));
  EXPECT_THAT(conflicts_of(drawn(rows), kD), MatchesRegex("ABC[a-z]*"));
}

TEST(ColourConstraints, AFallingBorderIsKeptFromTheLinksBelow) {
  const std::string rows = "A.....\nA.....\nA.....\nAB....\nBBBCCC\n";
  const LabelledDrawing labelling = label_cells(drawn(rows));
  const int above = labelling.labels.at(1, 6);
  ASSERT_GT(above, 3);
  EXPECT_EQ(conflicts_of(drawn(rows, "stands"), above), "A");
  EXPECT_EQ(conflicts_of(drawn(rows), above), "AB") << "A vanishes and it lands on B";
}

TEST(ColourConstraints, ASoundChainHasNoFaults) { EXPECT_THAT(faults_of("BA....\nAAA...\nBBB...\n"), IsEmpty()); }

TEST(ColourConstraints, NamesTheFaultsOfADrawing) {
  EXPECT_THAT(faults_of("AAA...\n"), ElementsAre("A has only 3 puyos"));
  EXPECT_THAT(faults_of("AA.AA.\n"), ElementsAre("A does not hang together at the start"));
  EXPECT_THAT(faults_of("AA....\nAA....\nBBBB..\n"), ElementsAre("B hangs together at the start, before its turn"));
  EXPECT_THAT(faults_of("AAAA..\nBB.BB.\n"), ElementsAre("B does not hang together when A is gone"));
  EXPECT_THAT(faults_of("B.....\nB.....\nAAAA..\n"), Contains("B has only 2 puyos"));
}

TEST(ColourConstraints, TheFirstLinkMustBeTheLastToBeCompleted) {
  const std::string never = "A cannot be completed last: all of it lies under others, or it fires before that";
  EXPECT_THAT(faults_of("BB....\nAA....\nAABB..\n"), Contains(never));
  EXPECT_THAT(faults_of("AAAAA.\n"), IsEmpty()) << "the middle one joins two and two";
  EXPECT_THAT(faults_of("A.....\nA.....\nA.....\nA.....\nA.....\n"), IsEmpty()) << "by a pair on three";
  EXPECT_THAT(faults_of("A.....\nA.....\nA.....\nA.....\nA.....\nA.....\n"), Contains(never)) << "by none";
  EXPECT_THAT(faults_of("AA....\nAAA...\n"), IsEmpty()) << "by a pair that lies";
  EXPECT_THAT(faults_of("B.....\nB.....\nAAAA..\nBB....\n"), testing::Not(Contains(never)));
}

TEST(ColourConstraints, AFormThatStandsHasNoGroupOfFour) {
  EXPECT_THAT(faults_of("AAAA..\n", "stands"), ElementsAre("A hangs together at the start, before its turn"));
  EXPECT_THAT(faults_of("AABBCC\n", "stands"), IsEmpty());
}

TEST(ColourConstraints, RowThirteenDoesNotVanish) {
  std::string rows = "A.....\nA.....\nA.....\nA.....\n";
  for (int y = 1; y <= 9; ++y) rows += "......\n";
  EXPECT_THAT(faults_of(rows), Contains("A does not hang together at the start"));
}

}  // namespace
}  // namespace rensa::templates
