#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/rules/share_url.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// The file of the only game of a match.
std::filesystem::path recorded(const Folder& folder, const std::string& ruleset) {
  const Finished finished =
      run({"match", "greedy", "random", "--seed", "4", "--quiet", "--ruleset", ruleset, "--record", folder.path()});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return folder / ("greedy-random-" + ruleset + "-4-1.rensa");
}

TEST(Record, MatchesWriteRecordsThatVerify) {
  const Folder folder;
  for (const char* ruleset : {"tsu-1", "jaist-1", "class-1"}) {
    const std::string file = recorded(folder, ruleset);
    const Finished finished = run({"record", "verify", file});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_EQ(finished.out, "ok     " + file + "\n");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3) << "something was left behind";
}

TEST(Record, IsNeverReplaced) {
  const Folder folder;
  const std::string before = content_of(recorded(folder, "tsu-1"));
  const Finished again = run({"match", "random", "random", "--seed", "4", "--quiet", "--record", folder.path()});
  EXPECT_EQ(again.exit_code, 0);
  const Finished same = run({"match", "greedy", "random", "--seed", "4", "--quiet", "--record", folder.path()});
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_THAT(same.err, HasSubstr("never replaced"));
  EXPECT_EQ(content_of(folder / "greedy-random-tsu-1-4-1.rensa"), before);
}

TEST(Record, VerifyNamesTheFirstWrongFrameAndLooksAtAllFiles) {
  const Folder folder;
  const std::filesystem::path good = recorded(folder, "tsu-1");
  std::string bytes = content_of(good);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_to(folder / "bad", bytes);
  const Finished finished = run({"record", "verify", folder / "bad", folder / "missing", good});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("bad: frame "));
  EXPECT_THAT(finished.out, HasSubstr("missing: No such file"));
  EXPECT_THAT(finished.out, HasSubstr("ok     " + good.string()));
}

TEST(Record, ShowsTheGameHandByHand) {
  const Folder folder;
  const Finished finished = run({"record", "show", recorded(folder, "tsu-1")});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.out, HasSubstr("ruleset  tsu-1"));
  EXPECT_THAT(finished.out, HasSubstr("greedy (seat 1) against random (seat 2)"));
  EXPECT_THAT(finished.out, HasSubstr("won, choked in frame"));
}

TEST(Record, ExportsJsonThatVerifies) {
  const Folder folder;
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const Finished json = run({"record", "export", "--json", recorded(folder, ruleset)});
    EXPECT_EQ(json.exit_code, 0);
    write_to(folder / "game.json", json.out);
    EXPECT_EQ(run({"record", "verify", folder / "game.json"}).exit_code, 0);
  }
}

TEST(Record, ExportsUrlsOfBothSeats) {
  const Folder folder;
  const Finished finished = run({"record", "export", "--puyop", recorded(folder, "jaist-1")});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const std::size_t end = finished.out.find('\n');
  for (const std::string& url : {finished.out.substr(0, end), finished.out.substr(end + 1)}) {
    const auto shared = rules::shared_of_url(url.substr(0, url.find('\n')));
    ASSERT_TRUE(shared) << url << shared.error().message;
    EXPECT_GT(shared->moves.size(), 5U);
  }
}

TEST(Record, RefusesUnclearCalls) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"record"}, {"record", "show"}, {"record", "export", "x"}, {"record", "verify"}}) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.out, IsEmpty());
  }
  EXPECT_EQ(run({"record", "show", "/nowhere"}).exit_code, 1);
}

}  // namespace
}  // namespace rensa::cli::test
