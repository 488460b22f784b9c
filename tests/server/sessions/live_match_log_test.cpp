#include "server/sessions/live_match_log.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/logged_matches.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/tools/posted_tasks.h"

namespace rensa::sessions {
namespace {

using testing::HasSubstr;
using tests::InMemoryServer;

using Later = std::function<void()>;

// `later`: gets the last call for later, which is the next flush once the log writes regularly.
LiveMatchLog::Parts parts_of(
    const std::filesystem::path& data, InMemoryServer& server, tests::PostedTasks& loop,
    const std::function<void(Later)>& later = [](const Later&) {}) {
  return {.data = data,
          .sessions = server.service,
          .games = server.store.contract(),
          .own_rulesets = {},
          .now = [&server] { return server.now; },
          .post = loop.executor(),
          .post_later = [later](std::chrono::milliseconds, Later what) { later(std::move(what)); },
          .log = [&server](const std::string& line) { server.lines.push_back(line); }};
}

// A server with its log, whose writes are answered when the test runs the loop.
class LoggedServer {
 public:
  // `prepare` is called before the matches are made again.
  explicit LoggedServer(
      const std::filesystem::path& data, const std::function<void(InMemoryServer&)>& prepare = [](InMemoryServer&) {}) {
    server.now += std::chrono::hours(1);
    log.emplace(parts_of(data, server, loop, [this](Later flush) { next_flush = std::move(flush); }));
    prepare(server);
    bool is_answered = false;
    log->restore([&](const std::optional<storage::StoreError>& error) {
      is_answered = true;
      restore_error = error;
    });
    server.run_posted();
    loop.run_until([&] { return is_answered; });
    server.run_posted();
  }

  // Both players have asked for a match, whose start is not on disk yet.
  void request_match(const proto::QuickMatch& request = {}) {
    one = server.enter("one");
    two = server.enter("two");
    server.say(one, request);
    server.say(two, request);
  }
  void run_until_written() {
    loop.run_until([this] { return !log->is_writing(); });
  }
  void run_until_told() {
    loop.run_until([this] { return server.last<proto::MatchStart>(two).has_value(); });
  }

  tests::PostedTasks loop;
  InMemoryServer server;
  std::optional<LiveMatchLog> log;
  std::optional<storage::StoreError> restore_error;
  Later next_flush;
  net::ConnectionId one{};
  net::ConnectionId two{};
};

// The events of all matches in the log of a folder.
std::vector<match::MatchEvent> events_in(const std::filesystem::path& folder) {
  tests::PostedTasks loop;
  const auto file = live_matches::open_live_match_file(folder / live_matches::kLiveMatchFileName, loop.executor());
  live_matches::LoggedMatches matches(file->take_frames());
  std::vector<match::MatchEvent> events;
  for (const base::MatchId id : matches.ids()) {
    for (match::MatchEvent& event : matches.take(id).events) events.push_back(std::move(event));
  }
  return events;
}

TEST(LiveMatchLog, AMatchIsToldAndBeginsOnceItsStartIsOnDisk) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  InMemoryServer& server = logged.server;
  EXPECT_FALSE(server.last<proto::MatchStart>(logged.one));
  EXPECT_FALSE(server.last<proto::MatchStart>(logged.two));
  server.now += std::chrono::milliseconds(80);
  server.service.lobby().run_due_matches(server.now);
  EXPECT_FALSE(server.last<proto::GameStart>(logged.two));
  logged.run_until_told();
  for (const net::ConnectionId player : {logged.one, logged.two}) {
    EXPECT_TRUE(server.last<proto::MatchStart>(player));
    EXPECT_TRUE(server.last<proto::GameStart>(player));
    EXPECT_TRUE(server.last<proto::Update>(player));
  }
}

TEST(LiveMatchLog, AMatchIsNotListedBeforeItsStartIsOnDisk) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  InMemoryServer& server = logged.server;
  const net::ConnectionId other = server.enter("other");
  server.say(other, proto::ListLobby{});
  EXPECT_TRUE(server.last<proto::Lobby>(other)->matches.empty());
  server.say(other, proto::Watch{.match = proto::MatchId{1}});
  ASSERT_TRUE(server.last<proto::Error>(other));
  EXPECT_EQ(server.last<proto::Error>(other)->code, proto::ErrorCode::unknown_match);
  logged.run_until_told();
  server.say(other, proto::ListLobby{});
  ASSERT_EQ(server.last<proto::Lobby>(other)->matches.size(), 1U);
  EXPECT_EQ(server.last<proto::Lobby>(other)->matches[0].game, 1);
}

