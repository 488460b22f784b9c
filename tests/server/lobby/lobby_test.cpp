#include "server/lobby/lobby.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(Lobby, RefusesUnplayableTerms) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const auto refused = [&](const proto::Terms& terms) {
    server.take(a);
    server.say(a, proto::QuickMatch{terms, {}});
    const auto error = server.last<proto::Error>(a);
    return error && error->code == proto::ErrorCode::terms;
  };
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.ruleset = "nothing-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::turns);
  terms.ruleset = "tsu-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.ruleset = "jaist-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.charge = proto::ThinkingCost::measured;
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::fixed;
  EXPECT_TRUE(refused(terms));
}

TEST(Lobby, RefusesMatchesBeyondTheLimit) {
  LobbySettings settings;
  settings.max_matches = 1;
  TestLobby server(settings);
  server.start(terms_of(Clock::virtual_time));
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.match_count(), 1U);
}

TEST(Lobby, RefusesRealTimeMatchesWhenTheMeasuredShareIsUsedUp) {
  LobbySettings settings;
  settings.max_real_time_share = 0.5;
  TestLobby server(settings);
  server.start(terms_of(Clock::real));
  server.lobby.record_real_time_share(0.51, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.counts().matches_refused, 2U);
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.match_count(), 2U);
  server.lobby.record_real_time_share(0.5, 250ms);
  server.start(terms_of(Clock::real));
  EXPECT_EQ(server.lobby.match_count(), 3U);
}

// A thousand matches begin at once, so none of them has taken any time yet.
TEST(Lobby, RefusesRealTimeMatchesBeyondTheForecast) {
  LobbySettings settings;
  settings.max_real_time_share = 0.1;
  TestLobby server(settings);
  for (int i = 0; i < 1'000; ++i) server.start(terms_of(Clock::real), proto::Subscription::frames);
  const std::size_t taken = server.lobby.match_count();
  EXPECT_GT(taken, 50U);
  EXPECT_LT(taken, 200U);
  EXPECT_EQ(server.lobby.counts().matches_refused, 2 * (1'000 - taken));
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0.1, 0.01) << "the scale is 1 without measurements";
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0, 1e-9);
}

double forecast_with(TestLobby& server, int matches, const proto::Terms& terms) {
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  for (int i = 0; i < matches; ++i) {
    server.say(one, proto::QuickMatch{terms, {}});
    server.say(two, proto::QuickMatch{terms, {}});
  }
  return server.lobby.cpu_load().forecast();
}

TEST(Lobby, SeatsOfOneConnectionShareTheExpectedCostOfWrites) {
  TestLobby shared;
  TestLobby own;
  for (int i = 0; i < 16; ++i) own.start(terms_of(Clock::real));
  EXPECT_LT(forecast_with(shared, 16, terms_of(Clock::real)), 0.7 * own.lobby.cpu_load().forecast());
}

TEST(Lobby, OnlySeatsInRealTimeCountForTheForecast) {
  TestLobby alone;
  const double expected = forecast_with(alone, 1, terms_of(Clock::real));
  TestLobby server;
  EXPECT_EQ(forecast_with(server, 3, terms_of(Clock::virtual_time)), 0);
  const proto::MatchId watched = server.start(terms_of(Clock::virtual_time));
  const auto three = server.enter("three");
  const auto four = server.enter("four");
  for (const auto player : {three, four}) {
    server.say(player, proto::Watch{.match = watched, .subscription = {}});
    server.say(player, proto::QuickMatch{terms_of(Clock::real), {}});
  }
  EXPECT_DOUBLE_EQ(server.lobby.cpu_load().forecast(), expected);
}

TEST(Lobby, ResumingWithEveryFrameRaisesTheForecast) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const double before = server.lobby.cpu_load().forecast();
  const std::string token = server.last<proto::MatchStart>(server.one)->token;
  server.lobby.leave(server.one, server.now);
  const auto back = server.enter("back");
  server.say(back, proto::Resume{.match = match,
                                 .seat = duel::Seat::one,
                                 .token = token,
                                 .last = 0,
                                 .subscription = proto::Subscription::frames});
  EXPECT_GT(server.lobby.cpu_load().forecast(), 3 * before);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_NEAR(server.lobby.cpu_load().forecast(), 0, 1e-12);
}

