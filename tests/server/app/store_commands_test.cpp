#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/storage/folders/tournament_folders.h"
#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/database/sql.h"
#include "tests/server/app/run_program.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/version_5.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/tools/paths.h"

// The commands of rensa-server for its store.

namespace rensa::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramResult;
using testing::HasSubstr;

class StoreCommands : public testing::Test {
 protected:
  StoreCommands() {
    storage::test::write_version_5(scratch_.file);
    // The first command writes the database anew, with checksums.
    EXPECT_THAT(command("token list").output, HasSubstr("builder"));
  }

  ProgramResult command(const std::string& words) const {
    return test::run(tests::program_path("rensa-server") + " --data " + scratch_.folder.string() + " " + words);
  }
  std::string copy() const { return (scratch_.folder / "copy.db").string(); }
  void alter_page(std::uint64_t number) const {
    std::string bytes = storage::test::bytes_of(scratch_.file);
    char& byte = bytes[(number - 1) * storage::kPageBytes + 2'000];
    byte = static_cast<char>(byte ^ 1);
    std::ofstream(scratch_.file, std::ios::binary) << bytes;
  }
  // The page with the record of a game.
  std::uint64_t page_of_record(int number) const {
    storage::Database database(scratch_.file, std::chrono::milliseconds(1'000));
    storage::Statement select(
        database,
        "SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET ?");
    auto rows = select.run(std::int64_t{(number - 1) / 2});
    EXPECT_TRUE(rows.next());
    return static_cast<std::uint64_t>(rows.integer(0));
  }

  const storage::test::ScratchFolder scratch_;
};

TEST_F(StoreCommands, VerifyReplaysAllRecords) {
  const ProgramResult result = command("store verify");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "10 games, 10 records, 2 tokens, 0 tournaments: ok\n");
}

TEST_F(StoreCommands, VerifyNamesDamagedRows) {
  const std::uint64_t page = page_of_record(1);
  alter_page(page);
  const ProgramResult result = command("store verify");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.output, HasSubstr("The record of game 1 cannot be read: page " + std::to_string(page) +
                                       " of the file is damaged.\n"));
  EXPECT_THAT(result.output, HasSubstr("faults: "));
}

// The pages have their checksums, but the record does not lead to the result of its game.
TEST_F(StoreCommands, VerifyNamesRecordsThatDoNotFitTheirGames) {
  {
    storage::Database database(scratch_.file, std::chrono::milliseconds(1'000));
    database.execute(
        "UPDATE games SET frames = frames + 1 WHERE record = 3; UPDATE games SET player1 = 'carl' WHERE record = 4;"
        "UPDATE records SET bytes = x'0102' WHERE record = 5");
  }
  const ProgramResult result = command("store verify");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.output, HasSubstr("The record of game 3 is wrong: it ends otherwise than its game.\n"));
  EXPECT_THAT(result.output, HasSubstr("The record of game 4 is wrong: it has other players than its game.\n"));
  EXPECT_THAT(result.output, HasSubstr("The record of game 5 is wrong: "));
  EXPECT_THAT(result.output, HasSubstr("faults: 3\n"));
}

TEST_F(StoreCommands, VerifyNamesTournamentsWithFaults) {
  fs::create_directories(scratch_.folder / "tournaments" / "cup");
  EXPECT_THAT(command("store verify").output, HasSubstr("Tournament cup: its plan is missing\n"));
  const fs::path folder = scratch_.folder / "tournaments";
  fs::rename(folder / "cup", folder / ".removed");
  EXPECT_THAT(command("store verify").output, HasSubstr(" 0 tournaments: ok\n")) << "its removal was interrupted";
}

TEST_F(StoreCommands, ABackupIsRestored) {
  const auto backed_up = command("store backup " + copy());
  EXPECT_EQ(backed_up.exit_code, 0);
  EXPECT_THAT(backed_up.output, HasSubstr("The copy is " + copy() + ", "));
  EXPECT_EQ(command("store backup " + copy()).exit_code, 1) << "the file is there";
  fs::resize_file(scratch_.file, 0);
  std::ofstream(scratch_.file.string() + ".last") << "10\n";  // as a server has left it
  const ProgramResult refused = command("token list");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("rensa.db is empty, but had records up to number 10."));
  const auto restored = command("store restore " + copy());
  EXPECT_EQ(restored.exit_code, 0);
  EXPECT_THAT(restored.output, HasSubstr("rensa.db is now the copy " + copy() + "\n"));
  EXPECT_EQ(command("store verify").output, "10 games, 10 records, 2 tokens, 0 tournaments: ok\n");
  const std::string entry = command("audit --limit 1 --json").output;
  EXPECT_THAT(entry, HasSubstr("\"act\": \"store restore\""));
  EXPECT_THAT(entry, HasSubstr("\"target\": \"" + copy() + "\""));
}

// Starts a server, waits until it says its ports or ends, does what the test adds, and stops it.
TEST_F(StoreCommands, AServerTellsOfDamageWhenItStarts) {
  const std::string folder = scratch_.folder.string();
  const auto start = [&](const std::string& wait) {
    // The output of the run before would say that this one has started.
    return test::run("cd " + folder + "; rm -f out; touch out; " + tests::program_path("rensa-server") +
                     " --data . --web-port 0 --worker-port 0 --drain-seconds 0 > out 2> err & server=$!; "
                     "while ! grep -q workers out && kill -0 $server 2> /dev/null; do sleep 0.05; done; " +
                     wait + "kill $server 2> /dev/null; wait $server; status=$?; cat err; exit $status");
  };
  const ProgramResult whole = start("");
  EXPECT_EQ(whole.exit_code, 0) << whole.output;
  EXPECT_THAT(whole.output, testing::Not(HasSubstr("event=store_damaged")));
  const std::uint64_t page = page_of_record(1);
  alter_page(page);
  const ProgramResult damaged = start("for i in $(seq 1200); do grep -q damaged err && break; sleep 0.05; done; ");
  EXPECT_EQ(damaged.exit_code, 0) << damaged.output;
  EXPECT_THAT(damaged.output, HasSubstr("event=store_damaged page=" + std::to_string(page) + " "));
  fs::remove(scratch_.file);
  const ProgramResult lost = start("");
  EXPECT_EQ(lost.exit_code, 1);
  EXPECT_THAT(lost.output, HasSubstr("rensa.db is missing, but had records up to number 10."));
  EXPECT_FALSE(fs::exists(scratch_.file));
}

TEST_F(StoreCommands, OnlyAServerMakesADatabase) {
  const fs::path empty = scratch_.folder / "empty";
  const auto call = [&empty](const std::string& words) {
    return test::run(tests::program_path("rensa-server") + " --data " + empty.string() + " " + words);
  };
  EXPECT_EQ(command("store backup " + copy()).exit_code, 0);
  for (const char* words : {"token list", "token revoke 1", "token create --name ann"}) {
    const ProgramResult result = call(words);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.output,
              "rensa-server: there is no database " + (empty / "rensa.db").string() +
                  ": name the directory of the server with --data, or start a server that makes one there\n");
    EXPECT_FALSE(fs::exists(empty));
  }
  for (const std::string& words : {std::string("store verify"), "store backup " + copy() + "-2",
                                   "store restore " + copy(), std::string("journal verify cup")}) {
    EXPECT_EQ(call(words).exit_code, 1) << words;
    EXPECT_FALSE(fs::exists(empty)) << words;
  }
  const ProgramResult served =
      call("--worker-port 0 --web-port 0 > " + (scratch_.folder / "out").string() +
           " 2>&1 & server=$!; for i in $(seq 1200); do grep -q \"workers on\" " + (scratch_.folder / "out").string() +
           " && break; sleep 0.05; done; kill $server; "
           "wait $server; cat " +
           (scratch_.folder / "out").string());
  EXPECT_THAT(served.output, HasSubstr("event=store_created file=\"" + (empty / "rensa.db").string() + "\""));
  EXPECT_EQ(call("token list").exit_code, 0);
}