// A client that leaves waits for the answer to a ping, and has then heard of all its matches.
TEST(LiveMatchLog, TheAnswerToAPingComesAfterTheMatchesBeforeIt) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  InMemoryServer& server = logged.server;
  server.say(logged.two, proto::Ping{.nonce = 7});
  EXPECT_FALSE(server.last<proto::Pong>(logged.two));
  const net::ConnectionId other = server.enter("other");
  server.say(other, proto::Ping{.nonce = 8});
  EXPECT_TRUE(server.last<proto::Pong>(other)) << "no match of it waits";
  logged.run_until_told();
  ASSERT_TRUE(server.last<proto::Pong>(logged.two));
  std::vector<std::size_t> order;
  for (const std::string& bytes : server.sent[logged.two]) {
    const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
    if (message && std::holds_alternative<proto::MatchStart>(*message)) order.push_back(1);
    if (message && std::holds_alternative<proto::Pong>(*message)) order.push_back(2);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 2}));
}

// While the disk does not answer, nothing stops the client from sending.
TEST(LiveMatchLog, AClientWithTooManyAnswersThatWaitIsClosed) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  InMemoryServer& server = logged.server;
  for (std::uint32_t ping = 0; ping < 1'000 && !server.closed.contains(logged.two); ++ping) {
    server.say(logged.two, proto::Ping{.nonce = ping});
  }
  EXPECT_TRUE(server.closed.contains(logged.two));
  ASSERT_TRUE(server.last<proto::Error>(logged.two));
  EXPECT_EQ(server.last<proto::Error>(logged.two)->code, proto::ErrorCode::rate);
  logged.run_until_told();
  EXPECT_TRUE(server.last<proto::MatchStart>(logged.one)) << "its opponent has its match";
}

TEST(LiveMatchLog, APlayerThatIsGoneBeforeTheStartIsLost) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  logged.server.service.closed(logged.one, "it has gone");
  logged.run_until_told();
  ASSERT_TRUE(logged.server.last<proto::PauseStatus>(logged.two));
  EXPECT_EQ(logged.server.last<proto::PauseStatus>(logged.two)->missing, duel::Seat::one);
}

TEST(LiveMatchLog, AMatchGoesOnInAnotherProcessWithWhatItsPlayersHold) {
  const base::TemporaryFolder folder;
  proto::MatchStart start;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
    start = *logged.server.last<proto::MatchStart>(logged.two);
  }
  LoggedServer logged(folder.path());
  InMemoryServer& server = logged.server;
  ASSERT_EQ(server.service.lobby().matches().count(), 1U);
  const net::ConnectionId back = server.enter("two");
  server.say(back, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  ASSERT_TRUE(server.last<proto::MatchStart>(back));
  EXPECT_EQ(server.last<proto::MatchStart>(back)->token, start.token);
  EXPECT_EQ(server.last<proto::MatchStart>(back)->players, start.players);
  EXPECT_TRUE(server.last<proto::Update>(back));
  const net::ConnectionId stranger = server.enter("stranger");
  server.say(stranger, proto::Resume{.match = start.match, .seat = duel::Seat::one, .token = "wrong"});
  EXPECT_FALSE(server.last<proto::MatchStart>(stranger));
}