// Returns the frame that a spectator has been shown last, and the frame of the game then, after so many frames.
std::pair<int, int> frames_after(TestLobby& server, proto::MatchId match, base::PlayerId spectator, int frames) {
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, frames);
  const auto shown = server.last<proto::Update>(spectator);
  const auto seen = server.last<proto::Update>(server.one);
  return {shown ? shown->view.clock : -1, seen ? seen->view.clock : -1};
}

TEST(SpectatorDelay, IsThreeSecondsIfAPersonPlays) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  EXPECT_EQ(frames_after(server, match, spectator, 170).first, -1);
  EXPECT_EQ(server.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds, 3);
  pass_frames(server, 100);
  const int shown = server.last<proto::Update>(spectator)->view.clock;
  EXPECT_NEAR(server.last<proto::Update>(server.one)->view.clock - shown, 180, 3);
}

TEST(SpectatorDelay, IsNoneBetweenPrograms) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  const auto spectator = server.enter("spectator");
  const auto [shown, seen] = frames_after(server, match, spectator, 60);
  EXPECT_NEAR(shown, seen, 2);
  EXPECT_EQ(server.last<proto::MatchStart>(spectator)->terms.spectator_delay_seconds, 0);
}

TEST(SpectatorDelay, OfTermsMayBeLongerAndBetweenProgramsShorter) {
  for (const auto& [seconds, subscription, frames] :
       {std::tuple(0, proto::Subscription::frames, 0), std::tuple(1, proto::Subscription::frames, 60),
        std::tuple(1, proto::Subscription::steering, 180), std::tuple(5, proto::Subscription::steering, 300)}) {
    TestLobby server;
    proto::Terms terms = terms_of(Clock::real);
    terms.spectator_delay_seconds = seconds;
    const proto::MatchId match = server.start(terms, subscription);
    const auto spectator = server.enter("spectator");
    const auto [shown, seen] = frames_after(server, match, spectator, 400);
    EXPECT_NEAR(seen - shown, frames, 3);
  }
}

TEST(SpectatorDelay, IsThatOfAnInvitation) {
  TestLobby server;
  const auto host = server.enter("host");
  const auto guest = server.enter("guest");
  proto::Terms terms = terms_of(Clock::real);
  terms.spectator_delay_seconds = 0;
  server.say(host, proto::Invite{.terms = terms, .subscription = proto::Subscription::steering});
  server.one = guest;
  server.say(guest, proto::Join{.code = server.last<proto::Invited>(host)->code,
                                .subscription = proto::Subscription::steering});
  const auto spectator = server.enter("spectator");
  const auto [shown, seen] = frames_after(server, server.last<proto::MatchStart>(guest)->match, spectator, 60);
  EXPECT_NEAR(shown, seen, 2);
}

TEST(SpectatorDelay, DoesNotEndWhileASeatIsLost) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 30);
  server.lobby.leave(server.one, server.now);
  const auto another = server.enter("another");
  server.say(another, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 20 * 60);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_FALSE(server.last<proto::Update>(spectator));
  EXPECT_FALSE(server.last<proto::Update>(another));
}

TEST(SpectatorDelay, ASpectatorThatHasLeftIsSentNothingMore) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto leaving = server.enter("leaving");
  const auto unwatching = server.enter("unwatching");
  for (const auto player : {leaving, unwatching}) frames_after(server, match, player, 30);
  server.say(server.one, proto::Leave{.match = match, .seat = duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.lobby.match_count(), 0U);
  server.lobby.leave(leaving, server.now);
  server.take(unwatching);
  server.say(unwatching, proto::Unwatch{match});
  EXPECT_FALSE(server.last<proto::Error>(unwatching));
  server.take(leaving);
  server.now += std::chrono::seconds(3);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.take(leaving).empty());
  EXPECT_TRUE(server.take(unwatching).empty());
}

