#include <gtest/gtest.h>

#include "server/match/spectators.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {
namespace {

using tests::all_of;
using tests::TestLobby;

class SpectatorGroupTest : public testing::Test {
 protected:
  void join(std::initializer_list<int> listeners, proto::Subscription subscription = proto::Subscription::frames) {
    for (const int spectator : listeners) group.join(player(spectator), {.subscription = subscription});
  }
  void add_state(int clock, int events = 0) {
    Update update;
    update.game = game;
    update.view.clock = clock;
    update.events.resize(static_cast<std::size_t>(events));
    group.add_state(std::move(update), moment());
  }
  void begin_game(int number) {
    game = number;
    GameStart start;
    start.game = number;
    group.add_message(start, moment());
  }
  void end_game() {
    GameEnd end;
    end.game = game;
    group.add_message(end, moment());
  }
  void say(const std::string& text, duel::Seat seat = duel::Seat::one) {
    group.add_message(Comment{.writer = seat, .game = game, .text = text}, moment());
  }
  void send_all() {
    while (group.has_unsent()) group.send_some(100, output);
  }

  static base::PlayerId player(int spectator) {
    return base::PlayerId{.number = static_cast<std::uint64_t>(spectator)};
  }
  std::vector<proto::Update> updates(int spectator) { return all_of<proto::Update>(output.sent[player(spectator)]); }
  std::vector<int> clocks(int spectator) {
    std::vector<int> clocks;
    for (const proto::Update& update : updates(spectator)) clocks.push_back(update.view.clock);
    return clocks;
  }

  std::vector<std::string> comments(int spectator) {
    std::vector<std::string> texts;
    for (const proto::Comment& comment : all_of<proto::Comment>(output.sent[player(spectator)])) {
      texts.push_back(comment.text);
    }
    return texts;
  }

  MatchMoment moment() const { return {.time = now, .game = game, .clock = frame}; }
  // Lets time pass in which the game goes on.
  void play(std::chrono::milliseconds time) {
    now += time;
    frame += static_cast<int>(time / std::chrono::milliseconds(1)) * 60 / 1000;
  }
  void delay_by(int seconds) { group.set_delay(SpectatorDelay::of(std::chrono::seconds(seconds), Clock::real)); }

  base::Time now{std::chrono::hours(1)};
  int frame = 100;
  SpectatorGroup group{base::MatchId{}, MatchStart{}};
  TestLobby output;
  int game = 1;
};

TEST_F(SpectatorGroupTest, AllAreSentAMessageTogether) {
  join({1, 2, 3});
  add_state(5);
  send_all();
  EXPECT_EQ(output.shared_messages, 2);  // MatchStart and Update
  for (const int spectator : {1, 2, 3}) EXPECT_EQ(clocks(spectator), std::vector{5});
}

TEST_F(SpectatorGroupTest, APauseIsSentOnceARound) {
  join({1, 2, 3});
  for (int newcomer = 0; newcomer < 3; ++newcomer) {
    add_state(5);
    group.add_message(PauseStatus{.missing = duel::Seat::two, .seconds_left = 50 - newcomer}, moment());
  }
  send_all();
  const auto sent = all_of<proto::PauseStatus>(output.sent[player(1)]);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].seconds_left, 48);
}

TEST_F(SpectatorGroupTest, AllSlicesOfARoundAreSentTheSame) {
  join({1, 2, 3});
  add_state(5);
  EXPECT_EQ(group.send_some(2, output), 2U);
  add_state(6);
  EXPECT_EQ(clocks(3), std::vector<int>{});
  EXPECT_EQ(group.send_some(2, output), 1U);
  EXPECT_EQ(clocks(3), std::vector{5});
  send_all();
  for (const int spectator : {1, 2, 3}) EXPECT_EQ(clocks(spectator), (std::vector{5, 6}));
}

TEST_F(SpectatorGroupTest, AReplacedStateIsLeftOutButNotItsEvents) {
  join({1});
  add_state(5, 1);
  add_state(6, 2);
  send_all();
  add_state(7);
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{6, 7}));
  EXPECT_EQ(updates(1)[0].events.size(), 3U);
  EXPECT_EQ(updates(1)[1].events.size(), 0U);
  EXPECT_EQ(updates(1)[0].number + 1, updates(1)[1].number);
}