// An account plays a guest, and the server starts anew.
class SeatsAfterARestart : public testing::Test {
 protected:
  SeatsAfterARestart() {
    LoggedServer before(folder_.path(), [this](InMemoryServer& server) { token_ = make_account(server); });
    InMemoryServer& server = before.server;
    before.one = server.enter("", token_);
    before.two = server.enter("two");
    for (const net::ConnectionId player : {before.one, before.two}) server.say(player, proto::QuickMatch{});
    before.run_until_told();
    account_ = *server.last<proto::MatchStart>(before.one);
    guest_ = *server.last<proto::MatchStart>(before.two);
  }
  // The store is in memory, so the account is made anew with each server, by the same number.
  static std::string make_account(InMemoryServer& server) {
    const std::string token = server.store.create_token("deep", storage::Role::worker);
    server.service.refresh_from_store();
    server.run_posted();
    return token;
  }
  net::ConnectionId resume(InMemoryServer& server, const proto::MatchStart& start) {
    const net::ConnectionId connection = server.enter("two");
    server.say(connection, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    return connection;
  }
  static std::size_t index_of(const proto::MatchStart& start) { return duel::index_of(*start.seat); }

  const base::TemporaryFolder folder_;
  std::string token_;
  proto::MatchStart account_;
  proto::MatchStart guest_;
};

TEST_F(SeatsAfterARestart, AreKnownBeforeTheirPlayersComeBack) {
  LoggedServer after(folder_.path(), make_account);
  const auto* const seats = after.server.service.recent_matches().find(account_.match);
  ASSERT_NE(seats, nullptr);
  EXPECT_EQ((*seats)[index_of(account_)].name, "deep");
  EXPECT_EQ((*seats)[index_of(account_)].holder.subject, storage::subject_of_account(1));
  EXPECT_EQ((*seats)[index_of(guest_)].holder.subject, "") << "it is known again when it has come back";
}

TEST_F(SeatsAfterARestart, HaveNoEarlierPlayerThatIsNotKnown) {
  LoggedServer after(folder_.path(), make_account);
  resume(after.server, guest_);
  const auto& seat = after.server.service.recent_matches().find(guest_.match)->at(index_of(guest_));
  EXPECT_EQ(seat.holder.subject, "guests at 127.0.0.1");
  EXPECT_THAT(seat.earlier, testing::IsEmpty());
}

TEST_F(SeatsAfterARestart, AreClosedByABanOfTheAccountThatHadThemLast) {
  LoggedServer after(folder_.path(), make_account);
  InMemoryServer& server = after.server;
  server.store.add_restriction({.kind = storage::Restriction::Kind::ban,
                                .subject = storage::subject_of_account(1),
                                .made = "2026-01-01T00:00:00Z",
                                .until = "2099-01-01T00:00:00Z"});
  server.service.refresh_from_store();
  server.run_posted();
  EXPECT_FALSE(server.last<proto::MatchStart>(resume(server, account_)));
  EXPECT_TRUE(server.last<proto::MatchStart>(resume(server, guest_))) << "the other seat is open";
}

// The log is written every six frames, and here the disk needs nearly as long for it.
TEST(LiveMatchLog, AGameInRealTimeGoesOnFromAtMostFifteenFramesBeforeTheStop) {
  constexpr int kFramesPerFlush = 6;
  constexpr int kMaxLostFrames = 15;  // a quarter of a second
  static_assert(kFramesPerFlush * base::kFrame >= LiveMatchLog::kSyncInterval);
  proto::QuickMatch request;
  request.terms.clock = proto::Clock::real;
  request.subscription = proto::Subscription::frames;
  for (int frames = 1; frames <= 40; ++frames) {
    SCOPED_TRACE(frames);
    const base::TemporaryFolder folder;
    const base::TemporaryFolder after_stop;
    std::vector<proto::MatchStart> starts;
    int stopped_at = 0;
    {
      LoggedServer logged(folder.path());
      logged.request_match(request);
      logged.run_until_told();
      InMemoryServer& server = logged.server;
      for (const net::ConnectionId player : {logged.one, logged.two}) {
        starts.push_back(*server.last<proto::MatchStart>(player));
      }
      const auto keep_what_is_on_disk = [&] {
        const std::filesystem::path file = live_matches::kLiveMatchFileName;
        std::filesystem::copy_file(folder.path() / file, after_stop.path() / file,
                                   std::filesystem::copy_options::overwrite_existing);
      };
      logged.run_until_written();
      keep_what_is_on_disk();
      logged.next_flush();
      for (int frame = 1; frame <= frames; ++frame) {
        server.now += base::kFrame;
        for (int phase = 0; phase < base::kPhases; ++phase)
          server.service.lobby().matches().run_phase(phase, server.now);
        if (frame % kFramesPerFlush != 0) continue;
        logged.run_until_written();
        keep_what_is_on_disk();
        logged.next_flush();
      }
      if (const auto update = server.last<proto::Update>(logged.two)) stopped_at = update->view.clock;
    }
    LoggedServer logged(after_stop.path());
    InMemoryServer& server = logged.server;
    net::ConnectionId back{};
    for (const proto::MatchStart& start : starts) {
      back = server.enter("player");
      server.say(back, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    }
    const auto update = server.last<proto::Update>(back);
    if (!update) {
      EXPECT_LE(stopped_at, kMaxLostFrames) << "the start of the game was not on disk";
      continue;
    }
    EXPECT_GE(update->view.clock, stopped_at - kMaxLostFrames);
    EXPECT_LE(update->view.clock, stopped_at);
  }
}

// Otherwise the game could be played on after it is stored.
TEST(LiveMatchLog, AGameIsStoredOnceItsEndIsOnDisk) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  logged.run_until_told();
  InMemoryServer& server = logged.server;
  const base::MatchId match = server.last<proto::MatchStart>(logged.one)->match;
  server.say(logged.one, proto::Leave{match, duel::Seat::one});
  server.settle();
  EXPECT_EQ(server.service.unsaved_game_count(), 1U);
  EXPECT_TRUE(server.store.games_of_match(static_cast<std::uint64_t>(match)).empty());
  logged.loop.run_until([&] {
    server.settle();
    return server.service.unsaved_game_count() == 0;
  });
  EXPECT_EQ(server.store.games_of_match(static_cast<std::uint64_t>(match)).size(), 1U);
  EXPECT_TRUE(server.last<proto::MatchEnd>(logged.two));
}

TEST(LiveMatchLog, AServerThatStopsLosesNoPlayerAndHearsNoneAnyMore) {
  const base::TemporaryFolder folder;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
    InMemoryServer& server = logged.server;
    const proto::MatchStart start = *server.last<proto::MatchStart>(logged.two);
    server.service.stop_receiving();
    server.service.closed(logged.one, "the server stops");
    server.say(logged.two, proto::Leave{start.match, *start.seat});
    EXPECT_FALSE(server.last<proto::PauseStatus>(logged.two));
  }
  const auto events = events_in(folder.path());
  EXPECT_FALSE(events.empty());
  for (const match::MatchEvent& event : events) {
    EXPECT_FALSE(std::holds_alternative<match::SeatsLost>(event));
    EXPECT_FALSE(std::holds_alternative<match::GameEnded>(event));
  }
}