TEST(SpectatorDelay, AlsoDelaysTheEndAfterTheMatchIsOver) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  frames_after(server, match, spectator, 30);
  server.say(server.one, proto::Leave{.match = match, .seat = duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.lobby.match_count(), 0U);
  EXPECT_TRUE(server.last<proto::MatchEnd>(server.two));
  EXPECT_FALSE(server.last<proto::GameEnd>(spectator));
  EXPECT_TRUE(server.lobby.has_delayed_spectator_updates());
  server.now += std::chrono::seconds(3);
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.last<proto::GameEnd>(spectator));
  EXPECT_TRUE(server.last<proto::MatchEnd>(spectator));
  EXPECT_FALSE(server.lobby.has_delayed_spectator_updates());
}

TEST(SpectatorDelay, EndsWhenADrainingServerHasNoMatches) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const auto spectator = server.enter("spectator");
  frames_after(server, match, spectator, 30);
  server.lobby.drain(server.now, server.now);
  server.lobby.abandon_all(server.now);
  server.save_all();
  server.lobby.run_due_matches(server.now);
  server.send_spectator_updates();
  EXPECT_TRUE(server.last<proto::Update>(spectator));
  EXPECT_TRUE(server.last<proto::MatchEnd>(spectator));
}

TEST(SpectatorDelay, BelongsToTheTermsOfAQuickMatch) {
  TestLobby server;
  proto::Terms delayed = terms_of(Clock::real);
  delayed.spectator_delay_seconds = 30;
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  server.say(one, proto::QuickMatch{delayed, {}});
  server.say(two, proto::QuickMatch{terms_of(Clock::real), {}});
  EXPECT_EQ(server.lobby.match_count(), 0U);
  server.say(two, proto::QuickMatch{delayed, {}});
  EXPECT_EQ(server.lobby.match_count(), 1U);
  delayed.spectator_delay_seconds = match::kMaxSpectatorDelaySeconds + 1;
  server.say(two, proto::QuickMatch{delayed, {}});
  EXPECT_EQ(server.last<proto::Error>(two)->code, proto::ErrorCode::terms);
}

TEST(Lobby, SeatNameIsOnlyForItsSessionAndNotForArrangedMatches) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.seat_name(server.one, match, duel::Seat::one), "one-0");
  EXPECT_FALSE(server.lobby.seat_name(server.two, match, duel::Seat::one));
  match::Arrangement arrangement;
  arrangement.terms = terms_of(Clock::virtual_time);
  arrangement.players = {match::MatchPlayer{.id = server.one, .name = "x"},
                         match::MatchPlayer{.id = server.two, .name = "y"}};
  const auto second = server.lobby.start_arranged_match(arrangement, server.now);
  ASSERT_TRUE(second);
  EXPECT_FALSE(server.lobby.seat_name(server.one, *second, duel::Seat::one));
}

TEST(Lobby, AConnectionHasAMaximumOfMatches) {
  LobbySettings settings;
  settings.max_matches_per_player = 2;
  TestLobby server(settings);
  const auto greedy = server.enter("greedy");
  for (int i = 0; i < 3; ++i) {
    server.say(server.enter("other"), proto::QuickMatch{});
    server.say(greedy, proto::QuickMatch{});
  }
  EXPECT_EQ(server.lobby.match_count(), 2U);
  ASSERT_TRUE(server.last<proto::Error>(greedy));
  EXPECT_EQ(server.last<proto::Error>(greedy)->code, proto::ErrorCode::busy);
}

TEST(Lobby, ADrainingLobbyStartsNoMatches) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  server.lobby.drain(server.now + std::chrono::seconds(30), server.now);
  EXPECT_EQ(server.last<proto::Drain>(server.one)->seconds, 30);
  server.say(server.one, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::draining);
  server.lobby.abandon_all(server.now);
  server.save_all();
  EXPECT_EQ(server.last<proto::MatchEnd>(server.one)->cause, duel::Cause::voided);
  EXPECT_EQ(server.lobby.match_count(), 0U);
}

