#include "engine/duel/game_statistics.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/notation/shared_position.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "tests/engine/duel/scripted_games.h"

namespace rensa::duel {
namespace {

using rules::Rotation;
using test::place;
using test::setup_of;
using test::setup_with_pairs;
using test::turns_with_pairs;
using test::up;

// A game that a test plays, with its statistics.
class CountedGame {
 public:
  explicit CountedGame(const GameSetup& setup) : game_(setup) { pass(); }

  // Plays one hand of each seat, until both have the next one.
  void hand(const Input& one, const Input& two) {
    step({one, two});
    pass();
  }
  void step(const Inputs& inputs) { see(game_.step(inputs)); }
  void advance() { see(game_.advance()); }
  const GameStatistics& of(Seat seat) const { return counter_.statistics()[index_of(seat)]; }
  const Game& game() const { return game_; }
  // The sum of the frames of all routes of the seat.
  std::int64_t frames_of_routes(Seat seat) const { return frames_of_routes_[index_of(seat)]; }

 private:
  void pass() {
    while (!game_.outcome() && !(game_.is_decision_due(Seat::one) && game_.is_decision_due(Seat::two))) advance();
  }
  void see(const Events& events) {
    counter_.after_step(game_, events);
    for (const Event& event : events) {
      if (event.kind == EventKind::placement_accepted) frames_of_routes_[index_of(event.seat)] += event.amount;
    }
  }

