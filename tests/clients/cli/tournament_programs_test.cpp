#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

// A dry run starts the programs of a plan, so that a program that cannot play is found before the tournament.

namespace rensa::cli::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

// A tournament of a built-in player and a script for sh, which lies in a folder of its own beside rensa-worker.
class ScriptedTournament {
 public:
  explicit ScriptedTournament(const std::string& script) {
    std::filesystem::create_directory(folder_ / "bot");
    std::filesystem::copy_file(tests::program_path("rensa-worker"), folder_ / "bot" / "rensa-worker");
    write_file(folder_ / "bot" / "play.sh", script);
    const nlohmann::json player{{"name", "mine"}, {"exec", {"sh", (folder_ / "bot" / "play.sh").string()}}};
    write_file(folder_ / "cup.json", nlohmann::json({{"pairs", 1}, {"players", {"random", player}}}).dump());
  }

  ProgramResult play(std::vector<std::string> more) const {
    more.insert(more.begin(), {"tournament", "run", (folder_ / "cup.json").string()});
    return run(more);
  }
  std::string folder_of_bot() const { return folder_ / "bot"; }
  bool has_begun() const { return std::filesystem::exists(folder_ / "cup.run"); }

 private:
  TestFolder folder_;
};

constexpr const char* kPlayingScript = "exec \"$(dirname \"$0\")\"/rensa-worker --player random --quiet\n";

TEST(TournamentPrograms, AnIsolatedScriptIsSeenByItsInterpreter) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const ScriptedTournament cup(kPlayingScript);
  const ProgramResult dry = cup.play({"--dry-run"});
  EXPECT_EQ(dry.exit_code, 0) << dry.err;
  EXPECT_FALSE(cup.has_begun());
  const ProgramResult whole = cup.play({"--json"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  for (const nlohmann::json& standing : nlohmann::json::parse(whole.out)["standings"]) {
    EXPECT_FALSE(standing["lost_by"].contains("crashed")) << whole.out;
  }
}

TEST(TournamentPrograms, ADryRunRefusesAProgramThatEndsBeforeItConnects) {
  const ScriptedTournament cup("echo 'first line'\necho 'No module named rensa' >&2\nexit 3\n");
  const ProgramResult dry = cup.play({"--dry-run", "--exec-isolation", "none"});
  EXPECT_EQ(dry.exit_code, base::kExitFailed);
  EXPECT_THAT(dry.err, HasSubstr("mine was started and did not connect: exited with 3; "
                                 "the last line of its output: No module named rensa\n"));
  EXPECT_THAT(dry.out, IsEmpty());
  EXPECT_FALSE(cup.has_begun());
}

TEST(TournamentPrograms, AnIsolatedProgramThatEndsIsToldWithWhatItSaw) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const ScriptedTournament cup("echo 'no brain' >&2\nexit 3\n");
  const ProgramResult dry = cup.play({"--dry-run"});
  EXPECT_EQ(dry.exit_code, base::kExitFailed);
  EXPECT_THAT(dry.err, HasSubstr("the last line of its output: no brain; it ran isolated and saw only " +
                                 cup.folder_of_bot() + " and the system: \"files\" of a plan names more\n"));
  EXPECT_THAT(cup.play({}).err, HasSubstr("saw_only=\"" + cup.folder_of_bot() + "\""));
}

TEST(TournamentPrograms, ARunTellsTheLastLineOfAProgramThatEnds) {
  const ScriptedTournament cup("echo 'first line'\nprintf 'no \"brain\"\\n\\n' >&2\nexit 3\n");
  const ProgramResult whole = cup.play({"--exec-isolation", "none"});
  EXPECT_THAT(whole.err, ContainsRegex(R"(event=player_gone .*player="mine" .*output="no \\"brain\\"")"));
}

}  // namespace
}  // namespace rensa::cli::test
