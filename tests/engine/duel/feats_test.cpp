#include "engine/duel/feats.h"

#include <gtest/gtest.h>

#include "tests/engine/duel/naive_feats.h"
#include "tests/engine/duel/play.h"

namespace rensa::duel {
namespace {

using rules::Rotation;
using test::place;
using test::setup_of;
using test::setup_with_pairs;
using test::turns_with_pairs;
using test::up;

// A game by hand, and what is counted in it.
class Counted {
 public:
  explicit Counted(const GameSetup& setup) : game_(setup) { pass(); }

  // One hand of each, as soon as they can, until both have the next one.
  void hand(const Input& one, const Input& two) {
    step({one, two});
    pass();
  }
  void step(const Inputs& inputs) { see(game_.step(inputs)); }
  void advance() { see(game_.advance()); }
  const Feats& of(Seat seat) const { return counter_.feats()[index_of(seat)]; }
  const Game& game() const { return game_; }
  // Frames of the routes that the seat was given.
  std::int64_t frames_of_routes(Seat seat) const { return frames_of_routes_[index_of(seat)]; }

 private:
  void pass() {
    while (!game_.outcome() && !(game_.decision_due(Seat::one) && game_.decision_due(Seat::two))) advance();
  }
  void see(const Events& events) {
    counter_.after_step(game_, events);
    for (const Event& event : events) {
      if (event.kind == EventKind::placement_accepted) frames_of_routes_[index_of(event.seat)] += event.amount;
    }
  }

  Game game_;
  FeatCounter counter_;
  std::array<std::int64_t, 2> frames_of_routes_{};
};

TEST(Feats, NothingIsCountedBeforeTheFirstLock) {
  Counted game(setup_of("tsu-1", 1));
  EXPECT_EQ(game.of(Seat::one), Feats{});
  EXPECT_EQ(game.of(Seat::two), Feats{});
}

TEST(Feats, TheClockIsThatOfTheLastLockAndControlWhatTheRoutesTook) {
  Counted game(setup_with_pairs("RB YG RB YG"));
  game.hand(up(1), up(1));
  game.hand(up(2), up(2));
  // Control begins in frame 73, and again 33 frames after a plain placement.
  for (const Seat seat : kSeats) {
    EXPECT_EQ(game.of(seat).hands, 2);
    EXPECT_EQ(game.of(seat).control, game.frames_of_routes(seat));
    EXPECT_EQ(game.of(seat).clock, 73 + 33 + game.frames_of_routes(seat));
    EXPECT_EQ(game.of(seat).chains, 0);
  }
  EXPECT_GT(game.of(Seat::one).score, 0) << "the soft drop";
  EXPECT_EQ(game.of(Seat::one).score, game.game().score(Seat::one));
}

TEST(Feats, ThinkingUnderControlCounts) {
  Counted game(setup_with_pairs("RB YG RB YG"));
  for (int frame = 0; frame < 40; ++frame) game.step({});
  game.hand(up(1), up(6));
  EXPECT_EQ(game.of(Seat::one).control, 40 + game.frames_of_routes(Seat::one));
}

// Reds only: the second hand clears everything, and so does the fourth, which sends the 30 of the first all clear.
class FramesOfReds : public testing::Test {
 protected:
  FramesOfReds() : game(setup_with_pairs("RR RR RR RR BG BG")) {
    for (const int x : {1, 1, 3}) game.hand(up(x), up(x));
  }
  Counted game;
};

TEST_F(FramesOfReds, WhatIsSentFalls) {
  game.hand(up(3), up(6));
  const Feats& one = game.of(Seat::one);
  EXPECT_EQ(one.hands, 4);
  EXPECT_EQ(one.chains, 2);
  EXPECT_EQ(one.links, 2);
  EXPECT_EQ(one.longest_chain, 1);
  EXPECT_EQ(one.all_clears, 2);
  EXPECT_EQ(one.garbage_sent, 31);
  EXPECT_EQ(one.garbage_cancelled, 0);
  EXPECT_EQ(game.of(Seat::two).chains, 1);
  EXPECT_EQ(game.of(Seat::two).all_clears, 1);
  EXPECT_EQ(game.of(Seat::two).garbage_fell, 0);
  game.hand(up(1), up(1));
  EXPECT_EQ(game.of(Seat::two).garbage_fell, 30);
  game.hand(up(1), up(2));
  EXPECT_EQ(game.of(Seat::two).garbage_fell, 31);
  EXPECT_EQ(game.of(Seat::one).garbage_fell, 0);
}

TEST_F(FramesOfReds, WhatIsAnsweredDoesNot) {
  game.step({up(3), Input{}});
  while (game.of(Seat::one).garbage_sent == 0) game.advance();
  game.hand(Input{}, up(3));
  EXPECT_EQ(game.of(Seat::one).garbage_sent, 31);
  EXPECT_EQ(game.of(Seat::two).garbage_sent, 0);
  EXPECT_EQ(game.of(Seat::two).garbage_cancelled, 31);
  EXPECT_EQ(game.of(Seat::two).garbage_fell, 0);
}

TEST(Feats, OfAChainInTurns) {
  Counted game(turns_with_pairs("jaist-1", "RR RB BB RB YG"));
  game.hand(up(1), up(6));
  game.hand(place(1, Rotation::right), up(3));
  game.hand(up(2), up(5));
  game.hand(up(1), up(2));
  game.hand(up(1), up(3));
  EXPECT_EQ(game.of(Seat::one), (Feats{.hands = 5,
                                       .clock = 5,
                                       .control = 5,
                                       .chains = 1,
                                       .links = 2,
                                       .longest_chain = 2,
                                       .all_clears = 1,
                                       .score = 360,
                                       .garbage_sent = 6,
                                       .garbage_cancelled = 0,
                                       .garbage_fell = 0}));
  EXPECT_EQ(game.of(Seat::two), (Feats{.hands = 5, .clock = 5, .control = 5, .garbage_fell = 6}));
}

TEST(Feats, AttacksOfOneTurnAreCancelledByBoth) {
  Counted game(turns_with_pairs("class-1", "RR RR RR RR BG YB"));
  for (const int x : {1, 1, 3, 3}) game.hand(up(x), up(x));
  for (const Seat seat : kSeats) {
    EXPECT_EQ(game.of(seat).chains, 2);
    EXPECT_EQ(game.of(seat).garbage_sent, 0);
    EXPECT_EQ(game.of(seat).garbage_cancelled, 31);
  }
}

TEST(Feats, OfSeveralGamesAreSumsWithTheLongestChainOfAll) {
  Feats total{.hands = 10, .links = 7, .longest_chain = 4, .score = 1000};
  add(total, {.hands = 5, .links = 9, .longest_chain = 3, .score = 10, .garbage_fell = 2});
  EXPECT_EQ(total, (Feats{.hands = 15, .links = 16, .longest_chain = 4, .score = 1010, .garbage_fell = 2}));
}

// Files keep them in it.
TEST(Feats, TheirOrderStays) {
  std::string names;
  for (const Feat& feat : kFeats) names.append(feat.name).append(" ");
  EXPECT_EQ(names,
            "hands clock control chains links longest_chain all_clears score garbage_sent garbage_cancelled "
            "garbage_fell ");
}

struct PlayedAndCounted {
  std::array<Feats, 2> feats;
  std::array<test::NaiveFeats, 2> naive;
};

// Some to the end, some cut off on the way.
PlayedAndCounted played(const std::string& ruleset, std::uint64_t seed) {
  std::array<test::Player, 2> players = {test::builder(),
                                         seed % 3 == 0 ? test::random_placements(seed) : test::builder()};
  GameSetup setup = setup_of(ruleset, seed);
  if (seed % 2 == 0) setup.ruleset.queue = rules::QueueSharing::common_until_clear;      // less alike
  if (seed % 3 != 2 && setup.ruleset.garbage_rate > 0) setup.ruleset.garbage_rate = 10;  // more than there is room for
  const bool turns = setup.ruleset.pacing == rules::Pacing::turns;
  const int full = turns ? 400 : 12'000;
  const int last = seed % 4 == 0 ? full : full / 10 + static_cast<int>(seed * 37 % 100);
  FeatCounter counter;
  const test::PlayedGame game = test::play(setup, std::move(players), {.last = last, .observer = &counter});
  return {counter.feats(), test::naive_feats_of(game.record)};
}

class FeatsOfPlayedGames : public testing::TestWithParam<const char*> {};

TEST_P(FeatsOfPlayedGames, AreWhatTheStatesShow) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const PlayedAndCounted game = played(GetParam(), seed);
    for (const Seat seat : kSeats) {
      const Feats& feats = game.feats[index_of(seat)];
      const Feats& naive = game.naive[index_of(seat)].feats;
      for (const Feat& feat : kFeats) EXPECT_EQ(feats.*feat.count, naive.*feat.count) << feat.name << " " << seed;
    }
  }
}