TEST(LiveMatchLog, AllEventsAreWrittenAlsoThoseBehindAWrite) {
  const base::TemporaryFolder folder;
  LoggedServer logged(folder.path());
  logged.request_match();
  logged.run_until_told();
  InMemoryServer& server = logged.server;
  for (const char* name : {"three", "four"}) server.say(server.enter(name), proto::QuickMatch{});
  logged.loop.run_one();  // the start of the second match is being written
  server.service.closed(logged.one, "it has gone");
  bool are_written = false;
  logged.log->stop([&are_written] { are_written = true; });
  logged.loop.run_until([&are_written] { return are_written; });
  const base::TemporaryFolder copy;
  std::filesystem::copy(folder.path() / live_matches::kLiveMatchFileName, copy.path());
  EXPECT_THAT(events_in(copy.path()), testing::Contains(testing::VariantWith<match::SeatsLost>(testing::_)));
}

// The entries of another process would get the time of this one.
TEST(LiveMatchLog, NothingIsWrittenBeforeTheMatchesAreMadeAgain) {
  const base::TemporaryFolder folder;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
  }
  const auto file = folder.path() / live_matches::kLiveMatchFileName;
  const auto bytes = std::filesystem::file_size(file);
  InMemoryServer server;
  tests::PostedTasks loop;
  LiveMatchLog log(parts_of(folder.path(), server, loop));
  bool is_answered = false;
  log.stop([&is_answered] { is_answered = true; });
  EXPECT_TRUE(is_answered);
  EXPECT_TRUE(loop.is_empty());
  EXPECT_EQ(std::filesystem::file_size(file), bytes);
}