TEST_F(StoreCommands, ATokenThatCannotBePrintedIsRevoked) {
  const ProgramResult result = test::run("(" + tests::program_path("rensa-server") + " --data " +
                                         scratch_.folder.string() + " token create --name ann 2>&1 > /dev/full)");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, "rensa-server: the token cannot be written to the output, so it has been revoked\n");
  EXPECT_THAT(command("token list").output, testing::ContainsRegex("ann\t[^\n]*\trevoked\n"));
  EXPECT_EQ(command("token create --name ann").exit_code, 0) << "the name is free";
}

// Account 2 has the same name and, by now, the same role as the new one.
TEST_F(StoreCommands, OnlyTheTokenThatCannotBePrintedIsRevoked) {
  ASSERT_EQ(command("token role 2 worker").exit_code, 0);
  EXPECT_EQ(command("token create --name boss > /dev/full").exit_code, 1);
  const std::string tokens = command("token list").output;
  EXPECT_THAT(tokens, testing::ContainsRegex("2\tworker\tboss\t[^\t]*\n"));
  EXPECT_THAT(tokens, testing::ContainsRegex("3\tworker\tboss\t[^\n]*\trevoked\n"));
  const std::string entry = command("audit --limit 1 --json").output;
  EXPECT_THAT(entry, HasSubstr("\"act\": \"token revoke\""));
  EXPECT_THAT(entry, HasSubstr("\"target\": \"account 3\""));
  EXPECT_THAT(entry, HasSubstr("could not be printed"));
}