TEST(Lobby, APlayerThatEntersDuringADrainIsToldTheRemainingTime) {
  using namespace std::chrono_literals;
  TestLobby server;
  server.lobby.drain(server.now + 30s, server.now);
  server.now += 12s;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("later"))->seconds, 18);
  server.now += 1ms;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("within a second"))->seconds, 18);
  server.now += 17s;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("late"))->seconds, 1) << "0 means that it is over";
  server.now += 1h;
  EXPECT_EQ(server.last<proto::Drain>(server.enter("too late"))->seconds, 0);
}

TEST(Lobby, AnswersEveryMessageAboutAnUnknownMatch) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const proto::MatchId none{77};
  for (const proto::ClientMessage& message : std::initializer_list<proto::ClientMessage>{
           proto::Leave{none, duel::Seat::one}, proto::Watch{none, {}}, proto::Unwatch{none},
           proto::Decide{.match = none, .seat = {}, .game = 1, .clock = 0, .id = 0, .input = {}},
           proto::Resume{.match = none, .seat = {}, .token = "t", .last = 0, .subscription = {}}}) {
    server.take(a);
    server.say(a, message);
    ASSERT_TRUE(server.last<proto::Error>(a)) << message.index();
    EXPECT_EQ(server.last<proto::Error>(a)->code, proto::ErrorCode::unknown_match);
  }
}

TEST(Lobby, AGuestWithTheTokenOfALostSeatIsItsEarlierPlayer) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const auto seat = *server.last<proto::MatchStart>(server.one);
  const base::PlayerId back = server.enter("one again");
  const auto recognise = [&](base::PlayerId guest, const std::string& token) {
    return server.lobby.recognise_guest(guest, match, *seat.seat, token);
  };
  EXPECT_FALSE(recognise(back, seat.token)) << "the seat is not lost";
  server.lobby.leave(server.one, server.now);
  EXPECT_FALSE(recognise(back, "wrong"));
  const base::PlayerId busy = server.enter("busy");
  server.say(busy, proto::QuickMatch{terms_of(Clock::turns), {}});
  EXPECT_FALSE(recognise(busy, seat.token)) << "it is a player of its own already";
  const base::PlayerId account{.kind = base::PlayerId::Kind::account, .client_index = 0, .number = 1};
  server.lobby.enter(account, "account", server.now);
  EXPECT_FALSE(recognise(account, seat.token));

  EXPECT_EQ(recognise(back, seat.token), server.one);
  EXPECT_EQ(server.lobby.name_of(server.one), "one again");
  server.say(server.one, proto::Resume{.match = match,
                                       .seat = *seat.seat,
                                       .token = seat.token,
                                       .last = 0,
                                       .subscription = proto::Subscription::events});
  EXPECT_TRUE(server.lobby.seat_name(server.one, match, *seat.seat));
}

TEST(Lobby, APlayerThatGetsALostSeatBackSeesOnlyWhatTheSeatSees) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::frames);
  server.lobby.leave(server.one, server.now);
  const base::PlayerId back = server.enter("back");
  server.say(back, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  pass_frames(server, 2);
  ASSERT_FALSE(server.take(back).empty()) << "it watches the match";

  server.lobby.return_lost_seat(match, duel::Seat::one, {.id = back, .name = "back"}, server.now);
  EXPECT_TRUE(server.lobby.seat_name(back, match, duel::Seat::one));
  server.take(back);
  server.take(server.two);
  pass_frames(server, 200);  // until the first frame, and some more
  for (const proto::Update& update : tests::all_of<proto::Update>(server.take(back))) {
    EXPECT_EQ(update.seat, duel::Seat::one);
  }
  EXPECT_FALSE(tests::all_of<proto::Update>(server.take(server.two)).empty()) << "the match goes on";
}

