#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdint>
#include <optional>

#include "server/processes/child_process.h"
#include "tests/server/processes/child_fixture.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using test::content;
using test::program;
using test::shell;
using OutputTest = test::ChildFixture;

TEST(OutputTail, KeepsAllOfAShortText) {
  OutputTail tail(10);
  tail.append("one\n");
  tail.append("two");
  EXPECT_EQ(tail.text(), "one\ntwo");
}

TEST(OutputTail, KeepsTheLastWholeLinesOfALongText) {
  OutputTail tail(10);
  for (const char* const line : {"zero\n", "one\n", "two\n", "three\n"}) tail.append(line);
  EXPECT_EQ(tail.text(), "two\nthree\n") << "cut between two lines, it loses none";
  tail.append("4\n");
  EXPECT_EQ(tail.text(), "three\n4\n");
}

TEST(OutputTail, KeepsTheEndOfALineThatIsTooLong) {
  OutputTail tail(4);
  tail.append("0123456789");
  EXPECT_EQ(tail.text(), "6789");
  tail.append("\n");
  EXPECT_EQ(tail.text(), "789\n");
}

TEST(OutputTail, DoesNotDependOnThePiecesOfAText) {
  std::string text;
  for (int i = 0; i < 200; ++i) text.append(std::to_string(i * i)).push_back(i % 7 == 0 ? '\n' : ' ');
  for (std::size_t bytes = 0; bytes < 60; ++bytes) {
    OutputTail whole(bytes);
    whole.append(text);
    for (std::size_t piece = 1; piece < 100; piece += 9) {
      OutputTail tail(bytes);
      for (std::size_t at = 0; at < text.size(); at += piece) tail.append(std::string_view(text).substr(at, piece));
      ASSERT_EQ(tail.text(), whole.text()) << bytes << " bytes in pieces of " << piece;
    }
  }
}

TEST_F(OutputTest, LogKeepsTheFirstPartAndSaysThatThereWasMore) {
  LogFile log;
  ASSERT_EQ(log.open(path("log"), 8), 0);
  log.append("12345");
  log.append("678");
  EXPECT_EQ(content(path("log")), "12345678");
  log.append("9");
  log.append("10");
  EXPECT_EQ(content(path("log")), "12345678\n[there was more: only the first 8 bytes are kept]\n");
}

TEST_F(OutputTest, LogOnAFullDiskEnds) {
  LogFile log;
  ASSERT_EQ(log.open("/dev/full", 100), 0);
  log.append("12345");
  log.append("12345");
}

TEST_F(OutputTest, ErrorsAndOutputAreKeptInTheirOrder) {
  ChildOptions options = shell("echo one; echo two >&2; echo three; printf 'and the rest' >&2");
  options.log = path("log");
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  EXPECT_EQ(content(path("log")), "one\ntwo\nthree\nand the rest");
  EXPECT_EQ(child_->output_tail(), "one\ntwo\nthree\nand the rest");
}

TEST_F(OutputTest, TailGrowsWhileTheProgramRuns) {
  start(shell("echo one; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  EXPECT_EQ(child_->output_tail(), "one\n");
  EXPECT_FALSE(report_);
}

TEST(OutputRateTest, WhatComesInASecondMayComeAtOnce) {
  const OutputRate::Time start{};
  OutputRate rate(1'000, start);
  EXPECT_EQ(rate.pause_after(400, start), 0s);
  EXPECT_EQ(rate.pause_after(600, start), 0s);
  EXPECT_EQ(rate.pause_after(500, start), 500ms);
  EXPECT_EQ(rate.pause_after(100, start + 500ms), 100ms);
}

TEST(OutputRateTest, AProgramThatWasSilentHasSavedNoMoreThanThat) {
  const OutputRate::Time start{};
  OutputRate rate(1'000, start);
  EXPECT_EQ(rate.pause_after(1'000, start + 1h), 0s);
  EXPECT_EQ(rate.pause_after(1'000, start + 1h), 1s);
}

TEST_F(OutputTest, AProgramThatWritesTooMuchHasToWait) {
  ChildOptions options = shell("exec head -c 200000000 /dev/zero");
  options.output_bytes_per_second = 1;
  options.log = path("log");
  options.log_bytes = std::uint64_t{1} << 40;
  start(options);
  ASSERT_TRUE(runs_until([&] { return !child_->output_tail().empty(); }));
  std::optional<ExitReport> end_of_other;
  const ChildProcess other(io_, shell("for i in 1 2 3 4 5; do /bin/true; done"),
                           [&](const ExitReport& report) { end_of_other = report; });
  ASSERT_TRUE(runs_until([&] { return end_of_other.has_value(); }));
  EXPECT_LE(child_->take_output().size(), std::size_t{64} << 10U) << "one piece was read, and then no more";
  EXPECT_FALSE(report_);
  child_->terminate({});
  EXPECT_EQ(exit_report().kind, ExitKind::signalled) << "its end is told at once";
}

TEST_F(OutputTest, AFloodOfOutputNeitherFillsTheDiskNorBlocksOtherTasks) {
  constexpr std::uint64_t kFlood = 200'000'000;
  ChildOptions options = shell("head -c 200000000 /dev/zero; echo; echo last words");
  options.log = path("log");
  options.log_bytes = 100'000;
  options.output_bytes_per_second = std::uint64_t{1} << 40;  // without limit
  start(options);
  std::uint64_t turns = 0;  // of another task on the same io_context
  const std::function<void()> turn = [&] {
    ++turns;
    if (!report_) boost::asio::post(io_, turn);
  };
  turn();
  EXPECT_EQ(describe(exit_report()), "exited with 0");
  EXPECT_GE(turns, kFlood / (64 << 10)) << "between any two pieces others have their turn";
  EXPECT_LT(std::filesystem::file_size(path("log")), 100'100U);
  EXPECT_EQ(child_->output_tail(), "last words\n");
}

TEST_F(OutputTest, AProgramIsNotStartedIfItsLogCannotBeWritten) {
  ChildOptions options = shell("true");
  options.log = path("no/log");
  EXPECT_EQ(describe(end_of(options)), "could not be started: its log: No such file or directory");
}

TEST_F(OutputTest, AProgramMayCloseItsOutput) {
  EXPECT_EQ(describe(end_of(shell("exec >&- 2>&-; sleep 0.01; exit 4"))), "exited with 4");
  EXPECT_EQ(child_->output_tail(), "");
}

}  // namespace
}  // namespace rensa::processes