TEST_F(StoreCommands, ARoleIsGivenAndIsInTheListAndTheAuditLog) {
  ASSERT_EQ(command("token create --name olga 2> /dev/null").exit_code, 0);
  ASSERT_THAT(command("token list").output, testing::ContainsRegex("3\tworker\tolga\t"));
  EXPECT_EQ(command("token role 3 organiser --tournaments 'spring-cup autumn-*' --why 'new season'").output,
            "account 3 (olga) has the role organiser of spring-cup autumn-*\n");
  EXPECT_THAT(command("token list").output,
              testing::ContainsRegex("3\torganiser\tolga\t[^\n]*\tspring-cup autumn-\\*\n"));
  const auto accounts = command("token list --json").output;
  EXPECT_THAT(accounts, HasSubstr("\"tournaments\": \"spring-cup autumn-*\""));
  const auto entries = command("audit --limit 1 --json").output;
  for (const char* part : {"\"role\": \"operator\"", "\"account\": null", "\"act\": \"account role\"",
                           "\"target\": \"account 3: organiser of spring-cup autumn-*\"", "\"why\": \"new season\""}) {
    EXPECT_THAT(entries, HasSubstr(part));
  }
  EXPECT_THAT(command("audit").output, HasSubstr("token create"));
  EXPECT_EQ(command("token revoke 3").output, "the token of account 3 (olga) is revoked\n");
}

TEST_F(StoreCommands, AWrongRoleChangesNothingAndIsInTheAuditLog) {
  EXPECT_EQ(command("token role 1 king").exit_code, 2);
  const ProgramResult without_tournaments = command("token role 1 organiser");
  EXPECT_EQ(without_tournaments.exit_code, 1);
  EXPECT_THAT(without_tournaments.output, HasSubstr("An organiser needs the tournaments"));
  EXPECT_EQ(command("token role 1 moderator --tournaments cup").exit_code, 1);
  const ProgramResult unknown = command("token role 77 moderator");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_EQ(unknown.output, "rensa-server: there is no valid token 77: see rensa-server token list\n");
  EXPECT_THAT(command("token list").output, testing::Not(HasSubstr("moderator")));
  EXPECT_THAT(command("audit --limit 1").output, HasSubstr("account role refused"));
}

TEST_F(StoreCommands, OutputThatCannotBeWrittenIsAnError) {
  for (const char* words : {"token list", "token list --json", "store verify", "--print-config"}) {
    EXPECT_EQ(command(std::string(words) + " > /dev/full").exit_code, 1) << words;
  }
}

TEST_F(StoreCommands, ErrorsAreOneSentence) {
  const std::string nowhere = tests::program_path("rensa-server") + " --data /no/such/folder store verify";
  for (const ProgramResult& result :
       {command("store backup /no/such/folder/copy.db"), command("store restore " + copy()), test::run(nowhere)}) {
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.output, testing::StartsWith("rensa-server: "));
    EXPECT_EQ(result.output.find('\n'), result.output.size() - 1) << result.output;
  }
  EXPECT_EQ(command("store").exit_code, 2);
  EXPECT_EQ(command("store backup").exit_code, 2);
}

}  // namespace
}  // namespace rensa::app