TEST(LiveMatchLog, AMatchThatWentOnAfterTheLogIsNotPlayedTwice) {
  const base::TemporaryFolder folder;
  proto::MatchStart start;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
    start = *logged.server.last<proto::MatchStart>(logged.two);
  }
  {
    InMemoryServer server;  // its store has the game that the log does not know
    storage::GameToSave save;
    save.match = {.match = static_cast<std::uint64_t>(start.match),
                  .players = start.players,
                  .ruleset = start.terms.ruleset,
                  .clock = "virtual",
                  .started = "2026-01-02T03:04:05Z"};
    save.game = {.record = 0,
                 .match = save.match.match,
                 .game = 1,
                 .players = start.players,
                 .ruleset = start.terms.ruleset,
                 .winner = 1,
                 .cause = "choked",
                 .frames = 5,
                 .ended = "2026-01-02T03:04:09Z"};
    save.record.emplace();
    server.store.contract().save_game(save, [](const auto&) {});
    server.settle();
    tests::PostedTasks loop;
    LiveMatchLog log(parts_of(folder.path(), server, loop));
    bool is_restored = false;
    log.restore([&is_restored](const auto&) { is_restored = true; });
    server.run_posted();
    loop.run_until([&] { return is_restored; });
    EXPECT_EQ(server.service.lobby().matches().count(), 0U);
    EXPECT_THAT(server.lines, testing::Contains(HasSubstr("event=match_not_restored")));
  }
  LoggedServer again(folder.path());
  EXPECT_EQ(again.server.service.lobby().matches().count(), 0U) << "the log has forgotten it";
}

// Otherwise a game that is stored could be played again.
TEST(LiveMatchLog, NoMatchGoesOnWhileTheStoreDoesNotAnswer) {
  const base::TemporaryFolder folder;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
  }
  {
    LoggedServer logged(folder.path(), [](InMemoryServer& server) {
      server.store.fail([](const std::string& operation) { return operation == "list_games_of_match"; },
                        "The disk is on fire.");
    });
    ASSERT_TRUE(logged.restore_error);
    EXPECT_EQ(logged.restore_error->message, "The disk is on fire.");
    EXPECT_EQ(logged.server.service.lobby().matches().count(), 0U);
  }
  LoggedServer logged(folder.path());
  EXPECT_FALSE(logged.restore_error);
  EXPECT_EQ(logged.server.service.lobby().matches().count(), 1U) << "the log still has it";
}

// The store was restored from a backup that is older than the log.
TEST(LiveMatchLog, NoMatchGetsANumberThatTheLogNames) {
  const base::TemporaryFolder folder;
  base::MatchId ended{};
  {
    LoggedServer logged(folder.path(),
                        [](InMemoryServer& server) { server.service.skip_match_ids(base::MatchId{50'000}); });
    logged.request_match();
    logged.run_until_told();
    ended = logged.server.last<proto::MatchStart>(logged.two)->match;
    ASSERT_GT(ended, base::MatchId{50'000});
    logged.server.service.abandon(ended, "admin");
    logged.loop.run_until([&] {
      logged.server.settle();
      return logged.server.service.unsaved_game_count() == 0;
    });
  }
  LoggedServer logged(folder.path());
  ASSERT_TRUE(logged.server.service.is_ready());
  logged.request_match();
  logged.run_until_told();
  EXPECT_GT(logged.server.last<proto::MatchStart>(logged.two)->match, ended);
}

TEST(LiveMatchLog, TheAttemptsAreCountedUntilTheEndsOfMatchesAreOnDisk) {
  const base::TemporaryFolder folder;
  std::ofstream(folder.path() / "matches.restoring") << "7 2\n";
  InMemoryServer server;
  tests::PostedTasks loop;
  LiveMatchLog log(parts_of(folder.path(), server, loop));
  bool is_restored = false;
  log.restore([&is_restored](const auto&) { is_restored = true; });
  while (!is_restored) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "matches.restoring"));
    loop.run_one();
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "matches.restoring"));
}

TEST(LiveMatchLog, AMatchDuringWhichTheServerStopsTwiceIsSetAside) {
  const base::TemporaryFolder folder;
  proto::MatchStart start;
  {
    LoggedServer logged(folder.path());
    logged.request_match();
    logged.run_until_told();
    start = *logged.server.last<proto::MatchStart>(logged.two);
  }
  const auto number = static_cast<std::uint64_t>(start.match);
  std::ofstream(folder.path() / "matches.restoring") << number << " 2\n";
  LoggedServer logged(folder.path());
  EXPECT_EQ(logged.server.service.lobby().matches().count(), 0U);
  EXPECT_THAT(logged.server.lines, testing::Contains(HasSubstr("event=match_set_aside")));
  EXPECT_TRUE(
      std::filesystem::exists(folder.path() / "matches.set-aside" / ("match-" + std::to_string(number) + ".log")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "matches.restoring"));
}

}  // namespace
}  // namespace rensa::sessions