TEST_F(SpectatorGroupTest, ALaterSpectatorIsSentTheScoreBeforeTheEndsThatFollow) {
  GameEnd won;
  won.outcome = {.winner = duel::Seat::two, .cause = duel::Cause::choked, .frame = 9};
  GameEnd drawn;
  drawn.outcome = {.winner = std::nullopt, .cause = duel::Cause::limit, .frame = 9};
  const auto introduced = [&](int spectator) {
    return all_of<proto::MatchStart>(output.sent[player(spectator)]).at(0);
  };
  join({1});
  group.add_message(won, moment());
  send_all();
  EXPECT_EQ(introduced(1).wins, (std::array{0, 0})) << "the end of that game follows";
  join({2});
  group.add_message(drawn, moment());
  send_all();
  EXPECT_EQ(introduced(2).wins, (std::array{0, 1}));
  EXPECT_EQ(introduced(2).draws, 0);
  join({3});
  add_state(5);
  send_all();
  EXPECT_EQ(introduced(3).wins, (std::array{0, 1}));
  EXPECT_EQ(introduced(3).draws, 1);
}

TEST_F(SpectatorGroupTest, AGameIsInTheScoreEvenIfItsEndWasLeftOut) {
  GameEnd won;
  won.outcome = {.winner = duel::Seat::one, .cause = duel::Cause::choked, .frame = 9};
  join({1});
  for (std::size_t i = 0; i < SpectatorGroup::kMaxMessages + 3; ++i) group.add_message(won, moment());
  send_all();
  EXPECT_EQ(all_of<proto::MatchStart>(output.sent[player(1)]).at(0).wins, (std::array{3, 0}));
}

TEST_F(SpectatorGroupTest, AStateIsReplacedDespiteCommentsInBetween) {
  group.join(player(1), {.subscription = Subscription::frames, .comments = true});
  for (int clock = 1; clock <= 100; ++clock) {
    add_state(clock, 1);
    say("one at " + std::to_string(clock));
    if (clock % 2 == 0) say("two at " + std::to_string(clock), duel::Seat::two);
  }
  add_state(101);
  send_all();
  EXPECT_EQ(clocks(1), std::vector{101});
  EXPECT_EQ(updates(1)[0].events.size(), 100U);
  EXPECT_EQ(comments(1), (std::vector<std::string>{"one at 100", "two at 100"}));
}

TEST_F(SpectatorGroupTest, AStateIsReplacedDuringAPause) {
  join({1});
  for (int newcomer = 0; newcomer < 3; ++newcomer) {
    add_state(5);
    group.add_message(PauseStatus{.missing = duel::Seat::two, .seconds_left = 50}, moment());
  }
  send_all();
  EXPECT_EQ(clocks(1), std::vector{5});
  EXPECT_TRUE(std::holds_alternative<proto::PauseStatus>(output.sent[player(1)].back()));
}

TEST_F(SpectatorGroupTest, TheLastStateOfAGameIsNotReplaced) {
  join({1});
  add_state(5);
  end_game();
  add_state(6);
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 6}));
}

TEST_F(SpectatorGroupTest, MessagesKeepTheirOrder) {
  join({1});
  add_state(5);
  end_game();
  begin_game(2);
  add_state(1);
  send_all();
  const auto& sent = output.sent[player(1)];
  ASSERT_EQ(sent.size(), 5U);
  EXPECT_TRUE(std::holds_alternative<proto::MatchStart>(sent[0]));
  EXPECT_TRUE(std::holds_alternative<proto::Update>(sent[1]));
  EXPECT_TRUE(std::holds_alternative<proto::GameEnd>(sent[2]));
  EXPECT_TRUE(std::holds_alternative<proto::GameStart>(sent[3]));
  EXPECT_TRUE(std::holds_alternative<proto::Update>(sent[4]));
}

TEST_F(SpectatorGroupTest, AStateOfTheNextGameDoesNotReplaceTheLastOne) {
  join({1});
  add_state(500);
  game = 2;
  add_state(1);
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{500, 1}));
}

