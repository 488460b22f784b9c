#include "engine/duel/frame_side.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "tests/engine/duel/scripted_games.h"
#include "tests/tools/field_picture.h"

namespace rensa::duel {
namespace {

using rules::Cell;
using rules::Rotation;
using test::text_of;

// Plays a side from the lock of a pair on, and collects its events.
class LockedTurn {
 public:
  LockedTurn(std::string_view picture, rules::Pair pair, int x, int y, Rotation r, int points = 0, int fixed = 0)
      : lane_({.field = tests::field_from_picture(picture),
               .pair = pair,
               .at = at(x, y, r),
               .frames_since_control = 100,
               .points = points,
               .fixed_garbage = fixed},
              7) {}

  // "21:link1(4,40) ..." until the next control or death.
  std::string story() { return story_until(2000); }
  std::string story_until(int end) {
    std::string story;
    for (int frame = 1; frame < end; ++frame) {
      Events events;
      const auto report =
          lane_.step({}, {.ruleset = ruleset_, .queues = queues_, .frame = frame, .seat = Seat::one}, events);
      if (report.attack > 0) attacks_.push_back(report.attack);
      if (!events.empty()) story += (story.empty() ? "" : "; ") + std::to_string(frame) + " " + text_of(events);
      if (lane_.phase() == Phase::control || lane_.is_dead()) break;
    }
    return story;
  }
  const FrameSide& side() const { return lane_; }
  std::string picture() const { return notation::picture_of(lane_.field()); }
  const std::vector<int>& attacks() const { return attacks_; }

 private:
  static movement::FallingPair at(int x, int y, Rotation r) {
    movement::FallingPair pair;
    pair.x = static_cast<std::int8_t>(x);
    pair.y = static_cast<std::int8_t>(y);
    pair.r = r;
    return pair;
  }

