#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/remote/remote_record.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;

record::Record record_in(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  EXPECT_TRUE(record::verify(bytes).ok()) << record::verify(bytes).message;
  return *record::decode(bytes).record;
}

// A game of random against greedy, which greedy wins.
std::filesystem::path lost_game(const TestFolder& folder, const std::string& ruleset = "tsu-1") {
  const ProgramResult played =
      run({"match", "random", "greedy", "--seed", "4", "--ruleset", ruleset, "--quiet", "--record", folder.path()});
  EXPECT_EQ(played.exit_code, 0) << played.err;
  return folder / ("random-greedy-" + ruleset + "-4-1.rensa");
}

ProgramResult repro(const std::filesystem::path& record, std::vector<std::string> options) {
  std::vector<std::string> words{"repro", record, "--exec-isolation", "none"};
  words.insert(words.end(), options.begin(), options.end());
  return run(words);
}

TEST(Repro, TheNewGameBeginsAsTheRecordedOne) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const TestFolder folder;
    const std::filesystem::path lost = lost_game(folder, ruleset);
    const ProgramResult result = repro(lost, {"--hand", "6", "--player", "greedy", "--record", folder / "new.rensa"});
    EXPECT_THAT(result.out, HasSubstr("hand      6 of seat 1 in ")) << result.err;
    const record::Record recorded = record_in(lost);
    const record::Record played = record_in(folder / "new.rensa");
    EXPECT_EQ(played.players, (std::array<std::string, 2>{"greedy", "greedy"}));
    EXPECT_EQ(played.setup, recorded.setup);
    for (const duel::Seat seat : duel::kSeats) {
      const auto before = record::decisions_of(recorded, seat);
      const auto after = record::decisions_of(played, seat);
      ASSERT_GE(after.size(), 6U);
      for (std::size_t hand = 0; hand < 5; ++hand) {
        EXPECT_EQ(after[hand].view, before[hand].view) << hand;
        EXPECT_EQ(after[hand].placement, before[hand].placement) << hand;
      }
    }
    const auto first_new = record::decisions_of(played, duel::Seat::one)[5];
    EXPECT_EQ(first_new.view, record::decisions_of(recorded, duel::Seat::one)[5].view);
    EXPECT_NE(played.inputs, recorded.inputs) << "another player plays on";
  }
}

TEST(Repro, TheExitCodeSaysIfThePlayerHasLost) {
  const TestFolder folder;
  const std::filesystem::path lost = lost_game(folder);
  const ProgramResult won =
      repro(lost, {"--hand", "1", "--player", "greedy", "--opponent", "random", "--format", "json"});
  EXPECT_EQ(won.exit_code, base::kExitSuccess) << won.err;
  const auto answer = nlohmann::json::parse(won.out);
  EXPECT_EQ(answer.at("outcome").at("winner"), 1);
  EXPECT_EQ(answer.at("recorded_outcome").at("winner"), 2);
  EXPECT_EQ(answer.at("recorded_players"), (nlohmann::json{"random", "greedy"}));
  EXPECT_EQ(answer.at("players"), (nlohmann::json{"greedy", "random"}));
  EXPECT_EQ(answer.at("hand"), 1);
  const ProgramResult again = repro(lost, {"--hand", "2", "--player", "random"});
  EXPECT_EQ(again.exit_code, base::kExitAnswerIsNo) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("now       greedy won, choked"));
}

