#include "server/live_matches/match_recorder.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <map>
#include <stdexcept>

#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"
#include "server/match/match_event_codec.h"
#include "tests/tools/posted_tasks.h"

namespace rensa::live_matches {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;
using testing::UnorderedElementsAre;

// A disk that can be full.
class FakeFile final : public log::AppendFile {
 public:
  struct Disk {
    std::vector<std::uint8_t> content;
    bool is_full = false;
    int failing_appends = 0;  // as many fail next
    int syncs = 0;
    int rewrites = 0;
  };
  explicit FakeFile(Disk& disk) : disk_(disk) {}

  std::vector<std::uint8_t> read() override { return disk_.content; }
  void append(Bytes bytes) override {
    if (disk_.is_full || disk_.failing_appends-- > 0) throw std::runtime_error("the disk is full");
    disk_.content.insert(disk_.content.end(), bytes.begin(), bytes.end());
  }
  void sync() override { ++disk_.syncs; }
  void truncate(std::size_t size) override { disk_.content.resize(size); }
  void prepare(Bytes bytes) override { prepared_.assign(bytes.begin(), bytes.end()); }
  void use_prepared(Bytes rest) override {
    prepared_.insert(prepared_.end(), rest.begin(), rest.end());
    disk_.content = prepared_;
    ++disk_.rewrites;
  }
  std::string keep_damaged(Bytes) override { throw std::logic_error("nothing is damaged"); }

 private:
  Disk& disk_;
  std::vector<std::uint8_t> prepared_;
};

std::map<base::MatchId, LoggedMatch> all_of(LoggedMatches logged) {
  std::map<base::MatchId, LoggedMatch> matches;
  for (const base::MatchId id : logged.ids()) matches[id] = logged.take(id);
  return matches;
}

std::size_t used_memory() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A recorder with its event loop.
class LiveMatchRecorder : public testing::Test {
 protected:
  LiveMatchRecorder() { recorder_ = std::make_unique<MatchRecorder>(parts()); }
  // The log answers while its thread ends.
  ~LiveMatchRecorder() override {
    recorder_.reset();
    file_.reset();
  }

  MatchRecorder::Parts parts() {
    return {.file = *file_,
            .post = loop_.executor(),
            .played_until = [this] { return now_; },
            .has_real_time_matches = [this] { return has_real_time_matches_; },
            .log = [this](const std::string& line) { lines_.push_back(line); }};
  }
  void flush() {
    recorder_->flush();
    loop_.run_one();
  }
  void flush_if_any() {
    recorder_->flush();
    loop_.run_until([this] { return !recorder_->is_writing(); });
  }
  // The matches of the log as another process reads them.
  std::map<base::MatchId, LoggedMatch> logged() {
    log::LogFile file(std::make_unique<FakeFile>(disk_), kLiveMatchHeader, loop_.executor());
    return all_of(LoggedMatches(file.take_frames()));
  }
  static match::MatchCreated created(bool is_arranged = false) {
    match::MatchCreated created;
    if (is_arranged) created.arranged.emplace();
    created.conditions.emplace();
    created.conditions->created_at = std::chrono::seconds(3);
    return created;
  }
  static match::MatchEvent missed(int seconds) {
    return match::DecisionMissed{.seat = duel::Seat::two, .time = std::chrono::seconds(seconds)};
  }

