#include "engine/duel/frame_game.h"

#include <gtest/gtest.h>
#include <map>

#include "engine/notation/text.h"
#include "tests/engine/duel/scripted_games.h"

namespace rensa::duel {
namespace {

using movement::Keys;
using rules::Rotation;
using test::anything;
using test::builder;
using test::place;
using test::random_keys;
using test::random_placements;
using test::setup_of;
using test::setup_with_pairs;
using test::text_of;

// Plays until both seats may decide, or until the end.
void pass_to_control(FrameGame& duel) {
  while (!duel.outcome() && !(duel.side(Seat::one).is_decision_due() && duel.side(Seat::two).is_decision_due())) {
    duel.advance();
  }
}

// Returns all events from the input of both seats to the next hand of both.
std::string story_of_hand(FrameGame& duel, const Input& one, const Input& two) {
  std::string story = text_of(duel.step({one, two}));
  while (!duel.outcome() && !(duel.side(Seat::one).is_decision_due() && duel.side(Seat::two).is_decision_due())) {
    const Events events = duel.advance();
    if (!events.empty()) story += "; " + text_of(events);
  }
  return story;
}

TEST(FrameGame, OpensLikeTheReference) {
  FrameGame duel(setup_of("tsu-1", 1));
  std::map<int, std::string> story;
  while (duel.frame() < 89) {
    const Events events = duel.step({});
    if (!events.empty()) story[duel.frame()] = text_of(events);
  }
  EXPECT_EQ(story, (std::map<int, std::string>{{1, "1:reveal#0 2:reveal#0"},
                                               {61, "1:prepare#1 2:prepare#1"},
                                               {73, "1:control#1 2:control#1"},
                                               {89, "1:reveal#1 2:reveal#1"}}));
}

TEST(FrameGame, TwoSilentPlayersDieTogetherInTheFrameThatWasObserved) {
  FrameGame duel(setup_of("tsu-1", 1));
  Events last;
  while (!duel.outcome()) last = duel.advance();
  EXPECT_EQ(duel.outcome(), (Outcome{.winner = std::nullopt, .cause = Cause::choked, .frame = 973}));
  EXPECT_EQ(text_of(last), "1:died 2:died draw");
}

TEST(FrameGame, NothingHappensAfterTheEnd) {
  FrameGame duel(setup_of("tsu-1", 1));
  while (!duel.outcome()) duel.advance();
  const std::uint64_t hash = duel.hash();
  EXPECT_TRUE(duel.step({place(3, Rotation::up), {}}).empty());
  EXPECT_TRUE(duel.advance().empty());
  EXPECT_EQ(duel.hash(), hash);
  EXPECT_EQ(duel.frame(), 973);
}

TEST(FrameGame, FrameLimitIsADraw) {
  GameSetup setup = setup_of("tsu-1", 1);
  setup.ruleset.id = "short";
  setup.ruleset.frame_limit = 200;
  FrameGame duel(setup);
  Events last;
  while (!duel.outcome()) last = duel.advance();
  EXPECT_EQ(duel.outcome(), (Outcome{.winner = std::nullopt, .cause = Cause::limit, .frame = 200}));
  EXPECT_EQ(text_of(last), "draw");
}

TEST(FrameGame, AcceptedPlacementLocksWhereAndWhenAnnounced) {
  FrameGame duel(setup_of("tsu-1", 3));
  pass_to_control(duel);
  const int start = duel.frame();
  const Events answer = duel.step({place(6, Rotation::left), {}});
  ASSERT_EQ(text_of(answer), "1:accepted(6,3)");
  const int frames = answer[0].amount;
  std::string said;
  while (said.find("1:lock") == std::string::npos) said = text_of(duel.advance());
  EXPECT_EQ(said, "1:lock(6,1,3)");
  EXPECT_EQ(duel.frame(), start + frames);
}

TEST(FrameGame, PlacementCanBeChangedInMidAir) {
  FrameGame duel(setup_of("tsu-1", 3));
  pass_to_control(duel);
  duel.step({place(6, Rotation::up), {}});
  for (int i = 0; i < 8; ++i) duel.step({});
  EXPECT_EQ(text_of(duel.step({place(1, Rotation::up), {}})).substr(0, 12), "1:accepted(1");
  std::string said;
  while (said.find("1:lock") == std::string::npos) said = text_of(duel.advance());
  EXPECT_EQ(said, "1:lock(1,1,0)");
}

TEST(FrameGame, RefusedPlacementsHaveAReasonAndChangeNothing) {
  FrameGame duel(setup_of("tsu-1", 3));
  EXPECT_EQ(text_of(duel.step({place(3, Rotation::up), {}})), "1:refused(3,0)2 1:reveal#0 2:reveal#0");
  pass_to_control(duel);
  EXPECT_EQ(text_of(duel.step({place(1, Rotation::left), {}})), "1:refused(1,3)1");
  EXPECT_TRUE(duel.side(Seat::one).is_decision_due());
  FrameGame silent(setup_of("tsu-1", 3));
  while (silent.frame() < duel.frame()) silent.step({});
  EXPECT_EQ(silent.hash(), duel.hash());
}

TEST(FrameGame, UnreachablePlacementIsRefusedAndThePairGoesOn) {
  FrameGame duel(setup_of("tsu-1", 3));
  // A wall of seven hands in column 4 keeps the pair from the right side once it has fallen below its top.
  for (int hand = 0; hand < 5; ++hand) {
    pass_to_control(duel);
    story_of_hand(duel, place(4, Rotation::up), place(hand + 1, Rotation::up));
  }
  duel.step({Input::hold(Keys::down), {}});
  while (duel.side(Seat::one).falling_pair().y > 3) duel.step({});
  EXPECT_EQ(text_of(duel.step({place(6, Rotation::up), {}})), "1:refused(6,0)3");
  std::string said;
  while (said.find("1:lock") == std::string::npos) said = text_of(duel.advance());
  EXPECT_EQ(said, "1:lock(3,1,0)");
}

TEST(FrameGame, HeldKeysLastUntilTheNextInput) {
  FrameGame duel(setup_of("tsu-1", 3));
  pass_to_control(duel);
  duel.step({Input::hold(Keys::right), {}});
  EXPECT_FALSE(duel.side(Seat::one).is_decision_due());
  for (int i = 0; i < 20; ++i) duel.step({});
  EXPECT_EQ(duel.side(Seat::one).falling_pair().x, 6);
  duel.step({Input::hold(Keys::none), {}});
  duel.step({Input::hold(Keys::left), {}});
  for (int i = 0; i < 3; ++i) duel.step({});
  EXPECT_EQ(duel.side(Seat::one).falling_pair().x, 5);
}

TEST(FrameGame, KeysEndAPlacementUnderWay) {
  FrameGame duel(setup_of("tsu-1", 3));
  pass_to_control(duel);
  duel.step({place(6, Rotation::up), {}});
  duel.step({Input::hold(Keys::none), {}});
  std::string said;
  while (said.find("1:lock") == std::string::npos) said = text_of(duel.advance());
  EXPECT_NE(said.find("1:lock("), std::string::npos);
  EXPECT_EQ(said.find("1:lock(6"), std::string::npos);
}

// Reds only: the second hand clears everything, and so does the fourth, which sends the 30 of the first all clear.
void play_three_hands(FrameGame& duel) {
  for (const int x : {1, 1, 3}) {
    pass_to_control(duel);
    story_of_hand(duel, place(x, Rotation::up), place(x, Rotation::up));
  }
}

TEST(FrameGame, AttackFallsAtTheEndOfTheOthersTurnThatBeginsAfterIt) {
  FrameGame duel(setup_with_pairs("RR RR RR RR BG BG"));
  play_three_hands(duel);
  const std::string attack = story_of_hand(duel, place(3, Rotation::up), place(6, Rotation::up));
  EXPECT_NE(attack.find("1:sent31-0"), std::string::npos) << attack;
  EXPECT_NE(attack.find("2:fixed31"), std::string::npos) << attack;
  EXPECT_EQ(attack.find("fell"), std::string::npos) << attack;
  const std::string next = story_of_hand(duel, place(1, Rotation::up), place(1, Rotation::up));
  EXPECT_NE(next.find("2:fell30"), std::string::npos) << next;
}

TEST(FrameGame, AttackCancelsWaitingGarbage) {
  FrameGame duel(setup_with_pairs("RR RR RR RR BG BG"));
  play_three_hands(duel);
  std::string story = text_of(duel.step({place(3, Rotation::up), Input{}}));
  while (duel.side(Seat::two).waiting().pending == 0) story = text_of(duel.advance());
  EXPECT_NE(story.find("1:sent31-0"), std::string::npos) << story;
  story = text_of(duel.step({Input{}, place(3, Rotation::up)}));
  while (story.find("2:sent") == std::string::npos) story = text_of(duel.advance());
  EXPECT_NE(story.find("2:sent0-31"), std::string::npos) << story;
  EXPECT_EQ(duel.side(Seat::two).waiting().total(), 0);
}

TEST(FrameGame, SimultaneousAttacksBothLand) {
  FrameGame duel(setup_with_pairs("RR RR RR RR BG BG"));
  play_three_hands(duel);
  story_of_hand(duel, place(3, Rotation::up), place(3, Rotation::up));
  EXPECT_EQ(duel.side(Seat::one).waiting(), duel.side(Seat::two).waiting());
  EXPECT_EQ(duel.side(Seat::one).waiting(), (WaitingGarbage{.pending = 0, .fixed = 31}));
  const std::string story = story_of_hand(duel, place(1, Rotation::up), place(1, Rotation::up));
  EXPECT_NE(story.find("1:fell30 1:prepare#6 2:fell30 2:prepare#6"), std::string::npos) << story;
  EXPECT_EQ(duel.side(Seat::one).field(), duel.side(Seat::two).field());
  EXPECT_EQ(duel.side(Seat::one).waiting().fixed, 1);
}

// The events of a frame by seat, all written as those of seat one.
std::array<std::string, 2> by_seat(const Events& events, bool exchanged) {
  std::array<std::string, 2> texts;
  for (const Event& event : events) {
    Event mine = event;
    if (mine.kind == EventKind::game_over && mine.amount == 0) continue;
    mine.seat = Seat::one;
    texts[index_of(exchanged ? opponent_of(event.seat) : event.seat)] += text_of(mine) + " ";
  }
  return texts;
}

TEST(FrameGame, ExchangingTheSeatsMirrorsTheGame) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Game left(setup_of("tsu-1", seed));
    Game right(setup_of("tsu-1", seed));
    std::array<test::Player, 2> left_players = {anything(seed), random_placements(seed + 1)};
    std::array<test::Player, 2> right_players = {random_placements(seed + 1), anything(seed)};
    while (!left.outcome() && left.clock() < 4000) {
      Inputs mine;
      Inputs mirrored;
      mine[0] = left_players[0](view_for_seat(left, Seat::one));
      mirrored[1] = right_players[1](view_for_seat(right, Seat::two));
      if (left.is_decision_due(Seat::two)) mine[1] = left_players[1](view_for_seat(left, Seat::two));
      if (right.is_decision_due(Seat::one)) mirrored[0] = right_players[0](view_for_seat(right, Seat::one));
      ASSERT_EQ(by_seat(left.step(mine), false), by_seat(right.step(mirrored), true)) << "seed " << seed;
    }
    ASSERT_EQ(left.outcome().has_value(), right.outcome().has_value());
    if (!left.outcome()) continue;
    EXPECT_EQ(left.outcome()->frame, right.outcome()->frame);
    if (left.outcome()->winner) {
      EXPECT_EQ(*left.outcome()->winner, opponent_of(*right.outcome()->winner));
    }
  }
}