  Game game_;
  StatisticsCounter counter_;
  std::array<std::int64_t, 2> frames_of_routes_{};
};

TEST(GameStatistics, NothingIsCountedBeforeTheFirstLock) {
  CountedGame game(setup_of("tsu-1", 1));
  EXPECT_EQ(game.of(Seat::one), GameStatistics{});
  EXPECT_EQ(game.of(Seat::two), GameStatistics{});
}

TEST(GameStatistics, ClockEndsAtTheLastLockAndControlIsTheFramesOfRoutes) {
  CountedGame game(setup_with_pairs("RB YG RB YG"));
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

TEST(GameStatistics, ThinkingUnderControlCounts) {
  CountedGame game(setup_with_pairs("RB YG RB YG"));
  for (int frame = 0; frame < 40; ++frame) game.step({});
  game.hand(up(1), up(6));
  EXPECT_EQ(game.of(Seat::one).control, 40 + game.frames_of_routes(Seat::one));
}

// Reds only: the second hand clears everything, and so does the fourth, which sends the 30 of the first all clear.
class StatisticsOfAllClears : public testing::Test {
 protected:
  StatisticsOfAllClears() : game(setup_with_pairs("RR RR RR RR BG BG")) {
    for (const int x : {1, 1, 3}) game.hand(up(x), up(x));
  }
  CountedGame game;
};

TEST_F(StatisticsOfAllClears, SentGarbageFalls) {
  game.hand(up(3), up(6));
  const GameStatistics& one = game.of(Seat::one);
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

TEST_F(StatisticsOfAllClears, CancelledGarbageDoesNotFall) {
  game.step({up(3), Input{}});
  while (game.of(Seat::one).garbage_sent == 0) game.advance();
  game.hand(Input{}, up(3));
  EXPECT_EQ(game.of(Seat::one).garbage_sent, 31);
  EXPECT_EQ(game.of(Seat::two).garbage_sent, 0);
  EXPECT_EQ(game.of(Seat::two).garbage_cancelled, 31);
  EXPECT_EQ(game.of(Seat::two).garbage_fell, 0);
}

TEST(GameStatistics, CountAChainOfATurnGame) {
  CountedGame game(turns_with_pairs("jaist-1", "RR RB BB RB YG"));
  game.hand(up(1), up(6));
  game.hand(place(1, Rotation::right), up(3));
  game.hand(up(2), up(5));
  game.hand(up(1), up(2));
  game.hand(up(1), up(3));
  EXPECT_EQ(game.of(Seat::one), (GameStatistics{.hands = 5,
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
  EXPECT_EQ(game.of(Seat::two), (GameStatistics{.hands = 5, .clock = 5, .control = 5, .garbage_fell = 6}));
}

TEST(GameStatistics, AttacksOfOneTurnAreCancelledByBoth) {
  CountedGame game(turns_with_pairs("class-1", "RR RR RR RR BG YB"));
  for (const int x : {1, 1, 3, 3}) game.hand(up(x), up(x));
  for (const Seat seat : kSeats) {
    EXPECT_EQ(game.of(seat).chains, 2);
    EXPECT_EQ(game.of(seat).garbage_sent, 0);
    EXPECT_EQ(game.of(seat).garbage_cancelled, 31);
  }
}

TEST(GameStatistics, TotalsAreSumsExceptForTheLongestChain) {
  GameStatistics total{.hands = 10, .links = 7, .longest_chain = 4, .score = 1000};
  add_game(total, {.hands = 5, .links = 9, .longest_chain = 3, .score = 10, .garbage_fell = 2});
  EXPECT_EQ(total, (GameStatistics{.hands = 15, .links = 16, .longest_chain = 4, .score = 1010, .garbage_fell = 2}));
}

// Files store the counts in this order.
TEST(GameStatistics, FieldsKeepTheirOrder) {
  std::string names;
  for (const StatisticField& field : kStatisticFields) names.append(field.name).append(" ");
  EXPECT_EQ(names,
            "hands clock control chains links longest_chain all_clears score garbage_sent garbage_cancelled "
            "garbage_fell ");
}

// A second count of the statistics, from the states before and after each step instead of the events.
struct NaiveStatistics {
  GameStatistics statistics;
  // Garbage that no event reports.
  std::int64_t found_no_room = 0;
  std::int64_t in_the_air = 0;  // at the end
  std::int64_t waiting = 0;     // at the end
  std::int64_t met = 0;         // in a turn game: another attack of the same turn
};

std::int64_t garbage_in(const rules::Field& field) { return field.board(rules::Cell::garbage).count(); }

struct Moves {
  Inputs inputs{};
  RoutesBySeat routes;
};

Moves moves_at(const record::Record& record, int clock) {
  Moves moves;
  for (const record::RecordedInput& entry : record.inputs) {
    if (entry.clock != clock) continue;
    moves.inputs[index_of(entry.seat)] = entry.input;
    if (entry.route.frames() > 0) moves.routes[index_of(entry.seat)] = entry.route;
  }
  return moves;
}

class NaiveSide {
 public:
  void step(const FrameSide& before, const FrameSide& after, const rules::Ruleset& ruleset, int frame) {
    count_hands(before, after, frame);
    count_links(before, after, ruleset, frame);
    count_garbage(before, after, ruleset);
    naive.statistics.score = after.score();
    naive.waiting = after.waiting().total();
  }
  NaiveStatistics naive;

 private:
  static bool takes_garbage(const FrameSide& side) {
    return side.phase() == Phase::garbage_falling || side.phase() == Phase::settling;
  }

  void count_hands(const FrameSide& before, const FrameSide& after, int frame) {
    if (before.phase() != Phase::control) return;
    ++control_;
    if (after.phase() == Phase::control) return;
    ++naive.statistics.hands;
    naive.statistics.clock = frame;
    naive.statistics.control += control_;
    control_ = 0;
  }

  void count_links(const FrameSide& before, const FrameSide& after, const rules::Ruleset& ruleset, int frame) {
    if (before.phase() == Phase::vanishing && after.phase() != Phase::vanishing) {
      rules::Field field = before.field();
      rules::erase_groups(field);
      if (field.is_all_clear()) ++naive.statistics.all_clears;
    }
    if (after.link() <= before.link()) return;
    ++naive.statistics.links;
    if (after.link() == 1) ++naive.statistics.chains;
    naive.statistics.longest_chain = std::max<std::int64_t>(naive.statistics.longest_chain, after.link());
    const std::int64_t attack = (after.score() - converted_) / rules::garbage_rate_at(ruleset, frame);
    converted_ += attack * rules::garbage_rate_at(ruleset, frame);
    const std::int64_t cancelled = std::min<std::int64_t>(attack, before.waiting().total());
    naive.statistics.garbage_cancelled += cancelled;
    naive.statistics.garbage_sent += attack - cancelled;
  }

  void count_garbage(const FrameSide& before, const FrameSide& after, const rules::Ruleset& ruleset) {
    if (takes_garbage(after) && !takes_garbage(before)) {
      naive.in_the_air = std::min(before.waiting().fixed, ruleset.max_garbage_drop);
    }
    if (!takes_garbage(after) && !takes_garbage(before)) return;
    entered_ += garbage_in(after.field()) - garbage_in(field_before(before));
    if (takes_garbage(after)) return;
    naive.statistics.garbage_fell += entered_;
    naive.found_no_room += naive.in_the_air - entered_;
    naive.in_the_air = 0;
    entered_ = 0;
  }

  // Garbage may enter in the frame in which a link removes other garbage.
  static rules::Field field_before(const FrameSide& before) {
    rules::Field field = before.field();
    if (before.phase() == Phase::vanishing) rules::erase_groups(field);
    return field;
  }

  std::int64_t control_ = 0;
  std::int64_t converted_ = 0;
  std::int64_t entered_ = 0;
};

std::array<NaiveStatistics, 2> count_frames(const record::Record& record) {
  FrameGame duel(record.setup);
  std::array<NaiveSide, 2> lanes;
  while (duel.frame() < record.outcome.frame) {
    const Moves moves = moves_at(record, duel.frame() + 1);
    const FrameGame before = duel;
    duel.step(moves.inputs, &moves.routes);
    for (const Seat seat : kSeats) {
      lanes[index_of(seat)].step(before.side(seat), duel.side(seat), duel.ruleset(), duel.frame());
    }
  }
  return {lanes[0].naive, lanes[1].naive};
}

struct NaiveTurn {
  rules::Field field;  // before garbage comes in
  std::int64_t attack = 0;
  std::int64_t cancelled = 0;
};

// Computes the attack by the literature's formula, 3N(N-1) + sum of i(c_i - 4), or by points.
NaiveTurn play_turn(const TurnGame::Side& side, const notation::PlacedPair& move, const rules::Ruleset& ruleset,
                    GameStatistics& statistics) {
  NaiveTurn turn{.field = side.field};
  rules::drop_pair(turn.field, move.pair, move.placement);
  std::int64_t links = 0;
  std::int64_t points = 0;
  std::int64_t cells = 0;
  for (rules::Link link = rules::erase_groups(turn.field); link.erased > 0; link = rules::erase_groups(turn.field)) {
    rules::settle(turn.field);
    ++links;
    points += rules::link_score(link, static_cast<int>(links));
    cells += links * (link.erased - 4);
  }
  const bool by_points = ruleset.attack == rules::AttackFormula::score;
  turn.attack = 3 * links * (links - 1) + cells;
  if (by_points) turn.attack = links == 0 ? 0 : (side.score + points - side.converted) / ruleset.garbage_rate;
  turn.cancelled = std::min<std::int64_t>(turn.attack, side.waiting.total());
  statistics.links += links;
  statistics.chains += links > 0 ? 1 : 0;
  statistics.longest_chain = std::max(statistics.longest_chain, links);
  statistics.all_clears += turn.field.is_all_clear() ? 1 : 0;
  return turn;
}

std::array<NaiveStatistics, 2> count_turns(const record::Record& record) {
  TurnGame duel(record.setup);
  std::array<NaiveStatistics, 2> naive;
  while (duel.turn() < record.outcome.frame) {
    const Moves moves = moves_at(record, duel.turn() + 1);
    const TurnGame before = duel;
    duel.step(moves.inputs);
    std::array<NaiveTurn, 2> turns;
    for (const Seat seat : kSeats) {
      const std::size_t i = index_of(seat);
      const notation::PlacedPair move{before.queues().at(seat, duel.turn()), moves.inputs[i].placement};
      turns[i] = play_turn(before.side(seat), move, duel.ruleset(), naive[i].statistics);
    }
    const std::int64_t met = std::min(turns[0].attack - turns[0].cancelled, turns[1].attack - turns[1].cancelled);
    for (const Seat seat : kSeats) {
      const std::size_t i = index_of(seat);
      NaiveStatistics& now = naive[i];
      now.statistics.hands = now.statistics.clock = now.statistics.control = duel.turn();
      now.statistics.score = duel.side(seat).score;
      now.met += met;
      now.statistics.garbage_cancelled += turns[i].cancelled + met;
      now.statistics.garbage_sent += turns[i].attack - turns[i].cancelled - met;
      const std::int64_t falls =
          std::min<std::int64_t>(before.side(seat).waiting.fixed - turns[i].cancelled, duel.ruleset().max_garbage_drop);
      const std::int64_t fell = garbage_in(duel.side(seat).field) - garbage_in(turns[i].field);
      now.statistics.garbage_fell += fell;
      now.found_no_room += falls - fell;
      now.waiting = duel.side(seat).waiting.total();
    }
  }
  return naive;
}

std::array<NaiveStatistics, 2> naive_statistics_of(const record::Record& record) {
  return record.setup.ruleset.pacing == rules::Pacing::frames ? count_frames(record) : count_turns(record);
}

struct PlayedAndCounted {
  std::array<GameStatistics, 2> statistics;
  std::array<NaiveStatistics, 2> naive;
};

// Plays some games to the end, and stops others early.
PlayedAndCounted played(const std::string& ruleset, std::uint64_t seed) {
  std::array<test::Player, 2> players = {test::builder(),
                                         seed % 3 == 0 ? test::random_placements(seed) : test::builder()};
  GameSetup setup = setup_of(ruleset, seed);
  if (seed % 2 == 0) setup.ruleset.queue = rules::QueueSharing::common_until_clear;      // less alike
  if (seed % 3 != 2 && setup.ruleset.garbage_rate > 0) setup.ruleset.garbage_rate = 10;  // more than there is room for
  const bool turns = setup.ruleset.pacing == rules::Pacing::turns;
  const int full = turns ? 400 : 12'000;
  const int last = seed % 4 == 0 ? full : full / 10 + static_cast<int>(seed * 37 % 100);
  StatisticsCounter counter;
  const test::PlayedGame game = test::play(setup, std::move(players), {.last = last, .observer = &counter});
  return {counter.statistics(), naive_statistics_of(game.record)};
}

class StatisticsOfPlayedGames : public testing::TestWithParam<const char*> {};

TEST_P(StatisticsOfPlayedGames, EqualTheCountsFromStates) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const PlayedAndCounted game = played(GetParam(), seed);
    for (const Seat seat : kSeats) {
      const GameStatistics& statistics = game.statistics[index_of(seat)];
      const GameStatistics& naive = game.naive[index_of(seat)].statistics;
      for (const StatisticField& field : kStatisticFields)
        EXPECT_EQ(statistics.*field.count, naive.*field.count) << field.name << " " << seed;
    }
  }
}

TEST_P(StatisticsOfPlayedGames, AccountForAllGarbage) {
  std::int64_t sent = 0;
  NaiveStatistics all;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const PlayedAndCounted game = played(GetParam(), seed);
    for (const Seat seat : kSeats) {
      const GameStatistics& from = game.statistics[index_of(opponent_of(seat))];
      const GameStatistics& to = game.statistics[index_of(seat)];
      const NaiveStatistics& untold = game.naive[index_of(seat)];
      EXPECT_EQ(from.garbage_sent + untold.met,
                to.garbage_cancelled + to.garbage_fell + untold.found_no_room + untold.in_the_air + untold.waiting)
          << seed;
      sent += from.garbage_sent;
      add_game(all.statistics, to);
      all.found_no_room += untold.found_no_room;
      all.in_the_air += untold.in_the_air;
      all.waiting += untold.waiting;
      all.met += untold.met;
    }
  }
  // The test proves nothing unless each kind occurs.
  const bool frames = rules::find_ruleset(GetParam())->pacing == rules::Pacing::frames;
  EXPECT_GT(sent, 0);
  EXPECT_GT(all.statistics.garbage_cancelled, 0);
  EXPECT_GT(all.statistics.garbage_fell, 0);
  EXPECT_GT(all.waiting, 0);
  EXPECT_GT(all.found_no_room, 0);
  EXPECT_GT(frames ? all.in_the_air : all.met, 0);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, StatisticsOfPlayedGames, testing::Values("tsu-1", "jaist-1", "class-1"));

}  // namespace
}  // namespace rensa::duel
