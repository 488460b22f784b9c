#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "tests/e2e/process.h"
#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// The command "rensa register", with a server.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class RegisterCommand : public testing::Test {
 protected:
  ProgramResult run(const Server& server, const std::string& name) {
    return run_program(
        scratch_, {tests::program_path("rensa"), "register", name, "--server",
                   "http://127.0.0.1:" + std::to_string(server.port(Speech::web_json)), "--token-file", token_file_});
  }

  TemporaryFolder scratch_;
  const std::string token_file_ = scratch_.file("rensa.token");
};

TEST_F(RegisterCommand, KeepsTheTokenInAFileThatOnlyItsOwnerCanRead) {
  const Server server(scratch_, {"--registration", "open"});
  const ProgramResult made = run(server, "ann");
  ASSERT_EQ(made.status, 0) << made.errors;
  EXPECT_THAT(made.output, HasSubstr("account 1: ann"));
  EXPECT_THAT(read_text_file(token_file_), StartsWith("rw_"));
  EXPECT_EQ(fs::status(token_file_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const std::string token = read_text_file(token_file_);
  const ProgramResult other = run(server, "bob");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.errors, HasSubstr("registered for the name \"ann"));
  EXPECT_EQ(read_text_file(token_file_), token);
}

// The server may have made the account although its answer was lost.
TEST_F(RegisterCommand, TheSameCommandAsksAgainForTheSameToken) {
  const std::string token = "rw_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
  std::ofstream(token_file_) << token << "\n";
  const Server server(scratch_, {"--registration", "open"});
  for (int time = 0; time < 2; ++time) {
    const ProgramResult made = run(server, "ann");
    EXPECT_EQ(made.status, 0) << made.errors;
    EXPECT_THAT(made.output, HasSubstr("account 1: ann"));
    EXPECT_EQ(read_text_file(token_file_), token + "\n");
  }
}

TEST_F(RegisterCommand, KeepsTheTokenIfNoAnswerComes) {
  int port = 0;
  {
    const Server server(scratch_, {"--registration", "open"});
    port = server.port(Speech::web_json);
  }
  const ProgramResult lost =
      run_program(scratch_, {tests::program_path("rensa"), "register", "ann", "--server",
                             "http://127.0.0.1:" + std::to_string(port), "--token-file", token_file_});
  EXPECT_NE(lost.status, 0);
  EXPECT_THAT(lost.errors, HasSubstr("run the same command again"));
  EXPECT_THAT(read_text_file(token_file_), StartsWith("rw_"));
}

TEST_F(RegisterCommand, LeavesNoFileAfterARefusal) {
  const Server server(scratch_, {});
  const ProgramResult refused = run(server, "ann");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.errors, HasSubstr("makes no accounts by itself"));
  EXPECT_FALSE(fs::exists(token_file_));
}

}  // namespace
}  // namespace rensa::e2e