  FakeFile::Disk disk_;
  std::vector<std::string> lines_;
  base::Time now_ = base::Time(std::chrono::seconds(10));
  bool has_real_time_matches_ = false;
  tests::PostedTasks loop_;
  std::unique_ptr<log::LogFile> file_ =
      std::make_unique<log::LogFile>(std::make_unique<FakeFile>(disk_), kLiveMatchHeader, loop_.executor());
  std::unique_ptr<MatchRecorder> recorder_;
};

TEST_F(LiveMatchRecorder, EventsOfAllMatchesAreWrittenTogether) {
  recorder_->record(base::MatchId{1}, created());
  recorder_->record(base::MatchId{2}, created());
  recorder_->record(base::MatchId{1}, missed(4));
  flush();
  EXPECT_EQ(disk_.syncs, 1);
  recorder_->record(base::MatchId{2}, missed(9));
  flush();
  EXPECT_EQ(disk_.syncs, 2);
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  ASSERT_THAT(logged_matches, UnorderedElementsAre(Key(base::MatchId{1}), Key(base::MatchId{2})));
  EXPECT_EQ(logged_matches.at(base::MatchId{1}).events.size(), 2U);
  EXPECT_EQ(logged_matches.at(base::MatchId{1}).played, std::chrono::seconds(7)) << "as the log's time says";
  EXPECT_EQ(logged_matches.at(base::MatchId{2}).played, std::chrono::seconds(9));
}

TEST_F(LiveMatchRecorder, NothingIsWrittenIfNothingHappens) {
  recorder_->record(base::MatchId{1}, created());
  flush();
  recorder_->flush();
  recorder_->flush();
  EXPECT_EQ(disk_.syncs, 1);
  has_real_time_matches_ = true;
  now_ += std::chrono::seconds(1);
  flush();
  EXPECT_EQ(disk_.syncs, 2) << "games in real time go on without events";
  EXPECT_EQ(logged().at(base::MatchId{1}).played, std::chrono::seconds(8));
}

TEST_F(LiveMatchRecorder, AnArrangedMatchIsLoggedIfItsTournamentCanTakeItBack) {
  match::MatchCreated named = created(true);
  named.arranged->name = match::TournamentGame{.tournament = "cup", .game = "3-1"};
  recorder_->record(base::MatchId{1}, named);
  recorder_->record(base::MatchId{2}, created(true));
  flush();
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  ASSERT_THAT(logged_matches, UnorderedElementsAre(Key(base::MatchId{1})));
  EXPECT_EQ(logged_matches.at(base::MatchId{1}).events.front(), match::MatchEvent(named));
}

TEST_F(LiveMatchRecorder, EndedAndArrangedMatchesAreNotInTheLog) {
  recorder_->record(base::MatchId{1}, created());
  recorder_->record(base::MatchId{2}, created(true));
  recorder_->record(base::MatchId{2}, missed(1));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{2}));
  flush();
  recorder_->record(base::MatchId{1}, match::MatchEnded{});
  flush();
  EXPECT_THAT(logged(), IsEmpty());
}

TEST_F(LiveMatchRecorder, AWaiterIsCalledOnceTheEventsBeforeItAreOnDisk) {
  bool is_durable = false;
  recorder_->record(base::MatchId{1}, created());
  recorder_->when_durable([&] { is_durable = true; });
  EXPECT_FALSE(is_durable);
  loop_.run_one();  // the request to write
  EXPECT_FALSE(is_durable);
  loop_.run_one();
  EXPECT_TRUE(is_durable);
  EXPECT_EQ(disk_.syncs, 1);
}

// The frame that is being written when it asks does not have its events.
TEST_F(LiveMatchRecorder, AWaiterThatComesDuringAWriteWaitsForTheNextOne) {
  recorder_->record(base::MatchId{1}, created());
  recorder_->flush();
  bool is_durable = false;
  recorder_->record(base::MatchId{1}, missed(2));
  recorder_->when_durable([&] { is_durable = true; });
  for (int task = 0; task < 3 && !is_durable; ++task) loop_.run_one();
  EXPECT_TRUE(is_durable);
  EXPECT_EQ(disk_.syncs, 2);
  EXPECT_EQ(logged().at(base::MatchId{1}).events.size(), 2U);
}

