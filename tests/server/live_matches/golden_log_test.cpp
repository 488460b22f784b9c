#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"
#include "server/match/match_event_codec.h"
#include "tests/server/live_matches/restarted_lobby.h"
#include "tests/tools/paths.h"
#include "tests/tools/posted_tasks.h"

// Logs of every version, against the present one. tests/data/live_matches has a log for each version of events, and a
// text beside it with the matches of the log and their ends. A test wrote each of them once. They must be read for
// ever, so never write them again. The ends of games in frames also depend on the search for routes.

namespace rensa::live_matches::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Events = std::vector<match::MatchEvent>;
using Bytes = std::vector<std::uint8_t>;

fs::path golden_path(unsigned version, const std::string& ending) {
  return tests::data_path("live_matches/events_v" + std::to_string(version) + ending);
}

std::string hex(std::uint64_t value) {
  std::ostringstream text;
  text << std::hex << value;
  return text.str();
}

// A match and its two clients, on a server that may have been started again.
class BegunMatch {
 public:
  BegunMatch(const proto::Terms& terms, int number, bool is_arranged = false)
      : server_(std::make_unique<LoggingLobby>(settings())),
        one_(*server_, base::PlayerId{}),
        two_(*server_, base::PlayerId{}) {
    for (int other = 1; other < number; ++other) server_->match_ids.take();
    id_ = is_arranged ? server_->start_arranged(terms) : server_->start(terms);
    one_ = SteadyClient(*server_, server_->one);
    two_ = SteadyClient(*server_, server_->two);
    is_real_ = terms.clock == proto::Clock::real;
    step(1);
  }

  void step(int count) {
    for (int i = 0; i < count; ++i) {
      if (is_real_) tests::pass_frames(*server_, 1);
      one_.answer();
      two_.answer();
    }
  }
  void save() { server_->save_all(); }
  void void_game() { server_->void_all(); }
  void play_until_a_game_ends() {
    while (server_->unsaved.empty()) step(1);
  }
  void pass_time(base::Span time) {
    server_->now += std::chrono::duration_cast<base::Time::duration>(time);
    server_->lobby.run_due_matches(server_->now);
  }
  // Holds keys from some frames after the newest update on, or before it.
  void hold_keys(int after, const std::string& comment) {
    const proto::Update update = one_.update().value();
    server_->say(one_.id(), proto::Decide{.match = id_,
                                          .seat = *update.seat,
                                          .game = update.game,
                                          .clock = update.view.clock,
                                          .id = 900,
                                          .input = duel::Input::hold(movement::Keys::left),
                                          .at = update.view.clock + after,
                                          .comment = comment});
  }
  // Both players hold all combinations of keys, for frames before and after the present one.
  void steer() {
    constexpr int kChanges = 60;
    for (int change = 0; change < kChanges; ++change) {
      const SteadyClient& client = change % 3 == 0 ? one_ : two_;
      const proto::Update update = client.update().value();
      const int after = change % 11 - 4;
      server_->say(client.id(), proto::Decide{.match = id_,
                                              .seat = *update.seat,
                                              .game = update.game,
                                              .clock = update.view.clock,
                                              .id = static_cast<std::uint32_t>(1'000 + change),
                                              .input = duel::Input::hold(static_cast<movement::Keys>(change % 32)),
                                              .at = after == 0 ? 0 : update.view.clock + after});
      step(change % 4 == 0 ? 1 : 0);
    }
  }
  void lose_player() {
    server_->lobby.leave(one_.id(), server_->now);
    pass_time(1s);
    one_.resume(*server_, "one");
  }
  void report_quality() { server_->say(two_.id(), proto::Ping{.round_trip = 30}); }
  void resign() { server_->lobby.requests().resign(one_.id(), id_, duel::Seat::one, server_->now); }
  void restart() {
    start_server_again();
    one_.resume(*server_, "one");
    pass_time(1s);
    two_.resume(*server_, "two");
  }
  // The client of the first seat knows nothing of the match, and gets it from the tournament.
  void restart_and_return_first_seat() {
    start_server_again();
    const base::PlayerId back = server_->enter("one");
    server_->lobby.arranged_matches().return_lost_seat(id_, duel::Seat::one, {.id = back, .name = "one"}, server_->now);
    one_ = SteadyClient(*server_, back);
    two_.resume(*server_, "two");
  }

  base::MatchId id() const { return id_; }
  const Events& events() const { return server_->events.at(id_); }
  base::Time now() const { return server_->now; }

 private:
  static lobby::LobbySettings settings() {
    lobby::LobbySettings settings;
    settings.stall_threshold = 20s;
    return settings;
  }

  void start_server_again() {
    const Events logged = events();
    const base::Time stopped = server_->now;
    server_ = std::make_unique<LoggingLobby>(settings());
    server_->now = stopped + 1h;
    server_->restore(logged, time_after(logged));
  }

  std::unique_ptr<LoggingLobby> server_;
  SteadyClient one_;
  SteadyClient two_;
  base::MatchId id_{};
  bool is_real_ = false;
};

// A log with all kinds of entries and of events, and matches of all clocks. Its last frame was being written when the
// server stopped.
class LogWriter {
 public:
  Bytes write() {
    add_matches();
    const std::string header = std::string(kLiveMatchHeader) + "\n";
    bytes_.assign(header.begin(), header.end());
    constexpr std::size_t kEventsOfFrame = 30;
    std::size_t longest = 0;
    std::map<base::MatchId, MatchEntryWriter> writers;
    for (const auto& [match, events] : matches_) {
      longest = std::max(longest, events.size());
      writers.emplace(match, match);
    }
    for (std::size_t begin = 0; begin < longest; begin += kEventsOfFrame) {
      record::ByteWriter entries;
      for (const auto& [match, events] : matches_) {
        for (std::size_t i = begin; i < std::min(begin + kEventsOfFrame, events.size()); ++i) {
          writers.at(match).write(events[i], entries);
        }
        writers.at(match).finish(entries);
      }
      if (begin + kEventsOfFrame >= longest) {
        append_entry(entries, LoggedEnd{ended_});
        append_entry(entries, LoggedGap{incomplete_});
      }
      append_entry(entries, LoggedTime{last_time_.time_since_epoch()});
      add_frame(entries);
    }
    record::ByteWriter torn;
    append_entry(torn, LoggedEvent{matches_.begin()->first, match::MatchEnded{}});
    add_frame(torn);
    bytes_.pop_back();
    return bytes_;
  }
  // The kinds of the events that the log has.
  std::set<std::size_t> kinds() const {
    std::set<std::size_t> kinds;
    for (const auto& [match, events] : matches_) {
      for (const match::MatchEvent& event : events) kinds.insert(event.index());
    }
    return kinds;
  }

