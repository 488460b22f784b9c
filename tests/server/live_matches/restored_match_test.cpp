#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

#include "engine/record/verify.h"
#include "server/live_matches/logged_matches.h"
#include "tests/server/live_matches/restarted_lobby.h"
#include "tests/tools/long_tests.h"

// Matches that go on after the server was stopped at any of their events.

namespace rensa::live_matches::test {
namespace {

using namespace std::chrono_literals;

constexpr base::Span kStopTime = 1h + 3ms;  // of the server

std::vector<std::vector<std::uint8_t>> records_of(const LoggingLobby& server) {
  std::vector<std::vector<std::uint8_t>> records;
  for (const match::FinishedGame& game : server.saved) records.push_back(record::encode(game.record));
  return records;
}

std::size_t saved_games_in(const std::vector<match::MatchEvent>& events) {
  return static_cast<std::size_t>(std::ranges::count_if(
      events, [](const match::MatchEvent& event) { return std::holds_alternative<match::GameSaved>(event); }));
}

// The records as those of games that were not interrupted.
std::vector<std::vector<std::uint8_t>> uninterrupted_records_of(const LoggingLobby& server) {
  std::vector<std::vector<std::uint8_t>> records;
  for (const match::FinishedGame& game : server.saved) {
    record::Record record = game.record;
    record.interruptions.clear();
    records.push_back(record::encode(record));
  }
  return records;
}

struct PlayedMatch {
  std::vector<match::MatchEvent> events;
  std::vector<std::vector<std::uint8_t>> records;
  std::optional<proto::MatchEnd> end;
  SteadyClient one;
  SteadyClient two;
};

class RestoredMatch : public testing::TestWithParam<proto::Clock> {
 protected:
  static proto::Terms terms() {
    proto::Terms terms = tests::terms_of(GetParam(), 2);
    if (GetParam() == proto::Clock::virtual_time) {
      terms.charge = proto::ThinkingCost::fixed;
      terms.charge_frames = 12;
    }
    return terms;
  }
  // The clients have their seats, and nothing has been answered.
  static PlayedMatch begin(LoggingLobby& server) {
    const base::MatchId match = server.start(terms());
    EXPECT_NE(match, base::MatchId{0});
    return {.events = {},
            .records = {},
            .end = std::nullopt,
            .one = SteadyClient(server, server.one),
            .two = SteadyClient(server, server.two)};
  }
  static PlayedMatch play(LoggingLobby& server) {
    PlayedMatch played = begin(server);
    const base::MatchId match = server.events.begin()->first;
    played.one.answer();
    played.two.answer();
    play_out(server, played.one, played.two);
    played.events = server.events.at(match);
    played.records = records_of(server);
    played.end = played.one.end();
    return played;
  }
};

TEST_P(RestoredMatch, GoesOnFromAnyOfItsEventsLikeTheOneThatWasNeverStopped) {
  LoggingLobby undisturbed;
  const PlayedMatch played = play(undisturbed);
  ASSERT_EQ(played.records.size(), 2U);
  const std::size_t step = std::max<std::size_t>(1, played.events.size() / (tests::long_tests() ? 10'000 : 40));
  for (std::size_t count = 1; count < played.events.size(); count += step) {
    SCOPED_TRACE("after " + std::to_string(count) + " of " + std::to_string(played.events.size()) + " events");
    const std::vector<match::MatchEvent> logged(played.events.begin(),
                                                played.events.begin() + static_cast<std::ptrdiff_t>(count));
    LoggingLobby server;
    server.now += kStopTime;
    server.restore(logged, time_after(logged));
    ASSERT_TRUE(server.is_restored);
    const std::size_t saved_before = saved_games_in(logged);
    server.now += 4s;
    SteadyClient one = played.one;
    SteadyClient two = played.two;
    one.resume(server, "one");
    server.now += 1s;
    two.resume(server, "two");
    play_out(server, one, two);
    EXPECT_EQ(server.lobby.matches().count(), 0U);
    const auto records = uninterrupted_records_of(server);
    ASSERT_EQ(records.size(), played.records.size() - saved_before);
    for (std::size_t i = 0; i < records.size(); ++i) EXPECT_EQ(records[i], played.records[saved_before + i]);
    ASSERT_TRUE(one.end());
    EXPECT_EQ(one.end()->wins, played.end->wins);
    EXPECT_EQ(one.end()->draws, played.end->draws);
  }
}

// The log forgets the events of earlier games.
TEST_P(RestoredMatch, GoesOnFromTheSnapshotBeforeItsPresentGame) {
  LoggingLobby undisturbed;
  const PlayedMatch played = play(undisturbed);
  ASSERT_EQ(played.records.size(), 2U);
  const auto is_snapshot = [](const auto& event) { return std::holds_alternative<match::SnapshotTaken>(event); };
  const auto snapshot = std::find_if(played.events.begin(), played.events.end(), is_snapshot);
  ASSERT_NE(snapshot, played.events.end());
  for (auto end = snapshot + 1; end < played.events.end(); end += 1 + (played.events.end() - snapshot) / 10) {
    const std::vector<match::MatchEvent> logged(snapshot, end);
    LoggingLobby server;
    server.now += kStopTime;
    server.restore(logged, time_after(logged));
    ASSERT_TRUE(server.is_restored);
    SteadyClient one = played.one;
    SteadyClient two = played.two;
    one.resume(server, "one");
    two.resume(server, "two");
    play_out(server, one, two);
    const auto records = uninterrupted_records_of(server);
    ASSERT_EQ(records.size(), 1 - saved_games_in(logged)) << "only the second game";
    if (!records.empty()) {
      EXPECT_EQ(records[0], played.records[1]);
    }
    ASSERT_TRUE(one.end());
    EXPECT_EQ(one.end()->wins, played.end->wins);
    EXPECT_EQ(one.end()->draws, played.end->draws);
  }
}

TEST_P(RestoredMatch, GoesOnAfterManyStops) {
  LoggingLobby undisturbed;
  const PlayedMatch played = play(undisturbed);
  auto server = std::make_unique<LoggingLobby>();
  PlayedMatch again = begin(*server);
  std::vector<std::vector<std::uint8_t>> records;
  const base::MatchId match = server->events.begin()->first;
  for (int stop = 0; stop < 30 && server->lobby.matches().count() > 0; ++stop) {
    for (int step = 0; step < (GetParam() == proto::Clock::real ? 120 : 3); ++step) {
      if (GetParam() == proto::Clock::real && step > 0) tests::pass_frames(*server, 1);
      again.one.answer();
      again.two.answer();
      server->save_all();
    }
    if (server->lobby.matches().count() == 0) break;
    for (const auto& record : uninterrupted_records_of(*server)) records.push_back(record);
    const std::vector<match::MatchEvent> logged = server->events.at(match);
    const base::Time stopped = server->now;
    const base::Span played_time = time_after(logged);
    server = std::make_unique<LoggingLobby>();
    server->now = stopped + kStopTime;
    server->restore(logged, played_time);
    ASSERT_TRUE(server->is_restored);
    again.one.resume(*server, "one");
    again.two.resume(*server, "two");
  }
  play_out(*server, again.one, again.two);
  for (const auto& record : uninterrupted_records_of(*server)) records.push_back(record);
  ASSERT_EQ(records.size(), played.records.size());
  EXPECT_EQ(records, played.records);
}

TEST_P(RestoredMatch, RecordsSayAfterWhichFramesTheirGamesWereInterrupted) {
  auto server = std::make_unique<LoggingLobby>();
  PlayedMatch played = begin(*server);
  const base::MatchId match = server->events.begin()->first;
  std::vector<int> stops;
  for (int stop = 0; stop < 3; ++stop) {
    for (int step = 0; step < (GetParam() == proto::Clock::real ? 100 : 2); ++step) {
      if (GetParam() == proto::Clock::real && step > 0) tests::pass_frames(*server, 1);
      played.one.answer();
      played.two.answer();
    }
    const std::vector<match::MatchEvent> logged = server->events.at(match);
    server = std::make_unique<LoggingLobby>();
    server->restore(logged, time_after(logged));
    ASSERT_TRUE(server->is_restored);
    stops.push_back(std::get<match::ServerInterrupted>(server->events.at(match).back()).clock);
    played.one.resume(*server, "one");
    played.two.resume(*server, "two");
  }
  play_out(*server, played.one, played.two);
  ASSERT_EQ(server->saved.size(), 2U);
  EXPECT_LT(stops[0], stops[1]);
  EXPECT_EQ(server->saved[0].record.interruptions, stops);
  EXPECT_THAT(server->saved[1].record.interruptions, testing::IsEmpty()) << "the next game was not interrupted";
  for (const match::FinishedGame& game : server->saved) {
    const record::Verdict verdict = record::verify(game.record);
    EXPECT_TRUE(verdict.ok()) << verdict.message;
  }
}

TEST_P(RestoredMatch, CountsTheStopForNoClockAndNoGrace) {
  LoggingLobby server;
  PlayedMatch played = begin(server);
  played.one.answer();
  played.two.answer();
  tests::pass_frames(server, 30);
  const std::vector<match::MatchEvent> logged = server.events.begin()->second;
  LoggingLobby again;
  again.now = server.now + kStopTime;
  again.restore(logged, time_after(logged));
  ASSERT_TRUE(again.is_restored);
  const auto wait = [&](base::Span time) {
    again.now += time;
    again.lobby.run_due_matches(again.now);
    tests::pass_frames(again, 1);
  };
  wait(50s);  // of the grace, which is 60 s
  played.one.resume(again, "one");
  played.one.answer();
  ASSERT_TRUE(played.one.status());
  EXPECT_EQ(played.one.status()->missing, duel::Seat::two);
  wait(5s);
  played.two.resume(again, "two");
  played.two.answer();
  EXPECT_FALSE(played.two.status()->missing);
  // Nothing of the grace has been used: a player that is lost now has all of it.
  again.lobby.leave(played.two.id(), again.now);
  played.one.answer();
  EXPECT_GE(played.one.status()->seconds_left, 59);
  EXPECT_EQ(again.lobby.matches().count(), 1U);
}

// An operator may have changed the settings before the server started again.
TEST_P(RestoredMatch, GoesOnByTheSettingsWithWhichItBegan) {
  lobby::LobbySettings settings;
  settings.match.grace = 20s;
  LoggingLobby server(settings);
  PlayedMatch played = begin(server);
  played.one.answer();
  const std::vector<match::MatchEvent> logged = server.events.begin()->second;
  LoggingLobby again;
  again.restore(logged, time_after(logged));
  ASSERT_TRUE(again.is_restored);
  again.now += 21s;
  again.lobby.run_due_matches(again.now);
  tests::pass_frames(again, 1);
  again.save_all();
  EXPECT_EQ(again.lobby.matches().count(), 0U) << "the grace is over";
}

TEST_P(RestoredMatch, EndsIfBothPlayersStayAway) {
  LoggingLobby server;
  PlayedMatch played = begin(server);
  played.one.answer();
  const std::vector<match::MatchEvent> logged = server.events.begin()->second;
  LoggingLobby again;
  again.restore(logged, time_after(logged));
  again.now += 61s;
  again.lobby.run_due_matches(again.now);
  tests::pass_frames(again, 1);
  again.save_all();
  EXPECT_EQ(again.lobby.matches().count(), 0U);
  ASSERT_EQ(again.saved.size(), 1U);
  EXPECT_EQ(again.saved[0].record.outcome.cause, duel::Cause::disconnected);
  EXPECT_FALSE(again.saved[0].record.outcome.winner);
}

// The store may have the game already. It is given the same one again, also with the same time of its end.
TEST_P(RestoredMatch, SavesAnEndedGameAsBefore) {
  LoggingLobby server;
  PlayedMatch played = begin(server);
  while (server.unsaved.empty()) {
    if (GetParam() == proto::Clock::real) tests::pass_frames(server, 1);
    played.one.answer();
    played.two.answer();
  }
  const std::vector<match::MatchEvent> logged = server.events.begin()->second;
  ASSERT_TRUE(std::holds_alternative<match::GameEnded>(logged.back()));
  LoggingLobby again;
  again.now += kStopTime;
  again.restore(logged, time_after(logged));
  ASSERT_EQ(again.unsaved.size(), 1U);
  const match::FinishedGame& before = server.unsaved.front();
  const match::FinishedGame& after = again.unsaved.front();
  EXPECT_EQ(after.match, before.match);
  EXPECT_EQ(after.game, before.game);
  EXPECT_EQ(after.ended, before.ended);
  EXPECT_EQ(after.match_started, before.match_started);
  EXPECT_EQ(after.scores, before.scores);
  EXPECT_EQ(record::encode(after.record), record::encode(before.record));
}

TEST_P(RestoredMatch, IsRefusedIfItsEventsArePlayedOtherwise) {
  LoggingLobby server;
  const PlayedMatch played = play(server);
  std::vector<match::MatchEvent> logged = played.events;
  logged.resize(logged.size() / 2);
  for (auto event = logged.rbegin(); event != logged.rend(); ++event) {
    if (auto* accepted = std::get_if<match::InputAccepted>(&*event)) {
      ASSERT_NE(accepted->check, 0U);
      accepted->check ^= 1U;
      break;
    }
  }
  LoggingLobby again;
  again.restore(logged, time_after(logged));
  EXPECT_FALSE(again.is_restored);
  EXPECT_EQ(again.lobby.matches().count(), 0U);
}

TEST_P(RestoredMatch, IsRefusedIfAGameEndsOtherwise) {
  LoggingLobby server;
  const PlayedMatch played = play(server);
  const auto is_end = [](const match::MatchEvent& event) { return std::holds_alternative<match::GameEnded>(event); };
  const auto end = std::find_if(played.events.begin(), played.events.end(), is_end);
  ASSERT_NE(end, played.events.end());
  const std::vector<match::MatchEvent> logged(played.events.begin(), end + 1);
  std::vector<duel::Outcome> others(3, std::get<match::GameEnded>(*end).outcome);
  others[0].winner = others[0].winner == duel::Seat::one ? duel::Seat::two : duel::Seat::one;
  others[1].frame += 5;
  others[2].cause = others[2].cause == duel::Cause::limit ? duel::Cause::choked : duel::Cause::limit;
  for (const duel::Outcome& other : others) {
    std::vector<match::MatchEvent> changed = logged;
    std::get<match::GameEnded>(changed.back()).outcome = other;
    LoggingLobby again;
    again.restore(changed, time_after(changed));
    EXPECT_FALSE(again.is_restored);
  }
  LoggingLobby again;
  again.restore(logged, time_after(logged));
  EXPECT_TRUE(again.is_restored);
}

// A lobby that can fail to record events.
class FailingLobby final : public LoggingLobby {
 public:
  void record_event(base::MatchId match, const match::MatchEvent& event) override {
    if (fails) throw std::runtime_error("there is no memory");
    LoggingLobby::record_event(match, event);
  }
  bool fails = false;
};

TEST_P(RestoredMatch, IsGoneIfItCannotBeInterrupted) {
  LoggingLobby server;
  const PlayedMatch played = play(server);
  std::vector<match::MatchEvent> logged = played.events;
  logged.resize(logged.size() / 2);
  FailingLobby again;
  again.fails = true;
  EXPECT_THROW(again.restore(logged, time_after(logged)), std::runtime_error);
  EXPECT_EQ(again.lobby.matches().count(), 0U);
  EXPECT_FALSE(again.lobby.load().has_real_time_matches());
  tests::pass_frames(again, 3);
  again.fails = false;
  again.restore(logged, time_after(logged));
  EXPECT_TRUE(again.is_restored);
}

// Restarts the server of a match, and lets both players come back. Returns what the second one was told last.
proto::PauseStatus return_after_stop(LoggingLobby& again, const std::vector<match::MatchEvent>& logged,
                                     std::array<SteadyClient*, 2> clients, proto::Subscription subscription) {
  again.restore(logged, time_after(logged));
  EXPECT_TRUE(again.is_restored);
  for (SteadyClient* client : clients) {
    again.now += 1s;
    client->resume(again, "player", subscription);
    client->answer();
  }
  return clients[1]->status().value();
}

TEST_P(RestoredMatch, GivesAPersonTimeBeforeAGameInRealTimeGoesOn) {
  LoggingLobby server;
  PlayedMatch played = begin(server);
  played.one.answer();
  played.two.answer();
  tests::pass_frames(server, 30);
  std::vector<match::MatchEvent> logged = server.events.begin()->second;
  const int wait = GetParam() == proto::Clock::real ? 3 : 0;
  // The second stop is during the wait.
  for (int stop = 0; stop < 2; ++stop) {
    LoggingLobby again;
    again.now = server.now + (stop + 1) * kStopTime;
    const std::array clients{&played.one, &played.two};
    const proto::PauseStatus status = return_after_stop(again, logged, clients, proto::Subscription::steering);
    EXPECT_FALSE(status.missing);
    EXPECT_EQ(status.seconds_left, wait);
    logged = again.events.begin()->second;
    if (wait == 0) continue;
    tests::pass_frames(again, 170);
    EXPECT_FALSE(again.last<proto::Update>(played.one.id()));
    tests::pass_frames(again, 15);
    EXPECT_TRUE(again.last<proto::Update>(played.one.id()));
  }
}

TEST_P(RestoredMatch, GoesOnAtOnceBetweenPrograms) {
  LoggingLobby server;
  PlayedMatch played = begin(server);
  played.one.answer();
  played.two.answer();
  tests::pass_frames(server, 30);
  LoggingLobby again;
  again.now = server.now + kStopTime;
  const std::array clients{&played.one, &played.two};
  const auto status = return_after_stop(again, server.events.begin()->second, clients, proto::Subscription::events);
  EXPECT_FALSE(status.missing);
  EXPECT_EQ(status.seconds_left, 0);
}

// The terms of a match of two persons ask for no delay. Returns the delay of its spectators after a restart, in
// seconds.
int delay_after_restart(bool is_invited) {
  LoggingLobby server;
  const auto host = server.enter("host");
  const auto guest = server.enter("guest");
  proto::Terms terms = tests::terms_of(proto::Clock::real);
  terms.spectator_delay_seconds = 0;
  constexpr auto kSubscription = proto::Subscription::steering;
  if (is_invited) {
    server.say(host, proto::Invite{.terms = terms, .subscription = kSubscription});
    server.say(guest, proto::Join{.code = server.last<proto::Invited>(host)->code, .subscription = kSubscription});
  } else {
    server.say(host, proto::QuickMatch{.terms = terms, .subscription = kSubscription});
    server.say(guest, proto::QuickMatch{.terms = terms, .subscription = kSubscription});
  }
  tests::pass_frames(server, 30);
  LoggingLobby again;
  again.now = server.now + kStopTime;
  again.restore(server.events.begin()->second, 500ms);
  EXPECT_TRUE(again.is_restored);
  const auto spectator = again.enter("spectator");
  again.say(spectator, proto::Watch{.match = server.last<proto::MatchStart>(guest)->match});
  return again.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds.value_or(-1);
}

TEST(RestoredMatchOfPersons, ShowsSpectatorsTheGameAsLateAsBefore) {
  EXPECT_EQ(delay_after_restart(true), 0) << "only the host of an invitation may shorten the delay";
  EXPECT_EQ(delay_after_restart(false), 3);
}

TEST(RestoredMatchOfPersons, ShowsSpectatorsTheGameAsLateAsTheServerDidWhenItBegan) {
  lobby::LobbySettings settings;
  settings.match.spectator_delay = 7s;
  LoggingLobby server(settings);
  const proto::QuickMatch request{.terms = tests::terms_of(proto::Clock::real),
                                  .subscription = proto::Subscription::steering};
  for (const char* name : {"one", "two"}) server.say(server.enter(name), request);
  settings.match.spectator_delay = 1s;
  LoggingLobby again(settings);
  again.restore(server.events.begin()->second, 500ms);
  const auto spectator = again.enter("spectator");
  again.say(spectator, proto::Watch{.match = server.events.begin()->first});
  EXPECT_EQ(again.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds, 7);
}

// Returns the frame from which a match of two persons goes on that was stopped between its games, and again `frames`
// after both had come back. The log of the second stop begins with the match, or with the snapshot before its last
// game.
int clock_after_two_stops(bool begins_with_snapshot, int frames) {
  LoggingLobby server;
  constexpr auto kSubscription = proto::Subscription::steering;
  const proto::QuickMatch request{.terms = tests::terms_of(proto::Clock::real, 2), .subscription = kSubscription};
  const std::array players{server.enter("one"), server.enter("two")};
  for (const auto player : players) server.say(player, request);
  SteadyClient one(server, *server.last<proto::MatchStart>(players[0]));
  SteadyClient two(server, *server.last<proto::MatchStart>(players[1]));
  while (server.unsaved.empty()) tests::pass_frames(server, 1);  // all pairs fall where they appear
  LoggingLobby again;
  again.now = server.now + kStopTime;
  again.restore(server.events.begin()->second, time_after(server.events.begin()->second));
  again.save_all();
  one.resume(again, "one", kSubscription);
  two.resume(again, "two", kSubscription);
  const std::vector<match::MatchEvent>& events = again.events.begin()->second;
  const base::Span played = time_after(events) + frames * base::kFrame;
  const auto is_snapshot = [](const auto& event) { return std::holds_alternative<match::SnapshotTaken>(event); };
  const auto snapshot = std::find_if(events.begin(), events.end(), is_snapshot);
  EXPECT_NE(snapshot, events.end());
  LoggingLobby last;
  last.now = again.now + kStopTime;
  last.restore({begins_with_snapshot ? snapshot : events.begin(), events.end()}, played);
  EXPECT_TRUE(last.is_restored);
  one.resume(last, "one", kSubscription);
  two.resume(last, "two", kSubscription);
  tests::pass_frames(last, 185);  // it waits for three seconds
  two.answer();
  return two.update() ? two.update()->view.clock : -1;
}

TEST(RestoredMatchOfPersons, ASnapshotRemembersThatTheNextGameHasToWait) {
  const int clock = clock_after_two_stops(false, 200);
  EXPECT_GT(clock, 20);
  EXPECT_LT(clock, 40);
  EXPECT_EQ(clock_after_two_stops(true, 200), clock);
}

// Keys come many times a second, so only some of them have a check of the game's state.
TEST(RestoredMatchOfPersons, IsRefusedIfItsKeysArePlayedOtherwise) {
  static constexpr int kSeconds = 6;
  LoggingLobby server;
  const proto::QuickMatch request{.terms = tests::terms_of(proto::Clock::real),
                                  .subscription = proto::Subscription::steering};
  const std::array players{server.enter("one"), server.enter("two")};
  for (const auto player : players) server.say(player, request);
  const base::MatchId match = server.events.begin()->first;
  const auto seat = server.last<proto::MatchStart>(players[0])->seat;
  for (int frame = 0; frame < kSeconds * 60; ++frame) {
    tests::pass_frames(server, 1);
    const proto::Update update = server.last<proto::Update>(players[0]).value();
    constexpr std::array kKeys{movement::Keys::left, movement::Keys::none, movement::Keys::turn_a};
    if (frame % 10 != 0) continue;
    server.say(players[0], proto::Decide{.match = match,
                                         .seat = *seat,
                                         .game = update.game,
                                         .clock = update.view.clock,
                                         .id = static_cast<std::uint32_t>(frame),
                                         .input = duel::Input::hold(kKeys[static_cast<std::size_t>(frame / 10 % 3)]),
                                         .at = update.view.clock + 2});
  }
  const std::vector<match::MatchEvent> logged = server.events.at(match);
  const auto is_restored = [](const std::vector<match::MatchEvent>& events) {
    LoggingLobby again;
    again.restore(events, kSeconds * 1s);
    return again.is_restored;
  };
  EXPECT_TRUE(is_restored(logged));
  std::vector<std::size_t> checked;
  for (std::size_t i = 0; i < logged.size(); ++i) {
    const auto* accepted = std::get_if<match::InputAccepted>(&logged[i]);
    if (accepted == nullptr) continue;
    EXPECT_EQ(accepted->time, match::MatchTime::zero());
    if (accepted->check != 0) checked.push_back(i);
  }
  ASSERT_GE(checked.size(), static_cast<std::size_t>(kSeconds) - 1);
  EXPECT_LE(checked.size(), static_cast<std::size_t>(kSeconds) + 1) << "once a second";
  for (const std::size_t i : checked) {
    std::vector<match::MatchEvent> changed = logged;
    std::get<match::InputAccepted>(changed[i]).check ^= 1U;
    EXPECT_FALSE(is_restored(changed)) << i;
  }
  // Other keys are noticed at the next check, if they have moved a pair.
  int noticed = 0;
  for (std::size_t i = checked.front() + 1; i < checked.back(); ++i) {
    std::vector<match::MatchEvent> changed = logged;
    auto* accepted = std::get_if<match::InputAccepted>(&changed[i]);
    if (accepted == nullptr || accepted->check != 0) continue;
    accepted->input.input = duel::Input::hold(movement::Keys::right);
    if (!is_restored(changed)) ++noticed;
  }
  EXPECT_GE(noticed, 10);
}

// A match of a tournament that is played to its end, and its two clients.
struct ArrangedGame {
  explicit ArrangedGame(LoggingLobby& server, proto::Terms terms) {
    terms.games = 1;
    match = server.start_arranged(terms);
    one.emplace(server, server.one);
    two.emplace(server, server.two);
    one->answer();
    two->answer();
  }

  base::MatchId match{};
  std::optional<SteadyClient> one;
  std::optional<SteadyClient> two;
};

TEST_P(RestoredMatch, OfATournamentHasTheSameResultAndStatistics) {
  LoggingLobby undisturbed;
  ArrangedGame played(undisturbed, terms());
  play_out(undisturbed, *played.one, *played.two);
  ASSERT_EQ(undisturbed.saved.size(), 1U);
  const match::FinishedGame& expected = undisturbed.saved.front();
  const std::vector<match::MatchEvent>& events = undisturbed.events.at(played.match);
  const auto is_saved = [](const auto& event) { return std::holds_alternative<match::GameSaved>(event); };
  const auto count_until_saved = std::find_if(events.begin(), events.end(), is_saved) - events.begin();
  for (std::ptrdiff_t count = 1; count <= count_until_saved; count += 1 + count_until_saved / 20) {
    SCOPED_TRACE("after " + std::to_string(count) + " events");
    const std::vector<match::MatchEvent> logged(events.begin(), events.begin() + count);
    LoggingLobby server;
    server.now += kStopTime;
    server.restore(logged, time_after(logged));
    const auto restored = server.lobby.arranged_matches().restored(played.match);
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->game.name, (match::TournamentGame{.tournament = "cup", .game = "0-1"}));
    EXPECT_EQ(restored->game.seed, 11U);
    EXPECT_EQ(restored->players, (std::array<std::string, 2>{"one", "two"}));
    EXPECT_EQ(restored->has_ended, count == count_until_saved);
    SteadyClient one = *played.one;
    SteadyClient two = *played.two;
    one.resume(server, "one");
    two.resume(server, "two");
    play_out(server, one, two);
    ASSERT_EQ(server.saved.size(), 1U);
    EXPECT_EQ(uninterrupted_records_of(server).front(), record::encode(expected.record));
    EXPECT_EQ(server.saved.front().statistics->statistics, expected.statistics->statistics);
    EXPECT_EQ(server.saved.front().statistics->decisions, expected.statistics->decisions);
  }
}

// Its client was not told of the match before the server stopped.
TEST_P(RestoredMatch, OfATournamentGivesAReturnedSeatASecondToken) {
  LoggingLobby server;
  ArrangedGame played(server, terms());
  std::vector<match::MatchEvent> logged = server.events.at(played.match);
  std::vector<std::string> tokens{played.one->start()->token};
  for (int stop = 0; stop < 2; ++stop) {
    LoggingLobby again;
    again.restore(logged, time_after(logged));
    const base::PlayerId back = again.enter("one");
    again.lobby.arranged_matches().return_lost_seat(played.match, duel::Seat::one, {.id = back, .name = "one"},
                                                    again.now);
    const auto start = again.last<proto::MatchStart>(back);
    ASSERT_TRUE(start);
    EXPECT_FALSE(start->token.empty());
    EXPECT_TRUE(again.last<proto::Update>(back));
    tokens.push_back(start->token);
    logged = again.events.at(played.match);
  }
  // The first token may be on its way to the client, or the client may be slow.
  for (const std::string& token : {tokens.front(), tokens.back()}) {
    LoggingLobby again;
    again.restore(logged, time_after(logged));
    const base::PlayerId back = again.enter("one");
    again.say(back, proto::Resume{.match = played.match, .seat = duel::Seat::one, .token = token});
    ASSERT_TRUE(again.last<proto::MatchStart>(back));
    EXPECT_EQ(again.last<proto::MatchStart>(back)->token, token);
  }
  // The seat may be given back before the client comes with an older token.
  LoggingLobby given_back;
  given_back.restore(logged, time_after(logged));
  const base::PlayerId late = given_back.enter("one");
  given_back.lobby.arranged_matches().return_lost_seat(played.match, duel::Seat::one, {.id = late, .name = "one"},
                                                       given_back.now);
  const std::string newest = given_back.last<proto::MatchStart>(late)->token;
  given_back.say(late, proto::Resume{.match = played.match, .seat = duel::Seat::one, .token = tokens[1]});
  EXPECT_FALSE(given_back.last<proto::Error>(late));
  EXPECT_EQ(given_back.last<proto::MatchStart>(late)->token, newest);

  LoggingLobby again;
  again.restore(logged, time_after(logged));
  const base::PlayerId stranger = again.enter("one");
  again.say(stranger, proto::Resume{.match = played.match, .seat = duel::Seat::one, .token = "wrong"});
  EXPECT_FALSE(again.last<proto::MatchStart>(stranger));
}

INSTANTIATE_TEST_SUITE_P(AllClocks, RestoredMatch,
                         testing::Values(proto::Clock::real, proto::Clock::virtual_time, proto::Clock::turns),
                         [](const auto& clock) { return std::string(match::name_of(clock.param)); });

}  // namespace
}  // namespace rensa::live_matches::test