TEST_F(LiveMatchRecorder, AFullDiskIsToldAndNoEventIsLost) {
  recorder_->record(base::MatchId{1}, created());
  disk_.is_full = true;
  bool is_called = false;
  recorder_->when_durable([&] { is_called = true; });
  loop_.run_one();
  loop_.run_one();
  EXPECT_TRUE(recorder_->is_failing());
  EXPECT_TRUE(is_called) << "the match goes on";
  is_called = false;
  recorder_->when_durable([&] { is_called = true; });
  loop_.run_one();
  EXPECT_TRUE(is_called);
  recorder_->record(base::MatchId{1}, missed(2));
  flush();
  EXPECT_TRUE(recorder_->is_failing());
  disk_.is_full = false;
  flush();
  EXPECT_FALSE(recorder_->is_failing());
  flush();
  EXPECT_EQ(logged().at(base::MatchId{1}).events.size(), 2U);
  EXPECT_FALSE(logged().at(base::MatchId{1}).has_gap);
}

// The process ends and does not hear whether the write before has failed.
TEST_F(LiveMatchRecorder, TheLastEventsAreWrittenBehindAWriteThatMayFail) {
  for (const int failing_appends : {0, 1}) {
    const base::MatchId match{static_cast<std::uint64_t>(1 + failing_appends)};
    disk_.failing_appends = failing_appends;
    recorder_->record(match, created());
    recorder_->flush();
    recorder_->record(match, missed(2));
    recorder_->finish();
    recorder_.reset();
    file_.reset();
    EXPECT_EQ(logged().at(match).events.size(), 2U) << failing_appends;
    file_ = std::make_unique<log::LogFile>(std::make_unique<FakeFile>(disk_), kLiveMatchHeader, loop_.executor());
    recorder_ = std::make_unique<MatchRecorder>(parts());
  }
}

TEST_F(LiveMatchRecorder, MatchesAreMarkedIfTooManyEventsWait) {
  MatchRecorder::Parts small = parts();
  small.max_waiting_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  disk_.is_full = true;
  flush();
  for (int second = 0; second < 1'000; ++second) recorder_->record(base::MatchId{1}, missed(second));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{1}));
  disk_.is_full = false;
  flush();
  flush();
  EXPECT_TRUE(recorder_->has_unlogged_matches()) << "the disk was full";
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  ASSERT_EQ(logged_matches.size(), 1U);
  EXPECT_TRUE(why_not_restorable(logged_matches.at(base::MatchId{1}), {}).has_value());
  recorder_->record(base::MatchId{1}, match::MatchEnded{});
  flush();
  EXPECT_THAT(logged(), IsEmpty());
}

// A player who sends much while the disk is slow keeps no other match out of the log, and no server from its end.
TEST_F(LiveMatchRecorder, OnlyTheMatchesWithMostWaitingEventsAreMarked) {
  MatchRecorder::Parts small = parts();
  small.max_waiting_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  constexpr base::MatchId kQuiet{1};
  constexpr base::MatchId kEnded{2};
  constexpr base::MatchId kLoud{3};
  for (const base::MatchId match : {kQuiet, kEnded, kLoud}) recorder_->record(match, created());
  flush();
  recorder_->record(kQuiet, missed(1));
  for (int second = 0; second < 200; ++second) {
    recorder_->record(kLoud, missed(second));
    if (second == 20) recorder_->record(kQuiet, missed(2));
    if (second == 30) recorder_->record(kEnded, match::MatchEnded{});
  }
  EXPECT_TRUE(recorder_->is_logged(kQuiet));
  EXPECT_FALSE(recorder_->is_logged(kLoud));
  EXPECT_FALSE(recorder_->has_unlogged_matches()) << "the log can be written";
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("event=matches_not_logged matches=1 ")));
  recorder_->record(kQuiet, missed(3));
  flush();
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  ASSERT_THAT(logged_matches, UnorderedElementsAre(Key(kQuiet), Key(kLoud)));
  EXPECT_EQ(logged_matches.at(kQuiet).events.size(), 4U);
  EXPECT_FALSE(logged_matches.at(kQuiet).has_gap);
  EXPECT_TRUE(logged_matches.at(kLoud).has_gap);
}

