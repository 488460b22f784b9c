#include "engine/evaluation/chain_attack.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/rules/timing.h"
#include "tests/tools/field_picture.h"

namespace rensa::evaluation {
namespace {

using rules::Field;
using tests::field_from_picture;

TEST(FirableChain, LiteratureCountsEachLinkAndPuyosBeyondFour) {
  // One link of five: 0 + 1 * 1. Two links of four: 3 * 2 * 1.
  EXPECT_EQ(literature_attack_of(field_from_picture("RRRRR.")), 1);
  EXPECT_EQ(literature_attack_of(field_from_picture("...B.B\n"
                                                    "RRRRBB")),
            6);
}

// A random field at rest, with groups in it.
Field random_field_with_groups(rules::Rng& rng) {
  Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(12));
    for (int y = 1; y <= height; ++y) field.put(x, y, rules::kColours[rng.below(3)]);
  }
  return field;
}

TEST(RunningChain, FromTheStartIsTheWholeChain) {
  rules::Rng rng(81, 1);
  int links = 0;
  for (int i = 0; i < 1000; ++i) {
    const Field field = random_field_with_groups(rng);
    Field after = field;
    const rules::ChainResult whole = rules::simulate_chain(after);
    const RunningChain rest = remaining_chain(field, 0, rules::AttackFormula::score);
    ASSERT_EQ(rest.attack, whole.score) << notation::picture_of(field);
    ASSERT_EQ(rest.after, after) << notation::picture_of(field);
    links += whole.links;
  }
  EXPECT_GT(links, 1000);
}

TEST(RunningChain, CountsByTheLiteratureIfRequested) {
  rules::Rng rng(83, 1);
  for (int i = 0; i < 300; ++i) {
    const Field field = random_field_with_groups(rng);
    ASSERT_EQ(remaining_chain(field, 0, rules::AttackFormula::literature).attack, literature_attack_of(field));
  }
}

TEST(RunningChain, ContinuesWithTheNextLink) {
  rules::Rng rng(82, 1);
  int asked = 0;
  for (int i = 0; i < 500; ++i) {
    Field field = random_field_with_groups(rng);
    const RunningChain whole = remaining_chain(field, 0, rules::AttackFormula::score);
    int score = 0;
    int frames = 0;
    for (int links = 1;; ++links) {
      const rules::Link link = rules::erase_groups(field);
      if (link.erased == 0) break;
      score += rules::link_score(link, links);
      // The field before and after the fall give the same result, apart from the frames.
      const RunningChain hanging = remaining_chain(field, links, rules::AttackFormula::score);
      const int rows = rules::settle(field);
      const RunningChain rest = remaining_chain(field, links, rules::AttackFormula::score);
      frames += rules::kVanishFrames + (rows > 0 ? rules::fast_fall_frames(rows) + rules::kGroundingFrames : 0);
      ASSERT_EQ(score + rest.attack, whole.attack) << "after " << links;
      ASSERT_EQ(frames + rest.frames, whole.frames) << "after " << links;
      ASSERT_EQ(rest.after, whole.after);
      ASSERT_EQ(hanging.attack, rest.attack);
      ASSERT_EQ(hanging.frames, rest.frames + rules::fast_fall_frames(rows));
      ASSERT_EQ(hanging.after, rest.after);
      ++asked;
    }
  }
  EXPECT_GT(asked, 500);
}

TEST(RunningChain, WithoutAChainUnsupportedPuyosFall) {
  const Field field = field_from_picture(
      "R.....\n"
      "......\n"
      "......\n"
      "B..G..\n");
  const RunningChain rest = remaining_chain(field, 3, rules::AttackFormula::score);
  EXPECT_EQ(rest.attack, 0);
  EXPECT_EQ(rest.frames, rules::fast_fall_frames(2));
  EXPECT_EQ(rest.after, field_from_picture("R.....\n"
                                           "B..G..\n"));
}

TEST(RunningChain, TakesTheFramesOfItsLinksAndFalls) {
  const Field field = field_from_picture(
      "..B...\n"
      "..R...\n"
      "RRRBBB\n");
  // Red vanishes, blue falls by two rows to three of its own; after that nothing falls.
  const RunningChain rest = remaining_chain(field, 0, rules::AttackFormula::score);
  EXPECT_EQ(rest.frames, (50 + 3 * 2 + 20) + 50);
  EXPECT_EQ(rest.attack, 40 + 40 * 8);
  EXPECT_TRUE(rest.after.is_all_clear());
}

}  // namespace
}  // namespace rensa::evaluation
