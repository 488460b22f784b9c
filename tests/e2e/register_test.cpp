#include <filesystem>
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
  const ProgramResult again = run(server, "bob");
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.errors, HasSubstr("a token in it would be lost"));
  EXPECT_EQ(read_text_file(token_file_), token);
}

TEST_F(RegisterCommand, TheOperatorIsToldWhoseRegistrationIsApprovedOrDismissed) {
  const Server server(scratch_, {"--registration", "approval"});
  for (const char* name : {"ann", "bob"}) {
    ASSERT_EQ(run(server, name).status, 0);
    fs::remove(token_file_);
  }
  const auto operate = [this](const Words& words) {
    Words all{"registration"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--data", scratch_.file("data")});
    return run_server_program(scratch_, all);
  };
  EXPECT_EQ(operate({"approve", "1"}).output, "account 1 (ann) is approved\n");
  EXPECT_EQ(operate({"dismiss", "2"}).output, "registration 2 (bob) is dismissed\n");
  EXPECT_EQ(operate({"dismiss", "2"}).status, 1);
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
