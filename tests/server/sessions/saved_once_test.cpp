#include <gtest/gtest.h>

#include "server/live_matches/live_match_file.h"
#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"
#include "server/match/match_event_codec.h"
#include "tests/server/sessions/column_players.h"
#include "tests/server/sessions/logged_server.h"

// A server that dies between any two steps from the end of a game to the end of its match. The next one goes on from
// the log and the store of the dead one, and in the end the store has each game once.

namespace rensa::sessions {
namespace {

using test::ColumnPlayers;
using test::ServerWithDisk;
using tests::InMemoryServer;

constexpr int kMaxSteps = 10'000;

proto::QuickMatch request_of(int games) {
  proto::QuickMatch request;
  request.terms.games = games;
  return request;
}

// Takes one step of the server or of its store: an answer of the store or of the log, a save, or the regular write of
// the log. Returns false if there is nothing left to do.
bool take_step(ServerWithDisk& logged) {
  InMemoryServer& server = logged.server;
  if (!server.posted.empty()) {
    const auto next = std::move(server.posted.front());
    server.posted.pop_front();
    next();
    return true;
  }
  if (logged.log->is_writing() || !logged.loop.is_empty()) {
    logged.loop.run_one();
    return true;
  }
  if (server.service.unsaved_game_count() > 0) {
    server.store.store_waiting_games();
    return true;
  }
  logged.begin_flush();
  return logged.log->is_writing();
}

// What outlives a server.
struct Remains {
  log::test::LogDisk::Content log;
  std::vector<storage::GameToSave> games;
};

std::vector<match::MatchEvent> events_of(const log::test::LogDisk::Content& bytes) {
  tests::PostedTasks loop;
  log::test::LogDisk disk(bytes);
  const auto file = live_matches::open_live_match_file(disk.open(), "matches.log", loop.executor());
  live_matches::LoggedMatches matches(file->take_frames());
  return matches.ids().empty() ? std::vector<match::MatchEvent>{} : matches.take(matches.ids().front()).events;
}

// Returns the games of the store, as they were given to it.
std::vector<storage::GameToSave> games_in(InMemoryServer& server, const proto::MatchStart& start,
                                          const std::string& started) {
  std::vector<storage::GameToSave> games;
  for (const storage::GameRow& row : server.store.games_of_match(static_cast<std::uint64_t>(start.match))) {
    storage::GameToSave game;
    game.match = {
        .match = row.match, .players = row.players, .ruleset = row.ruleset, .clock = "virtual", .started = started};
    game.game = row;
    game.record = server.store.record(row.record);
    games.push_back(std::move(game));
  }
  return games;
}

class GameSavedOnce : public testing::Test {
 protected:
  // Goes on from what another server has left. Both players come back, and play their match to its end.
  static void expect_each_game_once(const Remains& remains, const std::array<proto::MatchStart, 2>& starts) {
    log::test::LogDisk disk(remains.log);
    ServerWithDisk logged(disk, [&](InMemoryServer& server) {
      for (const storage::GameToSave& game : remains.games) server.store.contract().save_game(game, [](const auto&) {});
      server.settle();
    });
    InMemoryServer& server = logged.server;
    const bool goes_on = server.service.lobby().matches().count() > 0;
    ColumnPlayers players(server, {logged.resume(starts[0]), logged.resume(starts[1])});
    for (int step = 0; step < kMaxSteps && (take_step(logged) || players.answer_one()); ++step) continue;
    EXPECT_EQ(server.service.lobby().matches().count(), 0U);
    EXPECT_EQ(server.service.unsaved_game_count(), 0U);
    const auto games = server.store.games_of_match(static_cast<std::uint64_t>(starts[0].match));
    ASSERT_EQ(games.size(), static_cast<std::size_t>(starts[0].terms.games))
        << (goes_on ? "it went on" : "it did not go on");
    for (std::size_t i = 0; i < games.size(); ++i) {
      EXPECT_EQ(games[i].game, static_cast<int>(i + 1));
      EXPECT_NE(games[i].record, 0U);
      EXPECT_TRUE(server.store.record(games[i].record));
      for (const storage::GameToSave& stored : remains.games) {
        if (stored.game.game != games[i].game) continue;
        EXPECT_EQ(games[i], stored.game) << "it is as it was";
      }
    }
    EXPECT_EQ(events_of(disk.content()).size(), 0U) << "the log has no match any more";
  }
};

// Lets the server die after each step from the end of the first game on. A match of one game ends with these steps, and
// another one begins its next game.
TEST_F(GameSavedOnce, WhereverTheServerDiesBetweenItsSteps) {
  constexpr int kSteps = 16;
  for (const int games : {1, 2}) {
    int deaths = 0;
    bool is_done = false;
    for (; deaths < kSteps && !is_done; ++deaths) {
      log::test::LogDisk disk;
      ServerWithDisk logged(disk);
      InMemoryServer& server = logged.server;
      const auto connections = logged.begin_match(request_of(games));
      std::array<proto::MatchStart, 2> starts;
      for (std::size_t i = 0; i < 2; ++i) starts[i] = server.last<proto::MatchStart>(connections[i]).value();
      const std::string started = match::creation_of(events_of(disk.content()).at(0))->date;
      server.answers_at_once = false;
      ColumnPlayers players(server, connections);
      while (server.service.unsaved_game_count() == 0) ASSERT_TRUE(players.answer_one() || take_step(logged));
      for (int step = 0; step < deaths && !is_done; ++step) is_done = !take_step(logged) && !players.answer_one();
      SCOPED_TRACE(std::to_string(games) + " games, after " + std::to_string(deaths) + " steps");
      const std::vector<storage::GameToSave> stored = games_in(server, starts[0], started);
      for (const auto& log : {disk.content(), disk.synced()}) expect_each_game_once({log, stored}, starts);
      if (HasFailure()) return;
    }
    EXPECT_GT(deaths, 5);
    EXPECT_EQ(is_done, games == 1) << "its last step was taken";
  }
}

// The entries of a log, one after another.
std::vector<log::test::LogDisk::Content> entries_of(const log::test::LogDisk::Content& bytes) {
  std::vector<log::test::LogDisk::Content> entries;
  const std::size_t header = std::string(live_matches::kLiveMatchHeader).size() + 1;
  for (const log::LogFile::Frame& frame : log::read_frames(bytes, header).frames) {
    EXPECT_TRUE(live_matches::read_entries(frame, [&](live_matches::LogEntry&&, std::span<const std::uint8_t> entry) {
      entries.emplace_back(entry.begin(), entry.end());
    }));
  }
  return entries;
}

// A log of these entries, in one frame.
log::test::LogDisk::Content log_of(std::span<const log::test::LogDisk::Content> entries) {
  const std::string header = std::string(live_matches::kLiveMatchHeader) + "\n";
  log::test::LogDisk::Content bytes(header.begin(), header.end());
  log::test::LogDisk::Content content;
  for (const auto& entry : entries) content.insert(content.end(), entry.begin(), entry.end());
  const auto frame = log::bytes_of_frame(content);
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  return bytes;
}

// Any entry could be the last one of the log, and the store could have a game before the log says so.
TEST_F(GameSavedOnce, FromEveryEntryOfTheLogOn) {
  constexpr int kGames = 2;
  log::test::LogDisk disk;
  ServerWithDisk logged(disk);
  InMemoryServer& server = logged.server;
  const auto connections = logged.begin_match(request_of(kGames));
  std::array<proto::MatchStart, 2> starts;
  for (std::size_t i = 0; i < 2; ++i) starts[i] = server.last<proto::MatchStart>(connections[i]).value();
  const std::string started = match::creation_of(events_of(disk.content()).at(0))->date;
  ColumnPlayers players(server, connections);
  for (int step = 0; step < kMaxSteps && (players.answer_one() || take_step(logged)); ++step) continue;
  ASSERT_EQ(server.service.lobby().matches().count(), 0U);
  const std::vector<storage::GameToSave> games = games_in(server, starts[0], started);
  ASSERT_EQ(games.size(), static_cast<std::size_t>(starts[0].terms.games));
  const auto entries = entries_of(disk.content());
  std::size_t ended = 0;
  std::size_t saved = 0;
  bool has_begun = false;
  bool has_end = false;
  int tried = 0;
  for (std::size_t count = 1; count <= entries.size(); ++count) {
    bool is_near_an_end = count == entries.size();
    ASSERT_TRUE(live_matches::read_entries(
        entries[count - 1], [&](live_matches::LogEntry&& entry, std::span<const std::uint8_t>) {
          has_end = has_end || std::holds_alternative<live_matches::LoggedEnd>(entry);
          const auto* event = std::get_if<live_matches::LoggedEvent>(&entry);
          if (event == nullptr) return;
          has_begun = true;
          if (std::holds_alternative<match::GameEnded>(event->event)) ++ended;
          if (std::holds_alternative<match::GameSaved>(event->event)) ++saved;
          is_near_an_end = is_near_an_end || !std::holds_alternative<match::InputAccepted>(event->event);
        }));
    if (!has_begun) continue;
    if (!is_near_an_end && count % 10 != 1) continue;  // many entries are decisions
    for (std::size_t stored = saved; stored <= ended; ++stored) {
      SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(entries.size()) + " entries, " +
                   std::to_string(stored) + " stored games");
      const std::vector<storage::GameToSave> known(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(stored));
      expect_each_game_once({log_of(std::span(entries).first(count)), known}, starts);
      ++tried;
      if (HasFailure()) return;
    }
  }
  EXPECT_TRUE(has_end);
  EXPECT_EQ(ended, static_cast<std::size_t>(starts[0].terms.games));
  EXPECT_EQ(saved, static_cast<std::size_t>(starts[0].terms.games));
  EXPECT_GT(tried, 10);
}

}  // namespace
}  // namespace rensa::sessions
