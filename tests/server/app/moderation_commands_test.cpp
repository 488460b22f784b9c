#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/app/run_program.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/tools/paths.h"

// The commands "rensa-server moderation".

namespace rensa::app {
namespace {

using test::ProgramResult;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ModerationCommands : public testing::Test {
 protected:
  ModerationCommands() {
    const storage::SqliteStore store(scratch_.server(), storage::test::run_at_once());
    const storage::test::WaitingStore waiting(const_cast<storage::SqliteStore&>(store));
    token_ = waiting.create_token("deep", storage::Role::worker);
  }

  ProgramResult command(const std::string& words) const {
    return test::run(tests::program_path("rensa-server") + " --data " + scratch_.folder.string() + " " + words);
  }

  const storage::test::ScratchFolder scratch_;
  std::string token_;
};

TEST_F(ModerationCommands, WhatIsMadeIsListedUntilItIsLifted) {
  EXPECT_EQ(command("moderation ban --account 1 --minutes 60 --why insults").exit_code, 0);
  EXPECT_EQ(command("moderation mute --address 2001:db8::7 --everyone --minutes 60 --why spam").exit_code, 0);
  EXPECT_EQ(command("moderation refuse-name insult --minutes 60 --why rude").exit_code, 0);
  EXPECT_THAT(command("moderation list --format csv").output,
              AllOf(HasSubstr("1,\"ban\",\"account 1\","), HasSubstr("2,\"mute\",\"everyone at 2001:db8::\","),
                    HasSubstr("3,\"name\",\"insult\",")));
  EXPECT_EQ(command("moderation lift 1 --why apology").output, "restriction 1 is lifted\n");
  EXPECT_THAT(command("moderation list --format csv").output, Not(HasSubstr("account 1")));
  const ProgramResult again = command("moderation lift 1");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("there is no restriction 1"));
  EXPECT_THAT(
      command("audit --format csv").output,
      AllOf(HasSubstr("\"restriction ban\",\"account 1, minutes 60\",\"insults\""),
            HasSubstr("\"restriction lift\",\"restriction 1\",\"apology\""), HasSubstr("restriction lift refused")));
  EXPECT_EQ(command("store verify").exit_code, 0);
}

TEST_F(ModerationCommands, RenameRefusesTheOldName) {
  EXPECT_EQ(command("moderation rename 1 shallow --minutes 60 --why rude").exit_code, 0);
  EXPECT_THAT(command("token list").output, AllOf(HasSubstr("shallow"), Not(HasSubstr("deep"))));
  EXPECT_THAT(command("token create --name D33P").output, HasSubstr("rw_")) << "it does not look like the name";
  const ProgramResult refused = command("token create --name DEEP");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("is refused until"));
  EXPECT_THAT(command("audit --format csv").output,
              HasSubstr("\"account rename\",\"account 1: deep to shallow\",\"rude\""));
}

TEST_F(ModerationCommands, ReportsAreListedUntilTheyAreClosed) {
  {
    storage::SqliteStore store(scratch_.server(), storage::test::run_at_once());
    storage::test::WaitingStore(store).add_report({.match = 3,
                                                   .record = 7,
                                                   .name = "eve",
                                                   .subject = storage::subject_of_account(1),
                                                   .reporter = storage::subject_of_guests("192.0.2.7"),
                                                   .text = "insults",
                                                   .made = "2026-01-01T00:00:00Z"});
  }
  EXPECT_THAT(command("moderation reports --format csv").output,
              HasSubstr("1,\"open\",\"player\",\"eve\",\"account 1\",3,7,1,\"insults\",\"guests at 192.0.2.7\","));
  EXPECT_EQ(command("moderation close 1 done --why banned").output, "report 1 is closed: done\n");
  EXPECT_EQ(command("moderation close 1 done").exit_code, 1);
  EXPECT_THAT(command("moderation reports --format csv").output, Not(HasSubstr("eve")));
  EXPECT_THAT(command("moderation reports --all --format csv").output, HasSubstr("1,\"done\""));
  EXPECT_THAT(command("audit --format csv").output, HasSubstr("\"report done\",\"report 1\",\"banned\""));
  EXPECT_EQ(command("store verify").exit_code, 0);
}

TEST_F(ModerationCommands, WrongCallsChangeNothing) {
  for (const char* words :
       {"ban --minutes 60 --why x", "ban --account 1 --address 192.0.2.7 --minutes 60 --why x",
        "ban --account 1 --everyone --minutes 60 --why x", "ban --address nowhere --minutes 60 --why x",
        "ban --account 1 --minutes 0 --why x", "ban --account 1 --minutes 60", "refuse-name --minutes 60 --why x"}) {
    EXPECT_EQ(command(std::string("moderation ") + words).exit_code, 2) << words;
  }
  for (const char* words : {"ban --account 7 --minutes 60 --why x", "rename 7 new --minutes 60 --why x",
                            "rename 1 DEEP --minutes 60 --why x", "refuse-name deep --minutes 60 --why x"}) {
    EXPECT_EQ(command(std::string("moderation ") + words).exit_code, 1) << words;
  }
  EXPECT_EQ(command("moderation list --format csv").output, "id,kind,subject,made,until,why\n");
}

}  // namespace
}  // namespace rensa::app