TEST(FrameGame, AdvancingEqualsStepping) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Game stepped(setup_of("tsu-1", seed));
    Game advanced(setup_of("tsu-1", seed));
    std::array<test::Player, 2> players = {seed % 2 == 0 ? builder() : random_placements(seed),
                                           seed % 3 == 0 ? anything(seed) : random_placements(seed + 7)};
    rules::Rng rng(seed);
    while (!advanced.outcome() && advanced.clock() < 20'000) {
      const Inputs inputs = test::answers(advanced, players, false);
      if (inputs != Inputs{}) {
        ASSERT_EQ(stepped.step(inputs), advanced.step(inputs));
      } else {
        const int limit = advanced.clock() + 1 + static_cast<int>(rng.below(100));
        const Events events = advanced.advance(limit);
        while (stepped.clock() < advanced.clock()) {
          const Events now = stepped.step({});
          ASSERT_TRUE(now.empty() || stepped.clock() == advanced.clock());
          if (stepped.clock() == advanced.clock()) {
            ASSERT_EQ(now, events);
          }
        }
        ASSERT_LE(advanced.clock(), limit);
      }
      ASSERT_EQ(stepped.hash(), advanced.hash()) << "seed " << seed << " frame " << advanced.clock();
    }
  }
}

TEST(FrameGame, ConsistentUnderAnyInput) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Game game(setup_of("tsu-1", seed));
    std::array<test::Player, 2> players = {random_keys(seed), anything(seed)};
    while (!game.outcome() && game.clock() < 5000) {
      game.step(test::answers(game, players, true));
      ASSERT_TRUE(game.is_consistent()) << "seed " << seed << " frame " << game.clock();
    }
  }
}

