#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/notation/shared_position.h"
#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Returns the file of the only game of a match.
std::filesystem::path recorded(const TestFolder& folder, const std::string& ruleset) {
  const ProgramResult result =
      run({"match", "greedy", "random", "--seed", "4", "--quiet", "--ruleset", ruleset, "--record", folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return folder / ("greedy-random-" + ruleset + "-4-1.rensa");
}

TEST(Record, MatchesWriteRecordsThatVerify) {
  const TestFolder folder;
  for (const char* ruleset : {"tsu-1", "jaist-1", "class-1"}) {
    const std::string file = recorded(folder, ruleset);
    const ProgramResult result = run({"record", "verify", file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, "ok     " + file + "\n");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3) << "something was left behind";
}

TEST(Record, IsNeverReplaced) {
  const TestFolder folder;
  const std::string before = read_file(recorded(folder, "tsu-1"));
  const ProgramResult again = run({"match", "random", "random", "--seed", "4", "--quiet", "--record", folder.path()});
  EXPECT_EQ(again.exit_code, 0);
  const ProgramResult same = run({"match", "greedy", "random", "--seed", "4", "--quiet", "--record", folder.path()});
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_THAT(same.err, HasSubstr("never replaced"));
  EXPECT_EQ(read_file(folder / "greedy-random-tsu-1-4-1.rensa"), before);
}

TEST(Record, VerifyNamesTheFirstWrongFrameAndChecksAllFiles) {
  const TestFolder folder;
  const std::filesystem::path good = recorded(folder, "tsu-1");
  std::string bytes = read_file(good);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(folder / "bad", bytes);
  EXPECT_EQ(run({"record", "verify", folder / "bad", good}).exit_code, base::kExitAnswerIsNo);
  EXPECT_EQ(run({"record", "show", folder / "bad"}).exit_code, base::kExitAnswerIsNo);
  const ProgramResult result = run({"record", "verify", folder / "bad", folder / "missing", good});
  EXPECT_EQ(result.exit_code, base::kExitFailed) << "the missing file is an error";
  EXPECT_THAT(result.out, HasSubstr("bad: frame "));
  EXPECT_THAT(result.out, HasSubstr("error  " + (folder / "missing").string() + ": there is no such file\n"));
  EXPECT_THAT(result.out, HasSubstr("ok     " + good.string()));
}

TEST(Record, ShowsTheGameHandByHand) {
  const TestFolder folder;
  const ProgramResult result = run({"record", "show", recorded(folder, "tsu-1")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("ruleset  tsu-1"));
  EXPECT_THAT(result.out, HasSubstr("greedy (seat 1) against random (seat 2)"));
  EXPECT_THAT(result.out, HasSubstr("won, choked in frame"));
}

TEST(Record, SaysWhereTheGameWasInterrupted) {
  const ProgramResult result = run({"record", "show", tests::data_path("record_v2_interrupted.rensa")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("record version 2\n"));
  EXPECT_THAT(result.out, HasSubstr("\nstopped  after frame 0, after frame 130, after frame "));
  const TestFolder folder;
  const ProgramResult other = run({"record", "show", recorded(folder, "tsu-1")});
  EXPECT_THAT(other.out, HasSubstr("record version 1\n"));
  EXPECT_THAT(other.out, Not(HasSubstr("stopped")));
}

// Records from elsewhere may have names that would change a terminal.
TEST(Record, ShowsNamesAsPlainText) {
  const TestFolder folder;
  std::string json = run({"record", "export", "--json", recorded(folder, "tsu-1")}).out;
  const std::size_t name = json.find("\"greedy\"");
  ASSERT_NE(name, std::string::npos);
  json.replace(name, 8, "\"gre\u202Eedy\u009B\"");
  write_file(folder / "odd.json", json);
  const ProgramResult result = run({"record", "show", folder / "odd.json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("gre?edy? (seat 1) against random (seat 2)"));
  EXPECT_THAT(result.out, Not(HasSubstr("\u202E")));
  EXPECT_THAT(result.out, Not(HasSubstr("\u009B")));
}

TEST(Record, ExportsJsonThatVerifies) {
  const TestFolder folder;
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const ProgramResult json = run({"record", "export", "--json", recorded(folder, ruleset)});
    EXPECT_EQ(json.exit_code, 0);
    write_file(folder / "game.json", json.out);
    EXPECT_EQ(run({"record", "verify", folder / "game.json"}).exit_code, 0);
  }
}

TEST(Record, ExportsUrlsOfBothSeats) {
  const TestFolder folder;
  const ProgramResult result = run({"record", "export", "--puyop", recorded(folder, "jaist-1")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::size_t end = result.out.find('\n');
  for (const std::string& url : {result.out.substr(0, end), result.out.substr(end + 1)}) {
    const auto shared = notation::parse_share_url(url.substr(0, url.find('\n')));
    ASSERT_TRUE(shared) << url << shared.error().message;
    EXPECT_GT(shared->moves.size(), 5U);
  }
}

TEST(Record, RefusesIncompleteCalls) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"record"}, {"record", "show"}, {"record", "export", "x"}, {"record", "verify"}}) {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.out, IsEmpty());
  }
  EXPECT_EQ(run({"record", "show", "/nowhere"}).exit_code, 1);
}

TEST(Record, VerifySaysThatAFileIsMissing) {
  const ProgramResult result = run({"record", "verify", "/no/such.rensa"});
  EXPECT_EQ(result.exit_code, base::kExitFailed);
  EXPECT_EQ(result.out, "error  /no/such.rensa: there is no such file\n");
}

TEST(Record, PathsThatAreNoFilesAreNamedInPlainWords) {
  const TestFolder folder;
  write_file(folder / "file", "");
  std::filesystem::create_symlink("loop", folder / "loop");
  const std::vector<std::vector<std::string>> calls{
      {"match", "random", "random", "--quiet", "--record", (folder / "file").string() + "/"},
      {"match", "random", "random", "--quiet", "--record", folder / "file"},
      {"match", "random", "random", "--quiet", "--record", folder / "loop"},
      {"record", "show", folder / "loop"},
      {"analyse", "lost", folder / "loop"},
      {"puzzle", "solve", folder / "loop"},
      {"tournament", "run", folder / "loop"}};
  for (const std::vector<std::string>& words : calls) {
    const ProgramResult result = run(words);
    EXPECT_NE(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr(folder.path().string())) << words[0];
    EXPECT_THAT(result.err, Not(HasSubstr("filesystem error"))) << words[0];
  }
  const ProgramResult in_file = run(calls.front());
  EXPECT_THAT(in_file.err, HasSubstr("a part of this path is a file, not a folder"));
}

}  // namespace
}  // namespace rensa::cli::test