TEST(Repro, AProgramPlaysOn) {
  const TestFolder folder;
  const std::filesystem::path lost = lost_game(folder);
  const std::string worker = tests::program_path("rensa-worker");
  const ProgramResult result =
      repro(lost, {"--hand", "3", "--player", worker + " --player greedy", "--opponent", "random"});
  EXPECT_EQ(result.exit_code, base::kExitSuccess) << result.out << result.err;
  const ProgramResult crash = repro(lost, {"--hand", "3", "--player", tests::program_path("host_player") + " crash"});
  EXPECT_EQ(crash.exit_code, base::kExitPlayerFailed) << crash.out << crash.err;
  EXPECT_THAT(crash.err, HasSubstr("crash failed: crashed"));
  const ProgramResult error = repro(lost, {"--hand", "3", "--player", tests::program_path("host_player") + " raise"});
  EXPECT_EQ(error.exit_code, base::kExitPlayerFailed) << error.out << error.err;
  EXPECT_THAT(error.err, HasSubstr("raise failed: crashed (the last line of its output: KeyError: 'seven')\n"));
  const ProgramResult gone =
      repro(lost, {"--hand", "3", "--player", "/bin/false x", "--record", folder / "gone.rensa"});
  EXPECT_EQ(gone.exit_code, base::kExitPlayerFailed) << gone.out << gone.err;
  EXPECT_THAT(gone.out, HasSubstr("none by x\nnow       greedy won, crashed"));
  EXPECT_THAT(gone.out, HasSubstr("after 0 hands"));
  const record::Record of_lost = record_in(lost);
  const record::Record of_gone = record_in(folder / "gone.rensa");
  EXPECT_EQ(of_gone.setup.seed, of_lost.setup.seed) << "the game begins as the recorded one";
  EXPECT_GT(of_gone.outcome.frame, 0);
  const ProgramResult second = repro(lost, {"--hand", "3", "--seat", "2", "--player", "/bin/false x"});
  EXPECT_EQ(second.exit_code, base::kExitPlayerFailed) << second.out << second.err;
  EXPECT_THAT(second.err, testing::Not(HasSubstr("the last line of its output"))) << "that is its opponent's";
  write_file(folder / "wrong.sh", "echo 'no brain'; exit 1");
  const ProgramResult wrong = repro(lost, {"--hand", "3", "--player", "sh " + (folder / "wrong.sh").string()});
  EXPECT_EQ(wrong.exit_code, base::kExitPlayerFailed) << wrong.out << wrong.err;
  EXPECT_THAT(wrong.err, HasSubstr("wrong.sh failed: crashed (the last line of its output: no brain)\n"));
  write_file(folder / "bridged.json",
             nlohmann::json{
                 {"name", "bridged"}, {"protocol", "reference"}, {"exec", {tests::program_path("rensa-fake-player")}}}
                 .dump());
  const ProgramResult bridged = repro(lost, {"--hand", "3", "--player", folder / "bridged.json"});
  EXPECT_THAT(bridged.out, HasSubstr(" by bridged\n")) << bridged.err;
}

TEST(Repro, WrongCallsSayWhatIsWrong) {
  const TestFolder folder;
  const std::filesystem::path lost = lost_game(folder);
  const auto expect_error = [](const ProgramResult& result, int exit_code, const std::string& text) {
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(text));
    EXPECT_EQ(result.out, "");
  };
  expect_error(repro(lost, {"--hand", "999", "--player", "greedy"}), base::kExitWrongCall,
               "--hand: the last hand that random decided is ");
  expect_error(repro(lost, {"--hand", "2", "--player", "nobody"}), base::kExitWrongCall, "no player nobody");
  expect_error(repro(lost, {"--hand", "2"}), base::kExitWrongCall, "--player");
  expect_error(repro(lost, {"--hand", "2", "--player", "./nobody"}), base::kExitFailed, "nobody");
  expect_error(repro(folder / "missing", {"--hand", "2", "--player", "greedy"}), base::kExitFailed,
               "there is no such file");
  write_file(folder / "bad", "no record");
  expect_error(repro(folder / "bad", {"--hand", "2", "--player", "greedy"}), base::kExitAnswerIsNo, "bad: ");
  expect_error(repro("http://127.0.0.1:1/replay/7", {"--hand", "2", "--player", "greedy"}), base::kExitFailed,
               "127.0.0.1:1");
  expect_error(repro("http://127.0.0.1:1/home", {"--hand", "2", "--player", "greedy"}), base::kExitFailed,
               "names no record");
  expect_error(repro(lost, {"--hand", "2", "--player", "greedy", "--record", lost}), base::kExitFailed,
               "is there already");
  expect_error(repro(lost, {"--hand", "2", "--player", "greedy", "--record", folder / "nowhere" / "new"}),
               base::kExitFailed, "there is no folder");
  std::string json = run({"record", "export", "--json", lost}).out;
  json.replace(json.find("\"greedy\""), 8, "\"a person\"");
  write_file(folder / "person.json", json);
  expect_error(repro(folder / "person.json", {"--hand", "2", "--player", "greedy"}), base::kExitWrongCall,
               "the opponent a person is not built in: --opponent");
}

}  // namespace
}  // namespace rensa::cli::test