TEST_F(SpectatorGroupTest, ASpectatorThatJoinsDuringARoundWaitsForTheNext) {
  join({1, 2});
  add_state(5);
  group.send_some(1, output);
  join({3});
  add_state(6);
  group.send_some(100, output);
  EXPECT_TRUE(output.sent[player(3)].empty());
  send_all();
  ASSERT_EQ(output.sent[player(3)].size(), 2U);
  EXPECT_TRUE(std::holds_alternative<proto::MatchStart>(output.sent[player(3)][0]));
  EXPECT_EQ(clocks(3), std::vector{6});
  EXPECT_EQ(all_of<proto::MatchStart>(output.sent[player(1)]).size(), 1U);
}

TEST_F(SpectatorGroupTest, EventSubscribersAreNotSentPlainFrames) {
  join({1});
  join({2}, proto::Subscription::events);
  add_state(5);
  send_all();
  add_state(6);
  send_all();
  add_state(7, 1);
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 6, 7}));
  EXPECT_EQ(clocks(2), (std::vector{5, 7}));
}

TEST_F(SpectatorGroupTest, ASlowSpectatorMissesStatesUntilItCatchesUp) {
  join({1, 2}, proto::Subscription::events);
  add_state(5);
  send_all();
  output.congested = player(2);
  add_state(6, 1);
  send_all();
  EXPECT_EQ(clocks(2), std::vector{5});
  output.congested = {};
  add_state(7);  // without events for the other spectator
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 6}));
  EXPECT_EQ(clocks(2), (std::vector{5, 7}));
}

TEST_F(SpectatorGroupTest, ASlowSpectatorIsSentTheEndOfAGame) {
  join({1});
  add_state(5);
  send_all();
  output.congested = player(1);
  add_state(6);
  send_all();
  add_state(7, 1);
  say("over");
  end_game();
  group.add_message(MatchEnd{}, moment());
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 7}));
  const auto& sent = output.sent[player(1)];
  ASSERT_EQ(sent.size(), 5U);
  EXPECT_TRUE(std::holds_alternative<proto::Update>(sent[2])) << "before the result";
  EXPECT_TRUE(std::holds_alternative<proto::GameEnd>(sent[3]));
  EXPECT_TRUE(std::holds_alternative<proto::MatchEnd>(sent[4]));
}

// A result waits for the disk, so it usually comes in a round of its own.
class MissedLastState : public SpectatorGroupTest {
 protected:
  MissedLastState() {
    join({1, 2});
    add_state(5);
    send_all();
    output.congested = player(2);
    add_state(6, 1);
    send_all();
  }
  void expect_state_before_result() {
    ASSERT_EQ(clocks(2), std::vector{5});
    end_game();
    send_all();
    EXPECT_EQ(clocks(2), (std::vector{5, 6}));
    EXPECT_EQ(clocks(1), clocks(2)) << "the other spectator is not sent it twice";
    EXPECT_TRUE(std::holds_alternative<proto::GameEnd>(output.sent[player(2)].back()));
    group.add_message(MatchEnd{}, moment());
    send_all();
    EXPECT_EQ(clocks(2), (std::vector{5, 6})) << "once is enough";
  }
};

TEST_F(MissedLastState, IsSentBeforeTheResultToASlowSpectator) { expect_state_before_result(); }

TEST_F(MissedLastState, IsSentBeforeTheResultToASpectatorThatCaughtUp) {
  output.congested = {};
  expect_state_before_result();
}

TEST_F(SpectatorGroupTest, AMissedStateIsSentWithTheNextComment) {
  group.join(player(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  send_all();
  output.congested = player(1);
  add_state(6, 1);
  send_all();
  output.congested = {};
  say("done");
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 6}));
}

TEST_F(SpectatorGroupTest, ASlowSpectatorOfANewGameIsSentNothingOfTheLast) {
  join({1});
  add_state(500);
  end_game();
  send_all();
  begin_game(2);
  add_state(1);
  output.congested = player(1);
  send_all();
  output.congested = {};
  add_state(2);
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{500, 2}));
}

