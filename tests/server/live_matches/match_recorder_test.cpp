#include "server/live_matches/match_recorder.h"

#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <semaphore>
#include <stdexcept>

#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"

namespace rensa::live_matches {
namespace {

using testing::ElementsAre;
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
    int syncs = 0;
    int rewrites = 0;
  };
  explicit FakeFile(Disk& disk) : disk_(disk) {}

  std::vector<std::uint8_t> read() override { return disk_.content; }
  void append(Bytes bytes) override {
    if (disk_.is_full) throw std::runtime_error("the disk is full");
    disk_.content.insert(disk_.content.end(), bytes.begin(), bytes.end());
  }
  void sync() override { ++disk_.syncs; }
  void truncate(std::size_t size) override { disk_.content.resize(size); }
  void replace(Bytes bytes) override {
    disk_.content.assign(bytes.begin(), bytes.end());
    ++disk_.rewrites;
  }

 private:
  Disk& disk_;
};

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
            .post = executor(),
            .played_until = [this] { return now_; },
            .has_real_time_matches = [this] { return has_real_time_matches_; },
            .log = [](const base::LogLine&) {}};
  }
  log::LogFile::Executor executor() {
    return [this](std::function<void()> task) {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
      waiting_.release();
    };
  }
  void run_one() {
    waiting_.acquire();
    std::function<void()> task;
    {
      const std::lock_guard lock(mutex_);
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
  void flush() {
    recorder_->flush();
    run_one();
  }
  // The matches of the log as another process reads them.
  LoggedMatches logged() {
    log::LogFile file(std::make_unique<FakeFile>(disk_), kLiveMatchHeader, executor());
    return matches_in(file.take_frames());
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
  base::Time now_ = base::Time(std::chrono::seconds(10));
  bool has_real_time_matches_ = false;
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
  std::counting_semaphore<> waiting_{0};
  std::unique_ptr<log::LogFile> file_ =
      std::make_unique<log::LogFile>(std::make_unique<FakeFile>(disk_), kLiveMatchHeader, executor());
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
  const LoggedMatches logged_matches = logged();
  ASSERT_THAT(logged_matches.matches, UnorderedElementsAre(Key(base::MatchId{1}), Key(base::MatchId{2})));
  EXPECT_EQ(logged_matches.matches.at(base::MatchId{1}).events.size(), 2U);
  EXPECT_EQ(logged_matches.matches.at(base::MatchId{1}).played, std::chrono::seconds(7)) << "as the log's time says";
  EXPECT_EQ(logged_matches.matches.at(base::MatchId{2}).played, std::chrono::seconds(9));
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
  EXPECT_EQ(logged().matches.at(base::MatchId{1}).played, std::chrono::seconds(8));
}

TEST_F(LiveMatchRecorder, EndedAndArrangedMatchesAreNotInTheLog) {
  recorder_->record(base::MatchId{1}, created());
  recorder_->record(base::MatchId{2}, created(true));
  recorder_->record(base::MatchId{2}, missed(1));
  EXPECT_FALSE(recorder_->is_logged(base::MatchId{2}));
  flush();
  recorder_->record(base::MatchId{1}, match::MatchEnded{});
  flush();
  EXPECT_THAT(logged().matches, IsEmpty());
}

TEST_F(LiveMatchRecorder, AWaiterIsCalledOnceTheEventsBeforeItAreOnDisk) {
  bool is_durable = false;
  recorder_->record(base::MatchId{1}, created());
  recorder_->when_durable([&] { is_durable = true; });
  EXPECT_FALSE(is_durable);
  run_one();  // the request to write
  EXPECT_FALSE(is_durable);
  run_one();
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
  for (int task = 0; task < 3 && !is_durable; ++task) run_one();
  EXPECT_TRUE(is_durable);
  EXPECT_EQ(disk_.syncs, 2);
  EXPECT_EQ(logged().matches.at(base::MatchId{1}).events.size(), 2U);
}

TEST_F(LiveMatchRecorder, AFullDiskIsToldAndNoEventIsLost) {
  recorder_->record(base::MatchId{1}, created());
  disk_.is_full = true;
  bool is_called = false;
  recorder_->when_durable([&] { is_called = true; });
  run_one();
  run_one();
  EXPECT_TRUE(recorder_->is_failing());
  EXPECT_TRUE(is_called) << "the match goes on";
  is_called = false;
  recorder_->when_durable([&] { is_called = true; });
  run_one();
  EXPECT_TRUE(is_called);
  recorder_->record(base::MatchId{1}, missed(2));
  flush();
  EXPECT_TRUE(recorder_->is_failing());
  disk_.is_full = false;
  flush();
  EXPECT_FALSE(recorder_->is_failing());
  flush();
  EXPECT_EQ(logged().matches.at(base::MatchId{1}).events.size(), 2U);
  EXPECT_FALSE(logged().matches.at(base::MatchId{1}).has_gap);
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
  const LoggedMatches logged_matches = logged();
  ASSERT_EQ(logged_matches.matches.size(), 1U);
  EXPECT_TRUE(why_not_restorable(logged_matches.matches.at(base::MatchId{1}), {}).has_value());
  recorder_->record(base::MatchId{1}, match::MatchEnded{});
  flush();
  EXPECT_THAT(logged().matches, IsEmpty());
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
    if (match % 50 == 0) flush();
    while (waiting_.try_acquire()) {
      waiting_.release();
      run_one();
    }
  }
  flush();
  file_.reset();  // all writes have ended
  EXPECT_GE(disk_.rewrites, 2);
  EXPECT_LT(disk_.content.size(), 40'000U);
  const LoggedMatches logged_matches = logged();
  ASSERT_THAT(logged_matches.matches, ElementsAre(Key(base::MatchId{1'000'000})));
  EXPECT_EQ(logged_matches.matches.begin()->second.events.size(), 2U);
}

TEST(LoggedMatches, EntriesOfAnUnknownFormAreRefusedByTheirVersion) {
  try {
    matches_in({{1, 7, 99, 0}});
    FAIL() << "they were read";
  } catch (const std::runtime_error& problem) {
    EXPECT_THAT(problem.what(), testing::HasSubstr("version 4"));
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
  const LoggedMatches logged = matches_in(file->take_frames());
  ASSERT_THAT(logged.matches, ElementsAre(Key(base::MatchId{9})));
  EXPECT_TRUE(logged.matches.begin()->second.events == match.events);
}

}  // namespace
}  // namespace rensa::live_matches