// Otherwise it would be played again after a restart.
TEST_F(LiveMatchRecorder, AMatchThatEndsWhileTooManyEventsWaitHasEnded) {
  MatchRecorder::Parts small = parts();
  small.max_waiting_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  recorder_->record(base::MatchId{2}, created());
  flush();
  disk_.is_full = true;
  recorder_->record(base::MatchId{1}, missed(0));
  flush();
  recorder_->record(base::MatchId{1}, match::MatchEnded{});
  for (int second = 0; second < 1'000; ++second) recorder_->record(base::MatchId{2}, missed(second));
  ASSERT_FALSE(recorder_->is_logged(base::MatchId{2}));
  disk_.is_full = false;
  flush();
  flush();
  EXPECT_THAT(logged(), ElementsAre(Key(base::MatchId{2})));
}

// Otherwise the memory of a server that starts would not be enough for the events of such a match, at each start.
TEST_F(LiveMatchRecorder, AMatchWithTooManyEventsIsMarkedAndTheOthersAreNot) {
  MatchRecorder::Parts small = parts();
  small.max_match_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  recorder_->record(base::MatchId{2}, created());
  for (int second = 0; second < 1'000; ++second) recorder_->record(base::MatchId{1}, missed(second));
  recorder_->record(base::MatchId{2}, missed(3));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{1}));
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{2}));
  EXPECT_FALSE(recorder_->has_unlogged_matches()) << "the log can be written";
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("event=match_not_logged match=1 ")));
  flush();
  EXPECT_LT(disk_.content.size(), 4'000U);
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  EXPECT_TRUE(logged_matches.at(base::MatchId{1}).has_gap);
  EXPECT_THAT(logged_matches.at(base::MatchId{1}).events, IsEmpty());
  EXPECT_FALSE(logged_matches.at(base::MatchId{2}).has_gap);
  EXPECT_EQ(logged_matches.at(base::MatchId{2}).events.size(), 2U);
}

// So a match of any number of games can be made again.
TEST_F(LiveMatchRecorder, OnlyTheEventsSinceTheLastSnapshotAreCountedAndKept) {
  MatchRecorder::Parts small = parts();
  small.max_match_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  match::SnapshotTaken snapshot;
  snapshot.created = created();
  for (snapshot.games = 1; snapshot.games <= 10; ++snapshot.games) {
    for (int second = 0; second < 250; ++second) recorder_->record(base::MatchId{1}, missed(second));
    recorder_->record(base::MatchId{1}, match::GameEnded{});
    recorder_->record(base::MatchId{1}, snapshot);
  }
  recorder_->record(base::MatchId{1}, missed(3));
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{1}));
  flush();
  EXPECT_GT(disk_.content.size(), 9'000U);
  const LoggedMatch match = logged().at(base::MatchId{1});
  EXPECT_EQ(match.events.size(), 2U);
  EXPECT_EQ(match.ended_games(), 10);
  recorder_->rewrite();
  loop_.run_until([&] { return disk_.rewrites == 2; });
  EXPECT_LT(disk_.content.size(), 1'000U);
  EXPECT_EQ(logged().at(base::MatchId{1}).events, match.events);
}

TEST_F(LiveMatchRecorder, AMarkedMatchIsLoggedAgainFromItsNextSnapshotOn) {
  MatchRecorder::Parts small = parts();
  small.max_match_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  for (int second = 0; second < 1'000; ++second) recorder_->record(base::MatchId{1}, missed(second));
  ASSERT_FALSE(recorder_->is_logged(base::MatchId{1}));
  match::SnapshotTaken snapshot;
  snapshot.created = created();
  snapshot.games = 1;
  recorder_->record(base::MatchId{1}, snapshot);
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{1}));
  recorder_->record(base::MatchId{1}, missed(3));
  flush();
  const LoggedMatch match = logged().at(base::MatchId{1});
  EXPECT_FALSE(match.has_gap);
  EXPECT_EQ(match.events.size(), 2U);
  EXPECT_EQ(why_not_restorable(match, {}).value_or("").find("could not be logged"), std::string::npos);
}

