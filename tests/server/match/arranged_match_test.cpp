#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

// The limits of an arranged match, and what it counts of refused and late decisions.

namespace rensa::match {
namespace {

using tests::decision;
using tests::terms_of;
using tests::TestLobby;
using namespace std::chrono_literals;

constexpr rules::Placement kLeft{1, rules::Rotation::up};
constexpr rules::Placement kOutside{6, rules::Rotation::right};

class ArrangedMatch : public testing::Test {
 protected:
  void start(const PlayerLimits& limits, proto::Clock clock = proto::Clock::virtual_time,
             Subscription subscription = Subscription::events) {
    server.one = server.enter("one");
    server.two = server.enter("two");
    Arrangement arrangement;
    arrangement.terms = terms_of(clock);
    arrangement.players = {MatchPlayer{.id = server.one, .name = "one", .subscription = subscription},
                           MatchPlayer{.id = server.two, .name = "two", .subscription = subscription}};
    arrangement.game.seed = 3;
    arrangement.game.limits = limits;
    match = server.lobby.arranged_matches().start(arrangement, server.now).value();
    server.lobby.run_due_matches(server.now);
  }
  void pass(base::Span time) {
    for (base::Span step{}; step < time; step += 100ms) {
      server.now += std::chrono::duration_cast<base::Time::duration>(100ms);
      server.lobby.run_due_matches(server.now);
    }
  }
  void say(base::PlayerId player, duel::Input input, bool is_missed = false) {
    proto::Decide decide = decision(server.last<proto::Update>(player).value(), input);
    decide.is_missed = is_missed;
    server.say(player, decide);
  }
  // Seat two answers without an input; seat one says that its player has missed its answer.
  void miss_a_frame() {
    say(server.one, {}, true);
    say(server.two, {});
  }
  std::array<duel::DecisionCounts, 2> counts_at_the_end() {
    if (server.unsaved.empty())
      server.lobby.arranged_matches().forfeit(match, duel::Seat::one, duel::Cause::crashed, server.now);
    return server.unsaved.front().statistics->decisions;
  }

  static lobby::LobbySettings with_stalls() {
    lobby::LobbySettings settings;
    settings.stall_threshold = 500ms;
    return settings;
  }

  explicit ArrangedMatch(const lobby::LobbySettings& settings = with_stalls()) : server(settings) {}

  TestLobby server;
  base::MatchId match{};
};

// Two refused placements, instead of three, let a pair fall undecided.
class ArrangedMatchWithFewRefusals : public ArrangedMatch {
 protected:
  ArrangedMatchWithFewRefusals() : ArrangedMatch(few_refusals()) {}