// Clients are sent the same snapshot until its version changes.
TEST(Lobby, TheSnapshotChangesOnlyWithItsVersion) {
  TestLobby server;
  rules::Rng rng(7);
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(bound)));
  };
  std::vector<base::PlayerId> players;
  struct Lost {
    proto::MatchId match;
    duel::Seat seat;
    std::string token;
  };
  std::vector<Lost> lost;
  std::map<int, int> changes;  // by operation
  std::uint64_t version = server.lobby.snapshot_version();
  Snapshot snapshot = server.lobby.snapshot();
  for (int i = 0; i < 4000; ++i) {
    const int operation = players.size() < 3 ? 0 : static_cast<int>(below(10));
    const std::size_t at = players.empty() ? 0 : below(players.size());
    server.now += base::kFrame;
    switch (operation) {
      case 0:
        if (players.size() < 12) players.push_back(server.enter("player-" + std::to_string(below(8))));
        break;
      case 1:
        if (const auto start = server.last<proto::MatchStart>(players[at]); start && start->seat) {
          lost.push_back({start->match, *start->seat, start->token});
        }
        server.lobby.leave(players[at], server.now);
        players.erase(players.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 2:
        server.lobby.rename(players[at], "new-" + std::to_string(below(8)));
        break;
      case 3:
        server.lobby.open_to_challenges(players[at], {.matches = 1 + static_cast<int>(below(4))});
        break;
      case 4:
        server.say(players[at], proto::QuickMatch{terms_of(below(2) == 0 ? Clock::turns : Clock::virtual_time, 3), {}});
        break;
      case 5:
        server.say(players[at], proto::Challenge{.opponent = server.lobby.name_of(players[below(players.size())]),
                                                 .terms = terms_of(Clock::real, 2)});
        break;
      case 6:
        if (const auto start = server.last<proto::MatchStart>(players[at]); start && start->seat) {
          server.say(players[at], proto::Leave{.match = start->match, .seat = *start->seat});
        }
        break;
      case 7:
        server.save_all();
        break;
      case 8:
        for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.run_phase(phase, server.now);
        server.now += std::chrono::seconds(below(20));  // some seats are absent for too long
        server.lobby.run_due_matches(server.now);
        break;
      default:
        if (lost.empty()) break;
        server.say(players[at], proto::Resume{.match = lost.back().match,
                                              .seat = lost.back().seat,
                                              .token = lost.back().token,
                                              .last = 0,
                                              .subscription = proto::Subscription::events});
        lost.pop_back();
    }
    const Snapshot present = server.lobby.snapshot();
    if (server.lobby.snapshot_version() == version) {
      ASSERT_EQ(present, snapshot) << "after operation " << operation;
    } else if (present != snapshot) {
      ++changes[operation];
    }
    version = server.lobby.snapshot_version();
    snapshot = present;
  }
  for (const int operation : {0, 1, 2, 3, 4, 5, 7, 9}) EXPECT_GT(changes[operation], 0) << operation;
}

TEST(Lobby, OnlyALostSeatIsReturned) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::turns));
  const base::PlayerId other = server.enter("other");
  server.lobby.return_lost_seat(match, duel::Seat::one, {.id = other, .name = "other"}, server.now);
  EXPECT_FALSE(server.lobby.seat_name(other, match, duel::Seat::one)) << "the seat has its player";

  server.lobby.leave(server.one, server.now);
  server.lobby.return_lost_seat(match, duel::Seat::one, {.id = server.one, .name = "one"}, server.now);
  EXPECT_FALSE(server.lobby.seat_name(server.one, match, duel::Seat::one)) << "this player has left";
  server.lobby.return_lost_seat(proto::MatchId{77}, duel::Seat::one, {.id = other, .name = "other"}, server.now);
  server.lobby.return_lost_seat(match, duel::Seat::one, {.id = other, .name = "other"}, server.now);
  EXPECT_TRUE(server.lobby.seat_name(other, match, duel::Seat::one));
}

}  // namespace
}  // namespace rensa::lobby