  rules::Ruleset ruleset_;
  PairQueues queues_{GameSetup{.ruleset = {}, .seed = 0, .queue = std::nullopt}};
  FrameSide lane_;
  std::vector<int> attacks_;
};

TEST(FrameSide, PlainPlacementHas33FramesFromLockToControl) {
  LockedTurn turn("......", {Cell::red, Cell::blue}, 3, 1, Rotation::up);
  EXPECT_EQ(turn.story(), "21 1:prepare#2; 33 1:control#2");
  EXPECT_EQ(turn.picture(), "..B...\n..R...\n");
}

TEST(FrameSide, HalfOfASplitPairFallsSlowly) {
  // Two rows: 2 + 16 frames more.
  LockedTurn turn("R.....\nR.....\n", {Cell::green, Cell::blue}, 1, 3, Rotation::right);
  EXPECT_EQ(turn.story(), "39 1:prepare#2; 51 1:control#2");
  EXPECT_EQ(turn.picture(), "G.....\nR.....\nRB....\n");
}

TEST(FrameSide, QuickLinkSkipsTheGrounding) {
  LockedTurn turn("BRR...\n", {Cell::red, Cell::red}, 4, 1, Rotation::right);
  EXPECT_EQ(turn.story(), "21 1:link1(4,40); 71 1:prepare#2; 83 1:control#2");
}

TEST(FrameSide, CellsOfALinkStandUntilTheyVanish) {
  LockedTurn turn("RR....\n", {Cell::red, Cell::red}, 3, 1, Rotation::right);
  turn.story_until(71);
  EXPECT_EQ(turn.side().phase(), Phase::vanishing);
  EXPECT_EQ(turn.picture(), "RRRR..\n");
  turn.story_until(2);
  EXPECT_EQ(turn.picture(), "......\n");
}

TEST(FrameSide, CellsAboveALinkFallFastAndGround) {
  // One row: 3 frames, then 20.
  LockedTurn turn("B.....\nRR....\n", {Cell::red, Cell::red}, 3, 1, Rotation::right);
  EXPECT_EQ(turn.story(), "21 1:link1(4,40); 94 1:prepare#2; 106 1:control#2");
  EXPECT_EQ(turn.picture(), "B.....\n");
}

TEST(FrameSide, AllClearPointsComeAfterTheAttackOfTheirLink) {
  LockedTurn turn("RR....\n", {Cell::red, Cell::red}, 3, 1, Rotation::right, 30);
  EXPECT_EQ(turn.story(), "21 1:link1(4,40); 71 1:all_clear2100 1:prepare#2; 83 1:control#2");
  EXPECT_EQ(turn.attacks(), std::vector<int>{1});  // 30 of the soft drop and 40 of the link
  EXPECT_EQ(turn.side().score(), 2170);
}

TEST(FrameSide, GarbageFallsAfterTheTurnAndSettles) {
  // Six fall twelve rows: 12 + 46 frames, and settle for 24.
  LockedTurn turn("......", {Cell::red, Cell::blue}, 3, 1, Rotation::right, 0, 6);
  EXPECT_EQ(turn.story(), "103 1:fell6 1:prepare#2; 115 1:control#2");
}

TEST(FrameSide, RulesetLimitsTheGarbageOfATurn) {
  LockedTurn turn("......", {Cell::red, Cell::blue}, 3, 1, Rotation::up, 0, 31);
  turn.story();
  EXPECT_EQ(turn.side().waiting(), (WaitingGarbage{.pending = 0, .fixed = 1}));
  EXPECT_EQ(turn.side().field().board(Cell::garbage).count(), 30);
}

TEST(FrameSide, GarbageThatFindsItsColumnFullIsLost) {
  std::string full;
  for (int row = 0; row < 6; ++row) full += "RB.RBR\nBR.BRB\n";
  LockedTurn turn(full, {Cell::green, Cell::yellow}, 3, 1, Rotation::up, 0, 30);
  EXPECT_NE(turn.story().find("fell10 1:prepare#2"), std::string::npos);
  EXPECT_EQ(turn.side().waiting().total(), 0);
}

TEST(FrameSide, FilledSpawnCellKillsAtTheEndOfTheTurn) {
  std::string tall;
  for (int row = 0; row < 5; ++row) tall += "..R...\n..B...\n";
  LockedTurn turn(tall, {Cell::green, Cell::yellow}, 3, 11, Rotation::up);
  EXPECT_EQ(turn.story(), "21 1:died");
}

TEST(FrameSide, ChainThatClearsTheSpawnCellSavesTheSide) {
  LockedTurn turn("..R...\n..R...\n..B...\n..G...\n..B...\n..G...\n..B...\n..G...\n..B...\n..G...\n",
                  {Cell::red, Cell::red}, 3, 11, Rotation::up);
  EXPECT_EQ(turn.story(), "21 1:link1(4,40); 71 1:prepare#2; 83 1:control#2");
}

TEST(FrameSide, CellLockedInTheTrapRowStaysForEver) {
  std::string tall;
  for (int row = 0; row < 6; ++row) tall += "R.....\nB.....\n";
  LockedTurn turn(tall, {Cell::green, Cell::yellow}, 1, 13, Rotation::up);
  turn.story();
  EXPECT_EQ(turn.side().field().at(1, rules::kTrapRow), Cell::yellow);
  EXPECT_EQ(turn.side().field().at(1, rules::kHiddenRow), Cell::green);
}

TEST(FrameSide, CellAboveTheTrapRowVanishes) {
  std::string tall;
  for (int row = 0; row < 6; ++row) tall += "R.....\nB.....\n";
  LockedTurn turn(tall, {Cell::green, Cell::yellow}, 1, 14, Rotation::up);
  EXPECT_EQ(turn.side().field().at(1, rules::kTrapRow), Cell::green);
  EXPECT_EQ(turn.side().field().occupied().count(), 12);
  EXPECT_EQ(turn.story(), "21 1:prepare#2; 33 1:control#2");
}

TEST(FrameSide, DeadSideDoesNothing) {
  std::string tall;
  for (int row = 0; row < 6; ++row) tall += "..R...\n..B...\n";
  LockedTurn turn(tall, {Cell::green, Cell::yellow}, 1, 1, Rotation::up);
  EXPECT_EQ(turn.story(), "21 1:died");
  EXPECT_EQ(turn.story(), "");
  EXPECT_FALSE(turn.side().is_decision_due());
}

}  // namespace
}  // namespace rensa::duel