 private:
  static lobby::LobbySettings few_refusals() {
    lobby::LobbySettings settings = with_stalls();
    settings.match.clock.max_refusals = 2;
    return settings;
  }
};

constexpr PlayerLimits kFirstIsLonger{.think = 10s, .first_think = 30s, .max_missed = 1};

TEST_F(ArrangedMatch, TheFirstDecisionHasALongerLimit) {
  start(kFirstIsLonger);
  pass(25s);
  EXPECT_TRUE(server.unsaved.empty()) << "a cold start is no failure";
  say(server.one, duel::Input::place(kLeft));
  say(server.two, duel::Input::place(kLeft));
  pass(11s);
  ASSERT_EQ(server.unsaved.size(), 1U) << "the second decision has the usual limit";
  EXPECT_EQ(server.unsaved.front().record.outcome.cause, duel::Cause::time);
  EXPECT_GE(server.unsaved.front().record.outcome.frame, 74);
}

TEST_F(ArrangedMatch, APlayerThatPassesTheLimitOfItsFirstDecisionHasMissedIt) {
  start(kFirstIsLonger);
  pass(31s);
  ASSERT_EQ(server.unsaved.size(), 1U);
  EXPECT_EQ(server.unsaved.front().record.outcome.cause, duel::Cause::time);
  EXPECT_EQ(counts_at_the_end()[0].late, 1);
}

TEST_F(ArrangedMatch, AShorterLimitOfTheFirstDecisionHasNoEffect) {
  start({.think = 10s, .first_think = 1s, .max_missed = 1});
  pass(9s);
  EXPECT_TRUE(server.unsaved.empty());
  pass(2s);
  EXPECT_EQ(server.unsaved.size(), 1U);
}

// A client that is asked in each frame answers many times before its first decision.
TEST_F(ArrangedMatch, AllAnswersUpToTheFirstDecisionShareItsLimit) {
  start(kFirstIsLonger, proto::Clock::virtual_time, Subscription::frames);
  pass(25s);
  say(server.one, {});
  say(server.two, {});
  pass(9s);
  EXPECT_TRUE(server.unsaved.empty()) << "the usual limit ends later";
  say(server.one, {});
  say(server.two, {});
  pass(11s);
  EXPECT_EQ(server.unsaved.size(), 1U);
}

TEST_F(ArrangedMatch, TheFirstTurnHasTheLongerLimit) {
  start(kFirstIsLonger, proto::Clock::turns);
  const int limit = ruleset_of(terms_of(proto::Clock::turns), {}).turn_milliseconds;
  pass(limit > 0 ? base::Span(std::chrono::milliseconds(limit)) : base::Span(25s));
  EXPECT_TRUE(server.unsaved.empty());
}

TEST_F(ArrangedMatch, AStallOfTheServerMovesTheLimitOfTheFirstDecision) {
  start(kFirstIsLonger);
  pass(25s);
  server.now += 10s;
  pass(4s);
  EXPECT_TRUE(server.unsaved.empty());
  pass(2s);
  EXPECT_EQ(server.unsaved.size(), 1U);
}

TEST_F(ArrangedMatch, MissedAnswersOfOnePairAreOneLateDecision) {
  start({.max_missed = 3}, proto::Clock::virtual_time, Subscription::frames);
  for (int frame = 0; frame < 60; ++frame) miss_a_frame();
  EXPECT_TRUE(server.unsaved.empty());
  EXPECT_EQ(counts_at_the_end()[0].late, 1);
  EXPECT_EQ(counts_at_the_end()[1].late, 0);
}

TEST_F(ArrangedMatch, AProgramThatLetsTooManyPairsFallLosesByTime) {
  start({.max_missed = 3}, proto::Clock::virtual_time, Subscription::frames);
  for (int frame = 0; frame < 1'000 && server.unsaved.empty(); ++frame) miss_a_frame();
  ASSERT_EQ(server.unsaved.size(), 1U);
  EXPECT_EQ(server.unsaved.front().record.outcome.cause, duel::Cause::time);
  EXPECT_EQ(server.unsaved.front().record.outcome.winner, duel::Seat::two);
  EXPECT_EQ(counts_at_the_end()[0].late, 3);
}

TEST_F(ArrangedMatch, AGameThatDoesNotCountIsAnnouncedWithoutAWinner) {
  start({.max_missed = 3}, proto::Clock::virtual_time, Subscription::frames);
  for (int frame = 0; frame < 1'000 && server.unsaved.empty(); ++frame) miss_a_frame();
  ASSERT_EQ(server.unsaved.size(), 1U);
  server.void_all();
  const auto game = server.last<proto::GameEnd>(server.one);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->outcome.cause, duel::Cause::voided);
  EXPECT_FALSE(game->outcome.winner);
  EXPECT_TRUE(game->seed.empty());
  const auto end = server.last<proto::MatchEnd>(server.one);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cause, duel::Cause::voided);
  EXPECT_FALSE(end->winner);
  EXPECT_EQ(end->wins, (std::array{0, 0}));
}

TEST_F(ArrangedMatch, RefusedPlacementsAreCounted) {
  start({});
  say(server.one, duel::Input::place(kOutside));
  say(server.two, duel::Input::place(kLeft));
  say(server.one, duel::Input::place(kOutside));
  say(server.one, duel::Input::place(kLeft));
  const auto counts = counts_at_the_end();
  EXPECT_EQ(counts[0], (duel::DecisionCounts{.refused = 2, .late = 0}));
  EXPECT_EQ(counts[1], duel::DecisionCounts{});
}

TEST_F(ArrangedMatchWithFewRefusals, APairThatFallsUndecidedCountsByTheSettingsOfTheMatch) {
  start({.max_refused = 1});
  say(server.one, duel::Input::place(kOutside));
  say(server.two, duel::Input::place(kLeft));
  EXPECT_TRUE(server.unsaved.empty());
  say(server.one, duel::Input::place(kOutside));
  ASSERT_EQ(server.unsaved.size(), 1U);
  EXPECT_EQ(server.unsaved.front().record.outcome.cause, duel::Cause::illegal);
  EXPECT_EQ(server.unsaved.front().record.outcome.winner, duel::Seat::two);
}

}  // namespace
}  // namespace rensa::match