TEST_F(SpectatorGroupTest, LeavingDuringARoundSkipsNoOtherSpectator) {
  join({1, 2, 3, 4});
  add_state(5);
  group.send_some(2, output);
  group.leave(player(1));
  group.leave(player(4));
  join({5});
  group.send_some(100, output);
  EXPECT_EQ(clocks(2), std::vector{5});
  EXPECT_EQ(clocks(3), std::vector{5});
  EXPECT_TRUE(output.sent[player(4)].empty());
  EXPECT_TRUE(output.sent[player(5)].empty());
  EXPECT_FALSE(group.has_unsent());
}

TEST_F(SpectatorGroupTest, CommentsAreSentOnlyToSpectatorsThatWantThem) {
  group.join(player(1), {.subscription = Subscription::events, .comments = true});
  join({2}, proto::Subscription::events);
  add_state(5);
  send_all();
  say("first");
  say("second");
  add_state(6);
  send_all();
  EXPECT_EQ(comments(1), std::vector<std::string>{"second"});
  EXPECT_EQ(comments(2), std::vector<std::string>{});
  EXPECT_EQ(clocks(2), std::vector{5});
}

TEST_F(SpectatorGroupTest, ALaterSpectatorIsSentTheLastComment) {
  group.join(player(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  say("before");
  send_all();
  group.join(player(2), {.subscription = Subscription::events, .comments = true});
  add_state(6);
  send_all();
  group.join(player(3), {.subscription = Subscription::events, .comments = true});
  begin_game(2);
  add_state(1);
  send_all();
  EXPECT_EQ(comments(1), std::vector<std::string>{"before"});
  EXPECT_EQ(comments(2), std::vector<std::string>{"before"});
  EXPECT_EQ(comments(3), std::vector<std::string>{});
}

TEST_F(SpectatorGroupTest, ASlowSpectatorIsSentTheLastCommentsLater) {
  group.join(player(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  send_all();
  say("before");
  group.join(player(2), {.subscription = Subscription::events, .comments = true});
  add_state(6);
  output.congested = player(2);
  send_all();
  EXPECT_EQ(comments(2), std::vector<std::string>{}) << "new and too slow";
  output.congested = player(1);
  say("after");
  add_state(7);
  send_all();
  EXPECT_EQ(comments(1), std::vector<std::string>{"before"});
  EXPECT_EQ(comments(2), std::vector<std::string>{"after"});
  output.congested = {};
  add_state(8);
  send_all();
  EXPECT_EQ(comments(1), (std::vector<std::string>{"before", "after"}));
  EXPECT_EQ(comments(2), std::vector<std::string>{"after"});
}

TEST_F(SpectatorGroupTest, WantsEveryFrameWhileOneSpectatorDoes) {
  join({1}, proto::Subscription::events);
  EXPECT_FALSE(group.wants_every_frame());
  join({2});
  EXPECT_TRUE(group.wants_every_frame());
  group.leave(player(2));
  EXPECT_FALSE(group.wants_every_frame());
}

TEST_F(SpectatorGroupTest, TheQueueHasALimit) {
  join({1});
  for (int i = 1; i < 1'000; ++i) {
    begin_game(i);
    for (int clock = 0; clock < 100; ++clock) add_state(clock, 5);
  }
  send_all();
  EXPECT_EQ(output.sent[player(1)].size(), 1 + SpectatorGroup::kMaxMessages);
  EXPECT_EQ(updates(1).back().game, 999);
  EXPECT_EQ(updates(1).back().view.clock, 99);
  EXPECT_EQ(updates(1).back().events.size(), SpectatorGroup::kMaxEvents);
}

TEST_F(SpectatorGroupTest, ADelayHoldsBackAllThatComes) {
  delay_by(3);
  join({1});
  begin_game(1);
  add_state(5);
  say("builds");
  send_all();
  EXPECT_EQ(output.sent[player(1)].size(), 1U);
  EXPECT_EQ(all_of<proto::MatchStart>(output.sent[player(1)]).size(), 1U) << "a spectator is told what it watches";
  EXPECT_TRUE(group.has_delayed());
  play(std::chrono::milliseconds(1'500));
  end_game();
  play(std::chrono::milliseconds(1'450));
  group.release(moment());
  EXPECT_FALSE(group.has_unsent());
  play(std::chrono::milliseconds(50));
  group.release(moment());
  send_all();
  EXPECT_EQ(clocks(1), std::vector{5});
  EXPECT_EQ(all_of<proto::GameStart>(output.sent[player(1)]).size(), 1U);
  EXPECT_TRUE(all_of<proto::GameEnd>(output.sent[player(1)]).empty());
  group.release_after_match(now + std::chrono::milliseconds(1'499));
  EXPECT_TRUE(group.has_delayed());
  group.release_after_match(now + std::chrono::milliseconds(1'500));
  send_all();
  EXPECT_EQ(all_of<proto::GameEnd>(output.sent[player(1)]).size(), 1U);
  EXPECT_FALSE(group.has_delayed());
}

// A player that stops the game must not let its friend see more.
TEST_F(SpectatorGroupTest, APauseReleasesNothing) {
  delay_by(3);
  join({1});
  add_state(5);
  play(std::chrono::seconds(1));
  now += std::chrono::minutes(1);
  group.release(moment());
  EXPECT_TRUE(group.has_delayed());
  play(std::chrono::milliseconds(1'950));
  group.release(moment());
  EXPECT_TRUE(group.has_delayed());
  play(std::chrono::milliseconds(50));
  group.release(moment());
  EXPECT_FALSE(group.has_delayed());
}

TEST_F(SpectatorGroupTest, TheEndOfAGameReleasesItsStatesWithoutItsClock) {
  delay_by(3);
  join({1});
  add_state(5);
  end_game();
  now += std::chrono::seconds(3);
  group.release(moment());
  EXPECT_FALSE(group.has_delayed());
}

TEST_F(SpectatorGroupTest, ADelayInTurnsIsAsManyTurns) {
  group.set_delay(SpectatorDelay::of(std::chrono::seconds(3), Clock::turns));
  join({1});
  add_state(5);
  now += std::chrono::minutes(1);
  frame += 2;
  group.release(moment());
  EXPECT_TRUE(group.has_delayed());
  ++frame;
  group.release(moment());
  EXPECT_FALSE(group.has_delayed());
}

TEST_F(SpectatorGroupTest, ADelayThatChangesDoesNotChangeTheOrder) {
  delay_by(3);
  join({1});
  add_state(5);
  delay_by(0);
  play(std::chrono::seconds(1));
  add_state(6, 1);
  send_all();
  EXPECT_TRUE(clocks(1).empty());
  play(std::chrono::seconds(2));
  group.release(moment());
  EXPECT_FALSE(group.has_delayed());
  add_state(7, 1);
  send_all();
  EXPECT_EQ(clocks(1).back(), 7);
}

TEST_F(SpectatorGroupTest, ANewSpectatorOfADelayedMatchSeesNothingEarly) {
  delay_by(3);
  join({1});
  add_state(5);
  play(std::chrono::seconds(2));
  join({2});
  add_state(6);
  send_all();
  EXPECT_TRUE(clocks(2).empty());
  play(std::chrono::seconds(1));
  group.release(moment());
  send_all();
  EXPECT_EQ(clocks(2), std::vector{5});
}

// A match in virtual time may be played as fast as the machine can, and anyone may watch it again and again.
TEST_F(SpectatorGroupTest, WhatIsHeldBackHasALimit) {
  delay_by(60);
  join({1});
  constexpr std::size_t kMost = SpectatorGroup::kMaxDelayedParts;
  for (std::size_t i = 0; i < 3 * kMost; ++i) {
    add_state(static_cast<int>(i), 1);
    say("fast");
    if (i % 2 == 0) now += std::chrono::milliseconds(10);
  }
  EXPECT_LE(group.delayed_messages(), 2 * kMost);
  now += std::chrono::hours(1);
  frame += 100'000;
  group.release(moment());
  EXPECT_FALSE(group.has_delayed());
}

}  // namespace
}  // namespace rensa::match