TEST_P(FeatsOfPlayedGames, AccountForAllGarbage) {
  std::int64_t sent = 0;
  test::NaiveFeats all;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const PlayedAndCounted game = played(GetParam(), seed);
    for (const Seat seat : kSeats) {
      const Feats& from = game.feats[index_of(opponent_of(seat))];
      const Feats& to = game.feats[index_of(seat)];
      const test::NaiveFeats& untold = game.naive[index_of(seat)];
      EXPECT_EQ(from.garbage_sent + untold.met,
                to.garbage_cancelled + to.garbage_fell + untold.found_no_room + untold.in_the_air + untold.waiting)
          << seed;
      sent += from.garbage_sent;
      add(all.feats, to);
      all.found_no_room += untold.found_no_room;
      all.in_the_air += untold.in_the_air;
      all.waiting += untold.waiting;
      all.met += untold.met;
    }
  }
  // All of it has to come up, or nothing is shown.
  const bool frames = rules::find_ruleset(GetParam())->pacing == rules::Pacing::frames;
  EXPECT_GT(sent, 0);
  EXPECT_GT(all.feats.garbage_cancelled, 0);
  EXPECT_GT(all.feats.garbage_fell, 0);
  EXPECT_GT(all.waiting, 0);
  EXPECT_GT(all.found_no_room, 0);
  EXPECT_GT(frames ? all.in_the_air : all.met, 0);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, FeatsOfPlayedGames, testing::Values("tsu-1", "jaist-1", "class-1"));

}  // namespace
}  // namespace rensa::duel