 private:
  void add_matches() {
    BegunMatch real(tests::terms_of(proto::Clock::real, 2), 1);
    real.play_until_a_game_ends();
    real.save();
    real.step(200);
    real.hold_keys(3, "the left side is lower");
    real.hold_keys(-2, "");
    real.report_quality();
    real.steer();
    real.pass_time(20 * base::kFrame);  // too late for these frames
    real.step(100);
    real.lose_player();
    real.step(100);
    real.restart();
    real.step(40);
    real.steer();
    add(real);
    last_time_ = real.now() + 2 * base::kFrame;
    proto::Terms charged = tests::terms_of(proto::Clock::virtual_time, 2);
    charged.charge = proto::ThinkingCost::fixed;
    charged.charge_frames = 12;
    for (const proto::Terms& terms : {charged, tests::terms_of(proto::Clock::turns, 2)}) {
      BegunMatch match(terms, static_cast<int>(matches_.size()) + 1);
      match.play_until_a_game_ends();
      match.save();
      match.step(3);
      match.pass_time(30s);                                              // a stall
      for (int second = 0; second < 100; ++second) match.pass_time(1s);  // both players do not answer in time
      match.step(3);
      match.restart();
      match.step(2);
      add(match);
    }
    BegunMatch resigned(tests::terms_of(proto::Clock::turns, 5), 4);
    resigned.step(5);
    resigned.resign();
    add(resigned);
    std::get<match::MatchCreated>(matches_.at(resigned.id()).front()).is_invited = true;
    for (int number : {5, 6}) {
      BegunMatch gone(tests::terms_of(proto::Clock::turns, 1), number);
      gone.step(2);
      add(gone);
    }
    constexpr bool kIsArranged = true;
    BegunMatch arranged(tests::terms_of(proto::Clock::virtual_time, 1), 7, kIsArranged);
    arranged.step(10);
    arranged.restart_and_return_first_seat();
    arranged.step(10);
    add(arranged);
    BegunMatch voided(tests::terms_of(proto::Clock::virtual_time, 2), 8, kIsArranged);
    voided.play_until_a_game_ends();
    voided.void_game();
    voided.step(10);
    add(voided);
    ended_ = base::MatchId{5};
    incomplete_ = base::MatchId{6};
  }
  void add(const BegunMatch& match) { matches_[match.id()] = match.events(); }
  void add_frame(const record::ByteWriter& entries) {
    const Bytes frame = log::bytes_of_frame(entries.bytes());
    bytes_.insert(bytes_.end(), frame.begin(), frame.end());
  }

