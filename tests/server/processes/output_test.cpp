#include <boost/asio/post.hpp>

#include "server/processes/log_file.h"
#include "server/processes/tail.h"
#include "tests/server/processes/stage.h"

namespace rensa::processes {
namespace {

using test::content;
using test::program;
using test::shell;
using Output = test::Stage;

TEST(Tail, TellsAllOfAShortText) {
  Tail tail(10);
  tail.take("one\n");
  tail.take("two");
  EXPECT_EQ(tail.text(), "one\ntwo");
}

TEST(Tail, TellsTheLastWholeLinesOfALongerOne) {
  Tail tail(10);
  for (const char* const line : {"zero\n", "one\n", "two\n", "three\n"}) tail.take(line);
  EXPECT_EQ(tail.text(), "two\nthree\n") << "cut between two lines, it loses none";
  tail.take("4\n");
  EXPECT_EQ(tail.text(), "three\n4\n");
}

TEST(Tail, TellsTheEndOfALineThatIsLongerThanItself) {
  Tail tail(4);
  tail.take("0123456789");
  EXPECT_EQ(tail.text(), "6789");
  tail.take("\n");
  EXPECT_EQ(tail.text(), "789\n");
}

TEST(Tail, IsTheSameInWhateverPiecesATextComes) {
  std::string text;
  for (int i = 0; i < 200; ++i) text.append(std::to_string(i * i)).push_back(i % 7 == 0 ? '\n' : ' ');
  for (std::size_t bytes = 0; bytes < 60; ++bytes) {
    Tail whole(bytes);
    whole.take(text);
    for (std::size_t piece = 1; piece < 100; piece += 9) {
      Tail tail(bytes);
      for (std::size_t at = 0; at < text.size(); at += piece) tail.take(std::string_view(text).substr(at, piece));
      ASSERT_EQ(tail.text(), whole.text()) << bytes << " bytes in pieces of " << piece;
    }
  }
}

TEST_F(Output, LogKeepsTheFirstPartAndSaysThatThereWasMore) {
  LogFile log;
  ASSERT_EQ(log.open(path("log"), 8), 0);
  log.take("12345");
  log.take("678");
  EXPECT_EQ(content(path("log")), "12345678");
  log.take("9");
  log.take("10");
  EXPECT_EQ(content(path("log")), "12345678\n[there was more: only the first 8 bytes are kept]\n");
}

TEST_F(Output, LogOnAFullDiskEnds) {
  LogFile log;
  ASSERT_EQ(log.open("/dev/full", 100), 0);
  log.take("12345");
  log.take("12345");
}

TEST_F(Output, ErrorsAndOutputAreKeptInTheirOrder) {
  ChildOptions options = shell("echo one; echo two >&2; echo three; printf 'and the rest' >&2");
  options.log = path("log");
  EXPECT_EQ(sentence(end_of(options)), "exited with 0");
  EXPECT_EQ(content(path("log")), "one\ntwo\nthree\nand the rest");
  EXPECT_EQ(child_->tail(), "one\ntwo\nthree\nand the rest");
}

TEST_F(Output, TailGrowsWhileTheProgramRuns) {
  start(shell("echo one; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  EXPECT_EQ(child_->tail(), "one\n");
  EXPECT_FALSE(ending_);
}

TEST_F(Output, FloodFillsNoDiskAndHoldsUpNobody) {
  constexpr std::uint64_t kFlood = 200'000'000;
  ChildOptions options = shell("head -c 200000000 /dev/zero; echo; echo last words");
  options.log = path("log");
  options.log_bytes = 100'000;
  start(options);
  std::uint64_t turns = 0;  // of somebody else on the same io_context
  const std::function<void()> turn = [&] {
    ++turns;
    if (!ending_) boost::asio::post(io_, turn);
  };
  turn();
  EXPECT_EQ(sentence(its_end()), "exited with 0");
  EXPECT_GE(turns, kFlood / (64 << 10)) << "between any two pieces others have their turn";
  EXPECT_LT(std::filesystem::file_size(path("log")), 100'100U);
  EXPECT_EQ(child_->tail(), "last words\n");
}

TEST_F(Output, LogThatCannotBeWrittenIsInTheWayOfTheStart) {
  ChildOptions options = shell("true");
  options.log = path("no/log");
  EXPECT_EQ(sentence(end_of(options)), "could not be started: its log: No such file or directory");
}

TEST_F(Output, BelongsToWhoeverHasNoOtherOutput) {
  EXPECT_EQ(sentence(end_of(shell("exec >&- 2>&-; sleep 0.01; exit 4"))), "exited with 4");
  EXPECT_EQ(child_->tail(), "");
}

}  // namespace
}  // namespace rensa::processes
