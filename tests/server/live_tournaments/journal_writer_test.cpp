#include "server/live_tournaments/journal_writer.h"

#include <deque>
#include <functional>
#include <gmock/gmock.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "server/match/game_runner.h"
#include "server/storage/memory/memory_tournaments.h"
#include "tests/server/storage/intercepted_store.h"

namespace rensa::live_tournaments {
namespace {

using storage::test::Failure;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kPlan = 0x1234;

tournament::Event started(int leg) { return tournament::GameStarted{{.pair = 0, .leg = leg, .attempt = 0}}; }

// A writer on a store in memory. The test runs the background, the answers of the store, and the timers by hand.
class JournalWriterTest : public testing::Test {
 protected:
  using Calls = std::deque<std::function<void()>>;

  JournalWriterTest() {
    store_.create_tournament({.name = "cup", .plan = "", .marks = {}}, [](const auto&) {});
    open();
  }

  void open() {
    const std::string text = journal();
    writer_.emplace(
        JournalWriter::Parts{
            .tournament = "cup",
            .store = store_,
            .run_in_background = [this](std::function<void()> call) { background_.push_back(std::move(call)); },
            .post_later = [this](std::chrono::milliseconds,
                                 std::function<void()> call) { timers_.push_back(std::move(call)); },
            .failed = [this](const storage::StoreError& error) { errors_.push_back(error.message); },
            .recovered = [this] { ++recoveries_; }},
        tournament::parse_journal(text), text, kPlan);
  }
  static void run(Calls& calls) {
    for (; !calls.empty(); calls.pop_front()) calls.front()();
  }
  // Runs all but the timers.
  void settle() {
    while (!background_.empty() || !answers_.empty()) {
      run(background_);
      run(answers_);
    }
  }
  // Calls sync(), and notes the number when it is done.
  void sync(int number) {
    writer_->sync([this, number] { synced_.push_back(number); });
  }
  std::string journal() {
    std::string text;
    memory_->read_journal("cup", {.begin = 0, .end = ~std::uint64_t{0}},
                          [&text](const storage::StoreResult<std::string>& read) { text = *read; });
    run(answers_);
    return text;
  }
  std::vector<tournament::Event> events() { return tournament::parse_journal(journal()).events; }
  bool has_game(const std::string& name) {
    bool has = false;
    memory_->read_game("cup", name, [&has](const auto& read) { has = read->has_value(); });
    run(answers_);
    return has;
  }
  static PlayedGame game(const std::string& name) {
    match::RecordedGame unplayed({.ruleset = *rules::find_ruleset("tsu-1"), .seed = 1, .queue = std::nullopt},
                                 {"ann", "bob"});
    return {.name = name,
            .record = unplayed.finish({.winner = duel::Seat::one, .cause = duel::Cause::crashed, .frame = 0}),
            .outputs = {}};
  }