  Bytes bytes_;
  std::map<base::MatchId, Events> matches_;
  base::MatchId ended_{};
  base::MatchId incomplete_{};
  base::Time last_time_;
};

std::string text_of_game(const match::FinishedGame& game) {
  const record::Record& record = game.record;
  std::ostringstream text;
  text << "  game " << game.game << ": " << duel::name_of(record.outcome.cause) << ", winner "
       << (record.outcome.winner ? std::to_string(duel::index_of(*record.outcome.winner) + 1) : "none") << ", clock "
       << record.outcome.frame << ", scores " << game.scores[0] << " and " << game.scores[1] << ", "
       << record.inputs.size() << " inputs, state "
       << (record.checkpoints.empty() ? "none" : hex(record.checkpoints.back())) << ", ended " << game.ended << "\n";
  return text.str();
}

// Plays the match to its end with its two players, and describes it.
std::string text_of_match(const LoggedMatch& logged) {
  const match::MatchCreated& created = *match::creation_of(logged.events.front());
  std::ostringstream text;
  text << match::name_of(created.terms.clock) << ", " << logged.events.size() << " events, " << logged.ended_games()
       << " ended games, played for " << logged.played.count() << " ns\n";
  LoggingLobby server;
  server.now += 10h;
  server.restore(logged.events, logged.played);
  if (!server.is_restored) return text.str() + "  it was played otherwise\n";
  proto::MatchStart start;
  start.match = created.match;
  start.terms = created.terms;
  start.seat = duel::Seat::one;
  start.token = "nonce-1";
  SteadyClient one(server, start);
  start.seat = duel::Seat::two;
  start.token = "nonce-2";
  SteadyClient two(server, start);
  one.resume(server, "one");
  two.resume(server, "two");
  play_out(server, one, two);
  for (const match::FinishedGame& game : server.saved) text << text_of_game(game);
  if (one.end()) text << "  wins " << one.end()->wins[0] << " and " << one.end()->wins[1] << "\n";
  return text.str();
}

// Describes all matches of a log, and how they end.
std::string text_of_log(const fs::path& path) {
  const base::TemporaryFolder folder;
  const fs::path copy = folder.path() / kLiveMatchFileName;
  fs::copy_file(path, copy);
  tests::PostedTasks loop;
  const auto file = open_live_match_file(copy, loop.executor());
  std::ostringstream text;
  text << file->removed_bytes() << " bytes removed" << (file->damaged_part().empty() ? "" : ", damaged") << "\n";
  LoggedMatches matches(file->take_frames());
  text << "highest match " << static_cast<std::uint64_t>(matches.highest_id()) << "\n";
  for (const base::MatchId id : matches.ids()) {
    const LoggedMatch match = matches.take(id);
    text << "match " << static_cast<std::uint64_t>(id) << ": ";
    if (const auto why = why_not_restorable(match, {})) {
      text << "void, " << *why << "\n";
    } else {
      text << text_of_match(match);
    }
  }
  return text.str();
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A log with an event of version 1, which does not have what a match needs to go on.
Bytes log_of_version_1() {
  const std::string header = std::string(kLiveMatchHeader) + "\n";
  Bytes bytes(header.begin(), header.end());
  match::MatchCreated created;
  created.match = base::MatchId{1};
  created.date = "2026-01-02T03:04:05Z";
  created.terms = tests::terms_of(proto::Clock::turns);
  record::ByteWriter entries;
  append_entry(entries, LoggedEvent{created.match, created});
  append_entry(entries, LoggedEvent{created.match, match::DecisionMissed{.time = 3s}});
  append_entry(entries, LoggedTime{4s});
  const Bytes frame = log::bytes_of_frame(entries.bytes());
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  return bytes;
}

void write_golden(unsigned version, const Bytes& bytes) {
  const fs::path path = golden_path(version, ".log");
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  std::ofstream(golden_path(version, ".txt")) << text_of_log(path);
}

TEST(GoldenLog, ThisVersionHasOneWithAllKindsOfEvents) {
  const fs::path path = golden_path(match::kNewestMatchEventVersion, ".log");
  if (!fs::exists(path) && std::getenv("RENSA_WRITE_GOLDEN") != nullptr) {
    LogWriter writer;
    const Bytes bytes = writer.write();
    std::set<std::size_t> missing;
    for (std::size_t kind = 0; kind < std::variant_size_v<match::MatchEvent>; ++kind) missing.insert(kind);
    for (const std::size_t kind : writer.kinds()) missing.erase(kind);
    // The log says the end of a match by an entry of its own.
    ASSERT_THAT(missing, testing::ElementsAre(match::MatchEvent(match::MatchEnded{}).index()));
    write_golden(match::kNewestMatchEventVersion, bytes);
    if (!fs::exists(golden_path(1, ".log"))) write_golden(1, log_of_version_1());
  }
  ASSERT_TRUE(fs::exists(path)) << path << ": write it once with RENSA_WRITE_GOLDEN=1";
  const std::string text = read_text(path);
  const Bytes whole(text.begin(), text.end());
  std::size_t keys = 0;
  for (const log::LogFile::Frame& frame : log::read_frames(whole, std::string(kLiveMatchHeader).size() + 1).frames) {
    EXPECT_TRUE(read_entries(frame, [&keys](LogEntry&& entry, std::span<const std::uint8_t>) {
      if (std::holds_alternative<LoggedKeys>(entry)) ++keys;
    }));
  }
  EXPECT_GE(keys, 2U) << "before and after an interruption";
}

// The machine may stop while any byte of the log is being written.
TEST(GoldenLog, ItsMatchesGoOnFromTheLastWholeFrameWhereverItIsCut) {
  const std::string text = read_text(golden_path(match::kNewestMatchEventVersion, ".log"));
  const Bytes whole(text.begin(), text.end());
  const std::size_t header = std::string(kLiveMatchHeader).size() + 1;
  const std::vector<log::LogFile::Frame> all_frames = log::read_frames(whole, header).frames;
  ASSERT_GE(all_frames.size(), 3U);
  std::optional<std::size_t> last_count;
  std::size_t restored = 0;
  for (std::size_t size = header; size <= whole.size(); ++size) {
    SCOPED_TRACE(size);
    log::ReadFrames read = log::read_frames(std::span(whole).first(size), header);
    const std::size_t count = read.frames.size();
    ASSERT_LE(read.valid_bytes, size);
    ASSERT_TRUE(std::equal(read.frames.begin(), read.frames.end(), all_frames.begin()));
    if (std::exchange(last_count, count) == count) continue;  // the same frames as without the last byte
    LoggedMatches matches(std::move(read.frames));
    for (const base::MatchId id : matches.ids()) {
      const LoggedMatch match = matches.take(id);
      if (why_not_restorable(match, {})) {
        EXPECT_TRUE(match.has_gap);
        continue;
      }
      LoggingLobby server;
      server.restore(match.events, match.played);
      EXPECT_TRUE(server.is_restored) << "match " << static_cast<std::uint64_t>(id);
      ++restored;
    }
  }
  EXPECT_EQ(last_count, all_frames.size());
  EXPECT_GE(restored, all_frames.size());
}

// A name is added to this list with each version of the events, and none is ever removed.
TEST(GoldenLog, LogsOfAllVersionsAreReadAndTheirMatchesPlayedToTheirEnds) {
  const std::vector<std::string> names = {"events_v1", "events_v4", "events_v5", "events_v6",
                                          "events_v7", "events_v8", "events_v9"};
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(tests::data_path("live_matches"))) {
    if (entry.path().extension() == ".log") found.push_back(entry.path().stem());
  }
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(names));
  for (const std::string& name : names) {
    const fs::path log = tests::data_path("live_matches/" + name + ".log");
    ASSERT_TRUE(fs::exists(log)) << log;
    const std::string expected = read_text(tests::data_path("live_matches/" + name + ".txt"));
    EXPECT_THAT(expected, testing::HasSubstr("\nmatch 1: ")) << "it has matches";
    EXPECT_EQ(text_of_log(log), expected) << log;
  }
  EXPECT_EQ(names.back(), "events_v" + std::to_string(match::kNewestMatchEventVersion));
}

}  // namespace
}  // namespace rensa::live_matches::test