TEST_F(LiveMatchRecorder, TheBytesOfAMatchThatGoesOnAreCounted) {
  MatchRecorder::Parts small = parts();
  small.max_match_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->resume(base::MatchId{1}, 1'999);
  recorder_->record(base::MatchId{1}, missed(1));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{1}));
}

// Otherwise guests with many matches could make the file as large as the disk, and the next server could not read it.
TEST_F(LiveMatchRecorder, TheLargestMatchIsMarkedIfAllTogetherHaveTooManyEvents) {
  MatchRecorder::Parts small = parts();
  small.max_all_bytes = 4'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  for (std::uint64_t match = 1; match <= 3; ++match) recorder_->record(base::MatchId{match}, created());
  recorder_->record(base::MatchId{3}, missed(3));
  for (int second = 0; second < 1'000 && lines_.empty(); ++second) {
    recorder_->record(base::MatchId{1}, missed(second));
    if (second % 2 == 0) recorder_->record(base::MatchId{2}, missed(second));
  }
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("event=match_not_logged match=1 ")));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{1}));
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{2}));
  for (int second = 0; second < 1'000; ++second) recorder_->record(base::MatchId{2}, missed(second));
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("match=1 "), HasSubstr("match=2 ")));
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{3}));
  flush();
  recorder_->rewrite();
  loop_.run_until([&] { return disk_.rewrites == 2; });
  EXPECT_LT(disk_.content.size(), 4'000U);
  EXPECT_EQ(logged().at(base::MatchId{3}).events.size(), 2U);
}

// A match that has ended, that begins its next game or that goes on after a restart is counted as what it has.
TEST_F(LiveMatchRecorder, TheBytesOfAllMatchesAreThoseThatTheLogKeeps) {
  MatchRecorder::Parts small = parts();
  small.max_all_bytes = 4'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  for (std::uint64_t match = 1; match <= 100; ++match) {
    recorder_->record(base::MatchId{match}, created());
    for (int second = 0; second < 20; ++second) recorder_->record(base::MatchId{match}, missed(second));
    recorder_->record(base::MatchId{match}, match::MatchEnded{});
  }
  recorder_->record(base::MatchId{101}, created());
  match::SnapshotTaken snapshot;
  snapshot.created = created();
  for (snapshot.games = 1; snapshot.games <= 100; ++snapshot.games) {
    for (int second = 0; second < 20; ++second) recorder_->record(base::MatchId{101}, missed(second));
    recorder_->record(base::MatchId{101}, snapshot);
  }
  recorder_->resume(base::MatchId{102}, 2'000);
  recorder_->forget(base::MatchId{102});
  EXPECT_THAT(lines_, IsEmpty());
  recorder_->resume(base::MatchId{103}, 3'999);
  recorder_->record(base::MatchId{101}, missed(1));
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("match=103 ")));
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{101}));
}

// Keys of a person in the order of their frames.
match::MatchEvent keys(int clock) {
  const auto held = static_cast<movement::Keys>(clock % 32);
  return match::InputAccepted{.input = {.seat = clock % 3 == 0 ? duel::Seat::one : duel::Seat::two,
                                        .id = static_cast<std::uint32_t>(clock),
                                        .input = duel::Input::hold(held),
                                        .from = clock + 1,
                                        .keys_at = clock + 3,
                                        .is_late = false},
                              .comment = "",
                              .clock = clock,
                              .time = {},
                              .check = 0};
}