TEST(FrameGame, HashDiffersForGamesWithDifferentFutures) {
  FrameGame plain(setup_of("tsu-1", 1));
  GameSetup other = setup_of("tsu-1", 1);
  const rules::PairQueue drawn = rules::PairQueue::from_seed(1, 4);
  std::vector<rules::Pair> pairs(drawn.pairs().begin(), drawn.pairs().end());
  EXPECT_NE(plain.hash(), FrameGame(setup_of("tsu-1", 2)).hash());
  pairs.back() = {rules::Cell::red, pairs.back().child == rules::Cell::red ? rules::Cell::blue : rules::Cell::red};
  other.queue = rules::PairQueue::from_pairs(pairs);
  EXPECT_NE(plain.hash(), FrameGame(other).hash());
  other = setup_of("tsu-1", 1);
  other.ruleset.garbage_rate = 120;
  EXPECT_NE(plain.hash(), FrameGame(other).hash());
  // Two routes under way from the same state.
  FrameGame left = plain;
  pass_to_control(left);
  FrameGame right = left;
  left.step({place(1, Rotation::up), {}});
  right.step({place(1, Rotation::right), {}});
  EXPECT_NE(left.hash(), right.hash());
  FrameGame same = left;
  EXPECT_EQ(left.hash(), same.hash());
}

TEST(FrameGame, QueuesSplitAfterTheFirstClearIfTheRulesetSaysSo) {
  GameSetup setup = setup_with_pairs("RR RR BG YG BY GG RB YY");
  setup.ruleset.id = "parting";
  setup.ruleset.queue = rules::QueueSharing::common_until_clear;
  FrameGame duel(setup);
  pass_to_control(duel);
  story_of_hand(duel, place(1, Rotation::up), place(6, Rotation::up));
  const PairQueues before = duel.queues();
  story_of_hand(duel, place(1, Rotation::up), place(5, Rotation::up));
  int differences = 0;
  for (int hand = 1; hand <= 128; ++hand) {
    const bool same = duel.queues().at(Seat::one, hand) == duel.queues().at(Seat::two, hand);
    if (hand <= 4) {
      EXPECT_TRUE(same) << hand;
      EXPECT_EQ(duel.queues().at(Seat::one, hand), before.at(Seat::one, hand));
    }
    differences += same ? 0 : 1;
  }
  EXPECT_GT(differences, 90);
}

}  // namespace
}  // namespace rensa::duel