  Calls background_;
  Calls answers_;
  Calls timers_;
  std::vector<std::string> errors_;
  std::vector<int> synced_;
  int recoveries_ = 0;
  Failure failure_ = Failure::none;
  int appends_ = 0;
  const storage::test::Interceptor interceptor_{
      .failure =
          [this](const std::string& operation) {
            if (operation == "append_to_journal") ++appends_;
            return failure_;
          },
      .deliver = [this](std::function<void()> answer) { answers_.push_back(std::move(answer)); }};
  storage::test::InterceptedTournaments store_{std::make_unique<storage::MemoryTournaments>(interceptor_.deliver),
                                               interceptor_};
  storage::Tournaments* memory_ = &store_.tournaments();
  std::optional<JournalWriter> writer_;
};

TEST_F(JournalWriterTest, AnEmptyJournalBeginsWithThePlan) {
  sync(1);
  EXPECT_THAT(synced_, IsEmpty()) << "it is not on disk yet";
  settle();
  EXPECT_THAT(synced_, ElementsAre(1));
  EXPECT_EQ(tournament::parse_journal(journal()).plan_digest, kPlan);
  EXPECT_EQ(writer_->index().line_count(), 1U);
}

TEST_F(JournalWriterTest, WhatComesWhileTheStoreIsBusyIsOneBatch) {
  for (int leg = 0; leg < 10; ++leg) {
    writer_->write(started(leg));
    sync(leg);
  }
  settle();
  EXPECT_EQ(appends_, 2);
  EXPECT_THAT(synced_, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(events().size(), 10U);
  EXPECT_EQ(writer_->index().line_count(), 11U);
  EXPECT_EQ(writer_->index().bytes(), journal().size());
}

TEST_F(JournalWriterTest, EventsWaitForTheNextSync) {
  writer_->write(started(0));
  settle();
  EXPECT_EQ(appends_, 0);
}

TEST_F(JournalWriterTest, AFailedBatchIsWrittenAgainBeforeTheNext) {
  for (const Failure failure : {Failure::before, Failure::after}) {
    const std::size_t events_before = events().size();
    synced_.clear();
    errors_.clear();
    recoveries_ = 0;
    failure_ = failure;
    writer_->write(started(0));
    writer_->write(game("0-0"));
    sync(1);
    for (int again = 0; again < 3; ++again) {
      settle();
      writer_->write(started(1 + again));
      sync(2 + again);
      EXPECT_THAT(synced_, IsEmpty());
      EXPECT_EQ(errors_.size(), static_cast<std::size_t>(again + 1)) << "each failure is told";
      run(timers_);
    }
    failure_ = Failure::none;
    settle();
    run(timers_);
    settle();
    EXPECT_THAT(synced_, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(recoveries_, 1);
    EXPECT_TRUE(has_game("0-0"));
    const auto now = tournament::parse_journal(journal());
    EXPECT_EQ(now.error, "");
    EXPECT_EQ(now.events.size(), events_before + 4);
    EXPECT_EQ(writer_->index().bytes(), journal().size());
  }
}

TEST_F(JournalWriterTest, TheDestructorGivesTheRestToTheStore) {
  writer_->write(started(0));
  sync(1);
  writer_->write(started(1));
  writer_->write(game("0-1"));
  writer_.reset();
  settle();
  EXPECT_EQ(events().size(), 2U);
  EXPECT_TRUE(has_game("0-1"));
  EXPECT_THAT(synced_, IsEmpty()) << "nobody is there any more";
  open();
  writer_->write(started(2));
  sync(2);
  settle();
  EXPECT_EQ(events().size(), 3U);
}

TEST_F(JournalWriterTest, NothingIsWrittenAfterARefusal) {
  writer_->write(started(0));
  sync(1);
  settle();
  memory_->append_to_journal("cup", {.games = {}, .from = 0, .lines = "x"}, [](const auto&) {});  // another program
  const std::string damaged = journal();
  for (int number = 2; number < 4; ++number) {
    writer_->write(started(number));
    sync(number);
    settle();
    run(timers_);
  }
  EXPECT_EQ(errors_.size(), 1U);
  EXPECT_THAT(synced_, ElementsAre(1, 2, 3)) << "the callers do not wait forever";
  EXPECT_EQ(journal(), damaged);
  writer_.reset();
  settle();
  EXPECT_EQ(journal(), damaged);
}

TEST(JournalIndex, EveryPartHasItsLines) {
  std::vector<std::string> lines;
  std::string text;
  for (int i = 0; i < 300; ++i) {
    lines.push_back(std::string(static_cast<std::size_t>(i % 17), 'x') + std::to_string(i) + "\n");
    text += lines.back();
  }
  // The lines come in two pieces.
  const std::size_t whole = text.find("100\n") + 4;
  JournalIndex index;
  index.add(std::string_view(text).substr(0, whole));
  index.add(std::string_view(text).substr(whole));
  EXPECT_EQ(index.line_count(), 300U);
  EXPECT_EQ(index.bytes(), text.size());
  for (std::uint64_t begin = 0; begin < 300; begin += 7) {
    for (std::uint64_t end = begin + 1; end <= 300; end += 11) {
      const JournalIndex::Part part = index.part_with(begin, end);
      ASSERT_LE(part.first_line, begin);
      std::uint64_t place = 0;
      for (std::uint64_t line = 0; line < part.first_line; ++line) place += lines[line].size();
      ASSERT_EQ(part.range.begin, place);
      for (std::uint64_t line = part.first_line; line < end; ++line) place += lines[line].size();
      ASSERT_GE(part.range.end, place);
      ASSERT_LE(part.range.end, text.size());
    }
  }
}

// So that a part of the journal can be checked when it is read.
TEST(JournalIndex, EveryPartFollowsFromTheChecksumBeforeIt) {
  tournament::JournalEncoder encoder;
  std::string text = encoder.plan_line(77);
  for (int i = 1; i < 200; ++i) text += encoder.event_line(tournament::RunRestarted{});
  JournalIndex index;
  index.add(text);
  for (const std::uint64_t begin : {0U, 63U, 64U, 130U}) {
    const JournalIndex::Part part = index.part_with(begin, begin + 1);
    std::string lines = text.substr(part.range.begin, part.range.end - part.range.begin);
    EXPECT_TRUE(tournament::are_next_journal_lines(part.check_before, lines)) << begin;
    EXPECT_FALSE(tournament::are_next_journal_lines(part.check_before + 1, lines)) << begin;
    for (std::size_t at = 0; at < lines.size(); at += 13) {
      lines[at] = static_cast<char>(lines[at] ^ 1);
      EXPECT_FALSE(tournament::are_next_journal_lines(part.check_before, lines)) << begin << ", byte " << at;
      lines[at] = static_cast<char>(lines[at] ^ 1);
    }
  }
}

}  // namespace
}  // namespace rensa::live_tournaments