TEST_F(LiveMatchRecorder, KeysOfPersonsComeBackInTheirOrderAmongOtherEvents) {
  constexpr std::array kMatches{base::MatchId{1'000'000}, base::MatchId{1'000'001}};
  std::map<base::MatchId, std::vector<match::MatchEvent>> expected;
  const auto record = [&](base::MatchId match, const match::MatchEvent& event) {
    recorder_->record(match, event);
    expected[match].push_back(event);
  };
  for (const base::MatchId match : kMatches) record(match, created());
  for (int clock = 1; clock <= 2'000; ++clock) {
    for (const base::MatchId match : kMatches) record(match, keys(clock));
    if (clock % 7 == 0) record(kMatches[0], missed(clock));
    if (clock % 500 == 0) record(kMatches[1], match::GameStarted{});
    if (clock % 100 == 0) flush();
  }
  for (int kept = 0; kept < 2; ++kept) {
    for (const auto& [match, found] : logged()) EXPECT_TRUE(found.events == expected[match]);
    recorder_->rewrite();
    loop_.run_until([this] { return !recorder_->is_rewriting(); });
  }
  EXPECT_LT(recorder_->written_bytes(), 4'000U * 6) << "they are short";
}

TEST_F(LiveMatchRecorder, KeysThatWaitCountAsWaitingBytes) {
  MatchRecorder::Parts small = parts();
  small.max_waiting_bytes = 2'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  constexpr base::MatchId kQuiet{1};
  constexpr base::MatchId kLoud{2};
  for (const base::MatchId match : {kQuiet, kLoud}) recorder_->record(match, created());
  flush();
  recorder_->record(kQuiet, keys(1));
  for (int clock = 1; clock <= 1'000; ++clock) recorder_->record(kLoud, keys(clock));
  EXPECT_TRUE(recorder_->is_logged(kQuiet));
  EXPECT_FALSE(recorder_->is_logged(kLoud));
  recorder_->record(kQuiet, keys(2));
  flush();
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  EXPECT_TRUE(logged_matches.at(kQuiet).events == (std::vector<match::MatchEvent>{created(), keys(1), keys(2)}));
  EXPECT_TRUE(logged_matches.at(kLoud).has_gap);
}

TEST_F(LiveMatchRecorder, KeysCountAsBytesOfTheirMatch) {
  MatchRecorder::Parts small = parts();
  small.max_match_bytes = 4'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1}, created());
  match::SnapshotTaken snapshot;
  snapshot.created = created();
  snapshot.games = 1;
  for (int clock = 1; clock <= 600; ++clock) {
    recorder_->record(base::MatchId{1}, keys(clock));
    if (clock % 10 == 0) flush_if_any();
  }
  EXPECT_TRUE(recorder_->is_logged(base::MatchId{1}));
  recorder_->record(base::MatchId{1}, snapshot);
  for (int clock = 1; recorder_->is_logged(base::MatchId{1}) && clock < 10'000; ++clock) {
    recorder_->record(base::MatchId{1}, keys(clock));
    if (clock % 10 == 0) flush_if_any();
  }
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{1}));
  flush_if_any();
  const LoggedMatch match = logged().at(base::MatchId{1});
  EXPECT_TRUE(match.has_gap);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("event=match_not_logged match=1 ")));
}

// A server that makes the match again begins to compare keys anew, and so does the next one that reads its log.
TEST_F(LiveMatchRecorder, KeysAfterARestartAreReadBehindThoseBeforeIt) {
  recorder_->record(base::MatchId{1}, created());
  for (int clock = 1; clock <= 5; ++clock) recorder_->record(base::MatchId{1}, keys(clock));
  flush();
  recorder_ = std::make_unique<MatchRecorder>(parts());
  recorder_->resume(base::MatchId{1}, 100);
  recorder_->record(base::MatchId{1}, match::ServerInterrupted{});
  for (int clock = 4; clock <= 9; ++clock) recorder_->record(base::MatchId{1}, keys(clock));
  flush();
  const std::vector<match::MatchEvent> events = logged().at(base::MatchId{1}).events;
  ASSERT_EQ(events.size(), 1U + 5 + 1 + 6);
  for (int clock = 4; clock <= 9; ++clock) EXPECT_TRUE(events[static_cast<std::size_t>(clock) + 3] == keys(clock));
}

