#include "engine/players/opponent_answers.h"

#include <gtest/gtest.h>

#include "engine/players/exchange/side_facts.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/setting_flag.h"

namespace rensa::players {
namespace {

// Two links, once RG stands on the greens, the red above: 360 points.
constexpr const char* kReady =
    "GGG...\n"
    "RRR...";

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

// The opponent stands at the picture and is to place the pairs, which the own side does not show.
Position against(std::string_view picture, std::string_view pairs) {
  duel::View view = test::given_view("......", "YB", rules::Pacing::frames);
  view.own.hand = 20;
  view.opponent.hand = 4;
  view.opponent.phase = duel::Phase::control;
  view.opponent.field = tests::field_from_picture(picture);
  const auto queue = notation::parse_queue_letters(pairs);
  view.opponent.pairs_shown = static_cast<int>(pairs.size() / 2);
  for (int i = 0; i < view.opponent.pairs_shown; ++i) {
    view.opponent.pairs[static_cast<std::size_t>(i)] = queue->at(i);
  }
  return position_of(view, tsu());
}

int answer(const Position& position, int hands) {
  limits::SearchBudget budget(limits::SearchLimits{});
  return OpponentAnswers({.ruleset = tsu(), .seed = 1}).garbage_within(position, hands, budget).value();
}

TEST(OpponentAnswers, AreTheChainsOfThePairsThatAreSeen) {
  EXPECT_EQ(answer(against(kReady, "RG"), 1), 360 / 70);
  EXPECT_EQ(answer(against(kReady, "YB"), 1), 0);
  EXPECT_EQ(answer(against(kReady, "YBRG"), 1), 0) << "the second pair comes too late";
  EXPECT_EQ(answer(against(kReady, "YBRG"), 2), 360 / 70);
}

TEST(OpponentAnswers, GrowWithTheHandsThatAreLeft) {
  const Position position = against(kReady, "YBYB");
  EXPECT_EQ(answer(position, 2), 0);
  const int later = answer(position, 12);
  EXPECT_GT(later, 30) << "it goes on building";
  EXPECT_GT(answer(position, OpponentAnswers::kMaxHands), later);
}

TEST(OpponentAnswers, OfAFieldWithoutRoomAreSmall) {
  std::string picture;
  for (int row = 0; row < 10; ++row) picture += "OOOOOO\n";
  EXPECT_LT(answer(against(picture, "RGBY"), 12), answer(against("......", "RGBY"), 12) / 4);
}

TEST(OpponentAnswers, GoOnWhereTheBudgetEnded) {
  const Position position = against(kReady, "YBYB");
  OpponentAnswers answers({.ruleset = tsu(), .seed = 1});
  limits::SearchBudget little(limits::SearchLimits{.nodes = 100});
  EXPECT_EQ(answers.garbage_within(position, 12, little), std::nullopt);
  limits::SearchBudget enough(limits::SearchLimits{});
  EXPECT_EQ(answers.garbage_within(position, 12, enough), answer(position, 12));
  limits::SearchBudget none(limits::SearchLimits{.nodes = 0});
  EXPECT_EQ(answers.garbage_within(position, 12, none), answer(position, 12)) << "it remembers the answer";
}

TEST(FieldForAnswers, HasTheGarbageThatIsCertain) {
  duel::SideView side;
  side.hand = 3;
  side.waiting = {.pending = 6, .fixed = 12};
  EXPECT_EQ(field_for_answers(side, tsu()).planes().garbage().count(), 12);
  side.waiting.fixed = 100;
  EXPECT_EQ(field_for_answers(side, tsu()).planes().garbage().count(), tsu().max_garbage_drop);
}

TEST(HandsToAnswer, CountTheHandThatTheOpponentIsPlaying) {
  EXPECT_EQ(hands_to_answer(0, 0), 1);
  // The own pair needs a hand without its preparation until its chain starts.
  constexpr int kOwnPair = search::kFramesPerHand - rules::kPreparationFrames;
  EXPECT_EQ(hands_to_answer(search::kFramesPerHand - kOwnPair - 1, 0), 1);
  EXPECT_EQ(hands_to_answer(search::kFramesPerHand - kOwnPair, 0), 2);
  EXPECT_EQ(hands_to_answer(10 * search::kFramesPerHand - kOwnPair, 3 * search::kFramesPerHand), 8);
  EXPECT_EQ(hands_to_answer(50, 500), 1) << "its chain ends later";
}

}  // namespace
}  // namespace rensa::players
