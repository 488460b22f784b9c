#include "engine/duel/garbage.h"

#include <gtest/gtest.h>
#include <set>

#include "engine/notation/text.h"

namespace rensa::duel {
namespace {

TEST(Garbage, AttackCancelsPendingThenFixed) {
  WaitingGarbage own{.pending = 5, .fixed = 7};
  EXPECT_EQ(cancel_garbage(own, 3), 0);
  EXPECT_EQ(own, (WaitingGarbage{.pending = 2, .fixed = 7}));
  EXPECT_EQ(cancel_garbage(own, 4), 0);
  EXPECT_EQ(own, (WaitingGarbage{.pending = 0, .fixed = 5}));
  EXPECT_EQ(cancel_garbage(own, 15), 10);
  EXPECT_EQ(own.total(), 0);
}

TEST(Garbage, CountsStopGrowingBeforeTheyOverflow) {
  WaitingGarbage waiting;
  add_pending_garbage(waiting, kMaxWaitingGarbage);
  add_pending_garbage(waiting, kMaxWaitingGarbage);
  EXPECT_EQ(waiting.pending, kMaxWaitingGarbage);
  fix_pending_garbage(waiting);
  add_pending_garbage(waiting, 5);
  EXPECT_EQ(fix_pending_garbage(waiting), 5);
  EXPECT_EQ(waiting, (WaitingGarbage{.pending = 0, .fixed = kMaxWaitingGarbage}));
}

TEST(Garbage, MultiplesOfSixUseNoRandomNumbers) {
  rules::Rng rng = make_garbage_rng(3);
  const rules::Rng before = rng;
  EXPECT_EQ(spread_garbage(30, rng), (GarbageColumns{0, 5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(rng, before);
  EXPECT_EQ(count_garbage(spread_garbage(31, rng)), 31);
  EXPECT_NE(rng, before);
}

TEST(Garbage, EveryColumnGetsTheRestEquallyOften) {
  rules::Rng rng = make_garbage_rng(1);
  std::array<int, 7> got{};
  for (int i = 0; i < 6000; ++i) {
    const GarbageColumns columns = spread_garbage(2, rng);
    for (std::size_t x = 1; x <= 6; ++x) {
      ASSERT_LE(columns[x], 1);
      got[x] += columns[x];
    }
  }
  for (std::size_t x = 1; x <= 6; ++x) EXPECT_NEAR(got[x], 2000, 150) << "column " << x;
}

TEST(Garbage, EntersWhereTheHiddenRowIsEmpty) {
  rules::Field field;
  field.put(2, rules::kHiddenRow, rules::Cell::red);
  GarbageColumns columns{0, 2, 1, 0, 0, 0, 1};
  enter_garbage_row(field, columns);
  EXPECT_EQ(columns, (GarbageColumns{0, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(notation::picture_of(field).substr(0, 7), "OR...O\n");
}

TEST(Attack, RemaindersCarryOver) {
  const rules::Ruleset ruleset;
  std::int64_t converted = 0;
  EXPECT_EQ(attack_from_points(ruleset, 1, 69, converted), 0);
  EXPECT_EQ(attack_from_points(ruleset, 1, 139, converted), 1);
  EXPECT_EQ(converted, 70);
  EXPECT_EQ(attack_from_points(ruleset, 1, 140, converted), 1);
}

TEST(Attack, MarginTimeMakesPointsWorthMore) {
  rules::Ruleset ruleset;
  ruleset.margin_start_frames = 100;
  ruleset.margin_step_frames = 50;
  std::int64_t converted = 0;
  EXPECT_EQ(attack_from_points(ruleset, 99, 700, converted), 10);
  EXPECT_GT(attack_from_points(ruleset, 100, 1400, converted), 10);
}

TEST(Attack, LiteratureFormulaIsASumOverLinks) {
  const std::array<int, 4> cells = {4, 7, 4, 5};
  int sum = 0;
  int extra = 0;
  for (int i = 1; i <= 4; ++i) {
    const int erased = cells[static_cast<std::size_t>(i - 1)];
    sum += literature_attack(i, erased);
    extra += i * (erased - 4);
    EXPECT_EQ(sum, 3 * i * (i - 1) + extra);
  }
}

}  // namespace
}  // namespace rensa::duel