TEST_F(LiveMatchRecorder, AFileThatHasGrownIsRewrittenWithoutEndedMatches) {
  MatchRecorder::Parts small = parts();
  small.min_rewritten_bytes = 10'000;
  recorder_ = std::make_unique<MatchRecorder>(small);
  recorder_->record(base::MatchId{1'000'000}, created());
  recorder_->record(base::MatchId{1'000'000}, missed(2));
  for (std::uint64_t match = 1; match < 1'000; ++match) {
    recorder_->record(base::MatchId{match}, created());
    recorder_->record(base::MatchId{match}, match::MatchEnded{});
    if (match % 50 != 0) continue;
    flush();
    loop_.run_until([this] { return !recorder_->is_rewriting(); });
  }
  flush();
  file_.reset();  // all writes have ended
  EXPECT_GE(disk_.rewrites, 2);
  EXPECT_LT(disk_.content.size(), 40'000U);
  const std::map<base::MatchId, LoggedMatch> logged_matches = logged();
  ASSERT_THAT(logged_matches, ElementsAre(Key(base::MatchId{1'000'000})));
  EXPECT_EQ(logged_matches.begin()->second.events.size(), 2U);
}

TEST(LoggedMatches, EntriesOfAnUnknownFormAreRefusedByTheirVersion) {
  try {
    const LoggedMatches logged(std::vector<log::LogFile::Frame>{{1, match::kNewestMatchEventVersion, 99, 0}});
    FAIL() << "they were read";
  } catch (const std::runtime_error& problem) {
    EXPECT_THAT(problem.what(), testing::HasSubstr("version " + std::to_string(match::kNewestMatchEventVersion)));
  }
}

TEST(LoggedMatches, KeysOfAnUnknownFormAreRefusedByTheirVersion) {
  record::ByteWriter bytes;
  append_entry(bytes, LoggedEvent{base::MatchId{1}, match::MatchCreated{}});
  const std::vector<std::uint8_t> unknown{0x0E, 0};  // the change of keys has no such code
  append_entry(bytes, LoggedKeys{base::MatchId{1}, unknown});
  EXPECT_THROW(LoggedMatches({bytes.bytes()}), std::runtime_error);
}

// The numbers of kinds, since a server of a later version reads them.
TEST(LoggedMatches, TheBytesOfEntriesStay) {
  const std::vector<std::uint8_t> keys{0, 4};
  record::ByteWriter bytes;
  append_entry(bytes, LoggedEvent{base::MatchId{300}, match::MatchEnded{}});
  append_entry(bytes, LoggedKeys{base::MatchId{300}, keys});
  append_entry(bytes, LoggedTime{base::Span(258)});
  append_entry(bytes, LoggedEnd{base::MatchId{2}});
  append_entry(bytes, LoggedGap{base::MatchId{3}});
  EXPECT_THAT(bytes.bytes(), ElementsAre(1, 0xAC, 2, 1, 12, 18, 0xAC, 2, 0, 4, 2, 2, 1, 0, 0, 0, 0, 0, 0, 3, 2, 4, 3));
}

TEST(LoggedMatches, TakeAboutAsMuchMemoryAsTheirLog) {
  record::ByteWriter bytes;
  append_entry(bytes, LoggedEvent{base::MatchId{1}, match::MatchCreated{}});
  for (int second = 0; second < 100'000; ++second) {
    append_entry(bytes, LoggedEvent{base::MatchId{1}, match::DecisionMissed{.time = std::chrono::seconds(second)}});
  }
  const std::size_t log_bytes = bytes.bytes().size();
  std::vector<log::LogFile::Frame> frames = {bytes.bytes()};
  const std::size_t before = used_memory();
  LoggedMatches logged(std::move(frames));
  const std::size_t after = used_memory();
  EXPECT_LT(after, before + 2 * log_bytes);
  EXPECT_EQ(logged.bytes_of(base::MatchId{1}), log_bytes);
  EXPECT_EQ(logged.take(base::MatchId{1}).events.size(), 100'001U);
  EXPECT_EQ(logged.bytes_of(base::MatchId{1}), 0U);
}

TEST(LoggedMatches, KnowTheHighestNumberAlsoOfAMatchThatHasEnded) {
  record::ByteWriter bytes;
  append_entry(bytes, LoggedEvent{base::MatchId{5}, match::MatchCreated{}});
  append_entry(bytes, LoggedEvent{base::MatchId{9}, match::MatchCreated{}});
  append_entry(bytes, LoggedEnd{base::MatchId{9}});
  const LoggedMatches logged(std::vector<log::LogFile::Frame>{bytes.bytes()});
  EXPECT_THAT(logged.ids(), ElementsAre(base::MatchId{5}));
  EXPECT_EQ(logged.highest_id(), base::MatchId{9});
  EXPECT_EQ(LoggedMatches().highest_id(), base::MatchId{0});
}

// A store would have to reserve all numbers up to this one before it could give out another.
TEST(LoggedMatches, ANumberThatNoServerGivesOutIsRefused) {
  for (const LogEntry& entry :
       {LogEntry(LoggedEvent{base::MatchId{~std::uint64_t{0}}, match::MatchCreated{}}),
        LogEntry(LoggedEnd{base::MatchId{~std::uint64_t{0}}}), LogEntry(LoggedGap{base::MatchId{~std::uint64_t{0}}})}) {
    record::ByteWriter bytes;
    append_entry(bytes, entry);
    try {
      const LoggedMatches logged(std::vector<log::LogFile::Frame>{bytes.bytes()});
      FAIL() << "it was read";
    } catch (const std::runtime_error& problem) {
      EXPECT_THAT(problem.what(), HasSubstr("match 18446744073709551615"));
    }
  }
}

TEST(LoggedMatches, AMatchIsNotRestoredByAnotherRuleset) {
  LoggedMatch match;
  match::MatchCreated created;
  created.conditions.emplace();
  created.conditions->ruleset_digest = rules::digest(*rules::find_ruleset(created.terms.ruleset, {}));
  match.events = {created};
  EXPECT_EQ(why_not_restorable(match, {}), std::nullopt);
  ++created.conditions->ruleset_digest;
  match.events = {created};
  EXPECT_THAT(why_not_restorable(match, {}).value_or(""), testing::HasSubstr("has changed"));
  created.terms.ruleset = "of-my-own";
  match.events = {created};
  EXPECT_THAT(why_not_restorable(match, {}).value_or(""), testing::HasSubstr("of-my-own"));
  created.conditions.reset();
  match.events = {created};
  EXPECT_TRUE(why_not_restorable(match, {}));
  match.events = {match::GameSaved{}};
  EXPECT_TRUE(why_not_restorable(match, {}));
}

TEST(LoggedMatches, AMatchThatIsSetAsideIsALogOfItsOwn) {
  const base::TemporaryFolder folder;
  LoggedMatch match;
  match.events = {match::MatchCreated{}, match::GameSaved{.record = 5}};
  write_live_match_file(folder.path() / "one.log", base::MatchId{9}, match);
  const auto file = open_live_match_file(folder.path() / "one.log", [](const auto&) {});
  const std::map<base::MatchId, LoggedMatch> logged = all_of(LoggedMatches(file->take_frames()));
  ASSERT_THAT(logged, ElementsAre(Key(base::MatchId{9})));
  EXPECT_TRUE(logged.begin()->second.events == match.events);
  const auto owner_only = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  EXPECT_EQ(std::filesystem::status(folder.path() / "one.log").permissions(), owner_only) << "it has seeds";
}

}  // namespace
}  // namespace rensa::live_matches
