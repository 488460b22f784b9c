#include "engine/rules/ruleset.h"

#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace rensa::rules {
namespace {

// One change for every setting except the id. This does not compile when a setting is added; then change that one, too.
std::vector<std::function<void(Ruleset&)>> changes() {
  Ruleset ruleset;
  [[maybe_unused]] auto& [id, pacing, colours, visible_pairs, queue, choke, attack, garbage_rate, max_garbage_drop,
                          all_clear_points, margin_start_frames, margin_step_frames, frame_limit, turn_limit,
                          turn_milliseconds] = ruleset;
  return {[](Ruleset& r) { r.pacing = Pacing::turns; }, [](Ruleset& r) { r.colours++; },
          [](Ruleset& r) { r.visible_pairs++; },        [](Ruleset& r) { r.queue = QueueSharing::common_until_clear; },
          [](Ruleset& r) { r.choke = Choke::no_move; }, [](Ruleset& r) { r.attack = AttackFormula::literature; },
          [](Ruleset& r) { r.garbage_rate++; },         [](Ruleset& r) { r.max_garbage_drop++; },
          [](Ruleset& r) { r.all_clear_points++; },     [](Ruleset& r) { r.margin_start_frames++; },
          [](Ruleset& r) { r.margin_step_frames++; },   [](Ruleset& r) { r.frame_limit++; },
          [](Ruleset& r) { r.turn_limit++; },           [](Ruleset& r) { r.turn_milliseconds++; }};
}

TEST(RulesetDigest, EveryFieldChangesIt) {
  std::set<std::uint64_t> digests = {digest(Ruleset{})};
  for (const auto& change : changes()) {
    Ruleset ruleset;
    change(ruleset);
    EXPECT_TRUE(digests.insert(digest(ruleset)).second) << "change " << digests.size();
  }
  EXPECT_EQ(digests.size(), 15U);
}

TEST(RulesetDigest, IdIsNotPartOfIt) {
  Ruleset named;
  named.id = "some-name";
  EXPECT_EQ(digest(named), digest(Ruleset{}));
}

// Records carry these digests, so they never change. Other rules are published under the next number.
TEST(PublishedRuleset, DigestIsPinned) {
  EXPECT_EQ(digest(*find_ruleset("tsu-1")), 1237058421974606607ULL);
  EXPECT_EQ(digest(*find_ruleset("jaist-1")), 720046780671613916ULL);
  EXPECT_EQ(digest(*find_ruleset("class-1")), 3047390619564826369ULL);
}

TEST(PublishedRuleset, CanBePlayedAndFoundById) {
  ASSERT_EQ(published_rulesets().size(), 3U);
  for (const Ruleset& ruleset : published_rulesets()) {
    EXPECT_EQ(why_unplayable(ruleset), std::nullopt) << ruleset.id;
    EXPECT_EQ(find_ruleset(ruleset.id), &ruleset);
  }
  EXPECT_EQ(find_ruleset("tsu-0"), nullptr);
  EXPECT_EQ(find_ruleset(""), nullptr);
}

TEST(PublishedRuleset, GoesBeforeAnOwnOneWithItsId) {
  std::array<Ruleset, 2> own{*find_ruleset("jaist-1"), *find_ruleset("tsu-1")};
  own[0].id = "mine";
  own[1].colours = 5;
  EXPECT_EQ(find_ruleset("mine", own), own.data());
  EXPECT_EQ(find_ruleset("tsu-1", own), find_ruleset("tsu-1"));
  EXPECT_EQ(find_ruleset("yours", own), nullptr);
}

TEST(PublishedRuleset, HasTheSettingsOfItsGame) {
  const Ruleset& tsu = *find_ruleset("tsu-1");
  EXPECT_EQ(tsu.pacing, Pacing::frames);
  EXPECT_EQ(tsu.garbage_rate, 70);
  EXPECT_EQ(tsu.margin_start_frames, 0);
  const Ruleset& jaist = *find_ruleset("jaist-1");
  EXPECT_EQ(jaist.pacing, Pacing::turns);
  EXPECT_EQ(jaist.visible_pairs, 3);
  EXPECT_EQ(jaist.choke, Choke::no_move);
  EXPECT_EQ(jaist.queue, QueueSharing::common_until_clear);
  EXPECT_EQ(jaist.attack, AttackFormula::literature);
  const Ruleset& five = *find_ruleset("class-1");
  EXPECT_EQ(five.pacing, Pacing::turns);
  EXPECT_EQ(five.colours, 5);
  EXPECT_EQ(five.turn_milliseconds, 1000);
}

struct Unplayable {
  std::string_view base;
  std::function<void(Ruleset&)> change;
  std::string_view why;
};

TEST(Ruleset, ContradictionsAreNamed) {
  const std::vector<Unplayable> all = {
      {"tsu-1", [](Ruleset& r) { r.id = "Tsu"; }, "id may hold a-z, 0-9, '-', '_' and '.' only."},
      {"tsu-1", [](Ruleset& r) { r.id = std::string(65, 'a'); }, "id is longer than 64 characters."},
      {"tsu-1", [](Ruleset& r) { r.colours = 6; }, "colours is 6, but has to be within 3 and 5."},
      {"tsu-1", [](Ruleset& r) { r.colours = 2; }, "colours is 2, but has to be within 3 and 5."},
      {"tsu-1", [](Ruleset& r) { r.visible_pairs = 0; }, "visible_pairs is 0, but has to be within 1 and 5."},
      {"tsu-1", [](Ruleset& r) { r.visible_pairs = 6; }, "visible_pairs is 6, but has to be within 1 and 5."},
      {"tsu-1", [](Ruleset& r) { r.max_garbage_drop = 0; }, "max_garbage_drop is 0, but has to be within 1 and 78."},
      {"tsu-1", [](Ruleset& r) { r.garbage_rate = -1; }, "garbage_rate is -1, but has to be within 0 and 1000000."},
      {"tsu-1", [](Ruleset& r) { r.garbage_rate = 0; }, "garbage_rate is 0, but attack score divides by it."},
      {"tsu-1", [](Ruleset& r) { r.all_clear_points = -1; }, "all_clear_points is -1"},
      {"tsu-1", [](Ruleset& r) { r.choke = Choke::no_move; }, "choke no_move needs pacing turns"},
      {"tsu-1", [](Ruleset& r) { r.turn_limit = 1; }, "turn_limit needs pacing turns"},
      {"tsu-1", [](Ruleset& r) { r.turn_milliseconds = 1; }, "turn_milliseconds needs pacing turns"},
      {"tsu-1", [](Ruleset& r) { r.margin_start_frames = 60; }, "margin_start_frames needs margin_step_frames"},
      {"tsu-1", [](Ruleset& r) { r.margin_step_frames = 60; }, "margin_step_frames needs margin_start_frames"},
      {"tsu-1", [](Ruleset& r) { r.frame_limit = -1; }, "frame_limit is -1"},
      {"tsu-1", [](Ruleset& r) { r.pacing = static_cast<Pacing>(7); }, "none of its known values"},
      {"class-1", [](Ruleset& r) { r.frame_limit = 1; }, "frame_limit needs pacing frames"},
      {"class-1", [](Ruleset& r) { r.margin_start_frames = 1; }, "margin time needs pacing frames"},
      {"jaist-1", [](Ruleset& r) { r.garbage_rate = 70; }, "garbage_rate has to be 0"},
      {"jaist-1", [](Ruleset& r) { r.all_clear_points = 2100; }, "all_clear_points has to be 0"},
      {"tsu-1",
       [](Ruleset& r) {
         r.attack = AttackFormula::literature;
         r.garbage_rate = r.all_clear_points = 0;
       },
       "attack literature needs pacing turns"},
  };
  for (const Unplayable& unplayable : all) {
    Ruleset ruleset = *find_ruleset(unplayable.base);
    unplayable.change(ruleset);
    const std::optional<std::string> why = why_unplayable(ruleset);
    ASSERT_TRUE(why) << unplayable.why;
    EXPECT_NE(why->find(unplayable.why), std::string::npos) << *why;
  }
}

TEST(MarginTime, LowersTheRateAsTheArcadeGameDoes) {
  Ruleset ruleset;
  ruleset.margin_start_frames = 96 * 60;
  ruleset.margin_step_frames = 16 * 60;
  ASSERT_EQ(why_unplayable(ruleset), std::nullopt);
  const std::vector<int> rates = {52, 35, 26, 17, 13, 8, 6, 4, 3, 2, 1, 1, 1, 1, 1};
  EXPECT_EQ(garbage_rate_at(ruleset, 0), 70);
  EXPECT_EQ(garbage_rate_at(ruleset, 96 * 60 - 1), 70);
  for (std::size_t step = 0; step < rates.size(); ++step) {
    const int frame = (96 + 16 * static_cast<int>(step)) * 60;
    EXPECT_EQ(garbage_rate_at(ruleset, frame), rates[step]) << step;
    EXPECT_EQ(garbage_rate_at(ruleset, frame + 16 * 60 - 1), rates[step]) << step;
  }
}

TEST(MarginTime, StopsAfterFourteenSteps) {
  Ruleset ruleset;
  ruleset.garbage_rate = 1'000'000;
  ruleset.margin_start_frames = 1;
  ruleset.margin_step_frames = 1;
  EXPECT_EQ(garbage_rate_at(ruleset, 14), 1'000'000 >> 7);
  EXPECT_EQ(garbage_rate_at(ruleset, 1'000'000), 1'000'000 >> 7);
}

TEST(MarginTime, NeverComesWhereTheRulesetHasNone) {
  EXPECT_EQ(garbage_rate_at(*find_ruleset("tsu-1"), 1'000'000), 70);
}

TEST(Ruleset, AGarbageTakesPointsOrOneOfTheLiteraturesCount) {
  const Ruleset& points = *find_ruleset("tsu-1");
  EXPECT_EQ(attack_per_garbage(points, 0), garbage_rate_at(points, 0));
  EXPECT_EQ(attack_per_garbage(points, 100'000), garbage_rate_at(points, 100'000));
  EXPECT_EQ(attack_per_garbage(*find_ruleset("jaist-1"), 100'000), 1);
}

}  // namespace
}  // namespace rensa::rules
