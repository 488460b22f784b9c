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
    for (const int spectator : listeners) group.join(session(spectator), {.subscription = subscription});
  }
  void add_state(int clock, int events = 0) {
    Update update;
    update.game = game;
    update.view.clock = clock;
    update.events.resize(static_cast<std::size_t>(events));
    group.add_state(std::move(update));
  }
  void begin_game(int number) {
    game = number;
    GameStart start;
    start.game = number;
    group.add_message(start);
  }
  void end_game() {
    GameEnd end;
    end.game = game;
    group.add_message(end);
  }
  void say(const std::string& text, duel::Seat seat = duel::Seat::one) {
    group.add_message(Comment{.writer = seat, .game = game, .text = text});
  }
  void send_all() {
    while (group.has_unsent()) group.send_some(100, output);
  }

  static base::SessionId session(int spectator) { return base::SessionId{static_cast<std::uint64_t>(spectator)}; }
  std::vector<proto::Update> updates(int spectator) { return all_of<proto::Update>(output.sent[session(spectator)]); }
  std::vector<int> clocks(int spectator) {
    std::vector<int> clocks;
    for (const proto::Update& update : updates(spectator)) clocks.push_back(update.view.clock);
    return clocks;
  }

  std::vector<std::string> comments(int spectator) {
    std::vector<std::string> texts;
    for (const proto::Comment& comment : all_of<proto::Comment>(output.sent[session(spectator)])) {
      texts.push_back(comment.text);
    }
    return texts;
  }

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
    group.add_message(PauseStatus{.missing = duel::Seat::two, .seconds_left = 50 - newcomer});
  }
  send_all();
  const auto sent = all_of<proto::PauseStatus>(output.sent[session(1)]);
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
    return all_of<proto::MatchStart>(output.sent[session(spectator)]).at(0);
  };
  join({1});
  group.add_message(won);
  send_all();
  EXPECT_EQ(introduced(1).wins, (std::array{0, 0})) << "the end of that game follows";
  join({2});
  group.add_message(drawn);
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
  for (std::size_t i = 0; i < SpectatorGroup::kMaxMessages + 3; ++i) group.add_message(won);
  send_all();
  EXPECT_EQ(all_of<proto::MatchStart>(output.sent[session(1)]).at(0).wins, (std::array{3, 0}));
}

TEST_F(SpectatorGroupTest, AStateIsReplacedDespiteCommentsInBetween) {
  group.join(session(1), {.subscription = Subscription::frames, .comments = true});
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
    group.add_message(PauseStatus{.missing = duel::Seat::two, .seconds_left = 50});
  }
  send_all();
  EXPECT_EQ(clocks(1), std::vector{5});
  EXPECT_TRUE(std::holds_alternative<proto::PauseStatus>(output.sent[session(1)].back()));
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
  const auto& sent = output.sent[session(1)];
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
  EXPECT_TRUE(output.sent[session(3)].empty());
  send_all();
  ASSERT_EQ(output.sent[session(3)].size(), 2U);
  EXPECT_TRUE(std::holds_alternative<proto::MatchStart>(output.sent[session(3)][0]));
  EXPECT_EQ(clocks(3), std::vector{6});
  EXPECT_EQ(all_of<proto::MatchStart>(output.sent[session(1)]).size(), 1U);
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
  output.congested = session(2);
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
  output.congested = session(1);
  add_state(6);
  send_all();
  add_state(7, 1);
  say("over");
  end_game();
  group.add_message(MatchEnd{});
  send_all();
  EXPECT_EQ(clocks(1), (std::vector{5, 7}));
  const auto& sent = output.sent[session(1)];
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
    output.congested = session(2);
    add_state(6, 1);
    send_all();
  }
  void expect_state_before_result() {
    ASSERT_EQ(clocks(2), std::vector{5});
    end_game();
    send_all();
    EXPECT_EQ(clocks(2), (std::vector{5, 6}));
    EXPECT_EQ(clocks(1), clocks(2)) << "the other spectator is not sent it twice";
    EXPECT_TRUE(std::holds_alternative<proto::GameEnd>(output.sent[session(2)].back()));
    group.add_message(MatchEnd{});
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
  group.join(session(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  send_all();
  output.congested = session(1);
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
  output.congested = session(1);
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
  group.leave(session(1));
  group.leave(session(4));
  join({5});
  group.send_some(100, output);
  EXPECT_EQ(clocks(2), std::vector{5});
  EXPECT_EQ(clocks(3), std::vector{5});
  EXPECT_TRUE(output.sent[session(4)].empty());
  EXPECT_TRUE(output.sent[session(5)].empty());
  EXPECT_FALSE(group.has_unsent());
}

TEST_F(SpectatorGroupTest, CommentsAreSentOnlyToSpectatorsThatWantThem) {
  group.join(session(1), {.subscription = Subscription::events, .comments = true});
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
  group.join(session(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  say("before");
  send_all();
  group.join(session(2), {.subscription = Subscription::events, .comments = true});
  add_state(6);
  send_all();
  group.join(session(3), {.subscription = Subscription::events, .comments = true});
  begin_game(2);
  add_state(1);
  send_all();
  EXPECT_EQ(comments(1), std::vector<std::string>{"before"});
  EXPECT_EQ(comments(2), std::vector<std::string>{"before"});
  EXPECT_EQ(comments(3), std::vector<std::string>{});
}

TEST_F(SpectatorGroupTest, ASlowSpectatorIsSentTheLastCommentsLater) {
  group.join(session(1), {.subscription = Subscription::events, .comments = true});
  add_state(5);
  send_all();
  say("before");
  group.join(session(2), {.subscription = Subscription::events, .comments = true});
  add_state(6);
  output.congested = session(2);
  send_all();
  EXPECT_EQ(comments(2), std::vector<std::string>{}) << "new and too slow";
  output.congested = session(1);
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
  group.leave(session(2));
  EXPECT_FALSE(group.wants_every_frame());
}

TEST_F(SpectatorGroupTest, TheQueueHasALimit) {
  join({1});
  for (int i = 1; i < 1'000; ++i) {
    begin_game(i);
    for (int clock = 0; clock < 100; ++clock) add_state(clock, 5);
  }
  send_all();
  EXPECT_EQ(output.sent[session(1)].size(), 1 + SpectatorGroup::kMaxMessages);
  EXPECT_EQ(updates(1).back().game, 999);
  EXPECT_EQ(updates(1).back().view.clock, 99);
  EXPECT_EQ(updates(1).back().events.size(), SpectatorGroup::kMaxEvents);
}

}  // namespace
}  // namespace rensa::match
