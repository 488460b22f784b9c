#include "engine/research/losses/loss_cause.h"

#include <gtest/gtest.h>
#include <vector>

namespace rensa::losses {
namespace {

using duel::Seat;
using record::HandResult;

// Games are drawn as the hands that matter; seat one loses them. The clock grows by a hundred with each hand.
class Game {
 public:
  // A hand of the loser, after which garbage falls.
  Game& loser(int fell) { return add({.seat = Seat::one, .pair = {}, .placement = {}, .fell = fell}); }
  // A hand of either side that fires a chain. It cancels garbage that waits for its own side, and sends the rest.
  Game& fires(Seat seat, int sent, int cancelled = 0) {
    return add({.seat = seat, .pair = {}, .placement = {}, .links = 5, .sent = sent, .cancelled = cancelled});
  }
  // The game was lost with the next hand.
  Game& lost_here() {
    since_ = clock_ + 1;
    return *this;
  }

  LossFacts facts() const { return loss_facts(hands_, Seat::one, since_); }
  LossCause cause() const { return cause_of(facts()); }

 private:
  Game& add(HandResult hand) {
    hand.clock = clock_ += 100;
    hands_.push_back(hand);
    return *this;
  }

  std::vector<HandResult> hands_;
  int clock_ = 0;
  int since_ = 0;
};

TEST(LossCause, AFirstAttackThatIsAnsweredWithMore) {
  Game game;
  game.loser(0).lost_here().fires(Seat::one, 140).fires(Seat::two, 90, 140).loser(30).loser(30).loser(12);
  EXPECT_EQ(game.facts(), (LossFacts{.fallen = 72, .greatest_attack = 230, .cancelled_by_it = 140}));
  EXPECT_EQ(game.cause(), LossCause::answered);
}

TEST(LossCause, AMainChainWhoseAnswerIsTooSmall) {
  Game game;
  game.loser(0).fires(Seat::two, 300).lost_here().fires(Seat::one, 0, 80).loser(30).loser(30).loser(18);
  EXPECT_EQ(game.facts(), (LossFacts{.fallen = 78, .greatest_attack = 300, .cancelled_by_it = 0}));
  EXPECT_EQ(game.cause(), LossCause::outgunned);
}

// The opponent's main chain also cancels a little harassment.
TEST(LossCause, AMainChainThatCancelsHarassmentIsNoAnswer) {
  Game game;
  game.fires(Seat::one, 6).lost_here().fires(Seat::two, 200, 6).loser(30).loser(30);
  EXPECT_EQ(game.cause(), LossCause::outgunned);
}

TEST(LossCause, ManySmallAttacks) {
  Game game;
  game.lost_here()
      .fires(Seat::two, 24)
      .loser(24)
      .fires(Seat::two, 40)
      .loser(30)
      .loser(10)
      .fires(Seat::two, 12)
      .loser(12);
  EXPECT_EQ(game.facts(), (LossFacts{.fallen = 76, .greatest_attack = 40, .cancelled_by_it = 0}));
  EXPECT_EQ(game.cause(), LossCause::worn_down);
}

TEST(LossCause, AnAttackOf150GarbageIsAMainChain) {
  for (const int sent : {149, 150}) {
    Game game;
    game.lost_here().fires(Seat::two, sent).loser(30);
    EXPECT_EQ(game.cause(), sent == 150 ? LossCause::outgunned : LossCause::worn_down);
  }
}

TEST(LossCause, OwnBuildingWithoutGarbage) {
  Game game;
  game.fires(Seat::two, 12).loser(12).loser(0).lost_here().loser(0).loser(0);
  EXPECT_EQ(game.facts(), LossFacts{});
  EXPECT_EQ(game.cause(), LossCause::choked);
}

TEST(LossCause, AttacksThatNeverFellDoNotCount) {
  Game game;
  game.lost_here().fires(Seat::two, 40).loser(30).loser(10).loser(0).fires(Seat::two, 400);
  EXPECT_EQ(game.facts(), (LossFacts{.fallen = 40, .greatest_attack = 40, .cancelled_by_it = 0}));
}

TEST(LossCause, GarbageThatWaitsAtTheEndHasNotFallen) {
  Game game;
  game.lost_here().fires(Seat::one, 100).fires(Seat::two, 60, 100);
  EXPECT_EQ(game.cause(), LossCause::choked) << "nothing fell";
}

TEST(LossCause, EarlierAttacksDoNotCount) {
  Game game;
  game.fires(Seat::two, 200).loser(30).loser(30).loser(30).lost_here().fires(Seat::two, 18).loser(18);
  EXPECT_EQ(game.facts(), (LossFacts{.fallen = 18, .greatest_attack = 18, .cancelled_by_it = 0}));
}

TEST(LossCause, EachHasALetterANameAndADescription) {
  EXPECT_EQ(letter_of(LossCause::answered), 'A');
  EXPECT_EQ(letter_of(LossCause::choked), 'D');
  for (const LossCause cause : kLossCauses) {
    EXPECT_FALSE(name_of(cause).empty());
    EXPECT_FALSE(description_of(cause).empty());
  }
}

}  // namespace
}  // namespace rensa::losses
