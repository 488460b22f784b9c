#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "server/app/config.h"
#include "tests/server/app/run_program.h"
#include "tests/tools/paths.h"

// The command lines of rensa-server and rensa-server-bench.

namespace rensa::app {
namespace {

using test::ProgramResult;
using test::run;

TEST(ServerPrograms, ExitWithTwoAfterAWrongCall) {
  const std::string server = tests::program_path("rensa-server");
  const std::string bench = tests::program_path("rensa-server-bench");
  for (const std::string& call :
       {server + " --no-such-flag", server + " --web-port x", server + " --web-port 65536", server + " token",
        server + " token create", server + " no-such-command", server + " --config /no/such/file",
        bench + " --no-such-flag", bench + " --games 1"}) {
    const ProgramResult result = run(call);
    EXPECT_EQ(result.exit_code, 2) << call << "\n" << result.output;
    EXPECT_EQ(result.output.find('\n'), result.output.size() - 1) << "the reason is one line: " << result.output;
  }
  EXPECT_EQ(run(server + " --help").exit_code, 0);
  EXPECT_EQ(run(bench + " --help").exit_code, 0);
}

TEST(ServerPrograms, TellWhatIsWrongWithAFlagAndNothingElse) {
  const std::string server = tests::program_path("rensa-server");
  for (const char* wrong : {"abc", "65536", "-1", "1x"}) {
    EXPECT_EQ(run(server + " --web-port='" + wrong + "'").output,
              std::string("rensa-server: --web-port: ") + wrong + " is no whole number from 0 to 65535\n");
  }
  EXPECT_EQ(run(server + " --web-port 8733 --print-config").output,
            "rensa-server: web_port and worker_port are both 8733: give each a port of its own\n");
}

// run() shows the errors of a program beside its output, so the shell sends them past the full disk.
TEST(Programs, FailIfTheirHelpOrVersionCannotBeWritten) {
  for (const char* name :
       {"rensa", "rensa-server", "rensa-server-bench", "rensa-worker", "rensa-bridge", "rensa-load"}) {
    for (const char* flag : {"--help", "--version"}) {
      const std::string call = tests::program_path(name) + " " + flag;
      const ProgramResult result = run("{ " + call + " 2>&3 >/dev/full; } 3>&1");
      EXPECT_EQ(result.exit_code, 1) << call;
      EXPECT_EQ(result.output, std::string(name) + ": the output could not be written\n");
    }
  }
}

TEST(ServerPrograms, RefuseAFolderAsFileOfSettings) {
  const std::string server = tests::program_path("rensa-server");
  EXPECT_EQ(run(server + " --config /usr --print-config").output, "rensa-server: /usr: it is a folder\n");
  EXPECT_EQ(run(server + " --config /usr --print-config").exit_code, 2);
  EXPECT_EQ(run(server + " --config '' --print-config").output,
            "rensa-server: --config: the name of a file is needed\n");
  const std::string loop = testing::TempDir() + "rensa_settings_loop";
  std::filesystem::remove(loop);
  std::filesystem::create_symlink(loop, loop);
  const ProgramResult result = run(server + " --config " + loop + " --print-config");
  std::filesystem::remove(loop);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output, testing::StartsWith("rensa-server: " + loop + ": "));
}

TEST(ServerPrograms, RefuseWrongOriginsAndHostNames) {
  const std::string server = tests::program_path("rensa-server");
  for (const char* flags : {" --origins duel.example", " --host-names http://duel.example"}) {
    const ProgramResult result = run(server + flags + " --print-config");
    EXPECT_EQ(result.exit_code, 2) << flags;
    EXPECT_THAT(result.output, testing::HasSubstr("is refused: ")) << flags;
  }
}

TEST(ServerPrograms, SayTheirNameVersionCommitAndInstructionSet) {
  const std::string build = "[0-9.]+ \\(commit [0-9a-z.+-]+, (avx512|avx2|portable)\\)\n";
  EXPECT_THAT(run(tests::program_path("rensa-server") + " --version").output,
              testing::MatchesRegex("rensa-server " + build));
  EXPECT_THAT(run(tests::program_path("rensa-server-bench") + " --version").output,
              testing::MatchesRegex("rensa-server-bench " + build));
  EXPECT_THAT(run(tests::program_path("rensa-keeper") + " --version").output,
              testing::MatchesRegex("rensa-keeper [0-9.]+\n"));
  EXPECT_THAT(run(tests::program_path("rensa-server") + " token list --version").output,
              testing::MatchesRegex("rensa-server " + build));
}

TEST(ServerPrograms, AcceptTheOldNamesOfFlags) {
  const std::string server = tests::program_path("rensa-server");
  const auto flag_of_setting = [](std::string name) {
    for (char& letter : name) letter = letter == '_' ? '-' : letter;
    return " --" + name + " 1";
  };
  const std::string help = run(server + " --help").output;
  for (const Setting& setting : settings()) {
    if (setting.old_name.empty()) continue;
    const ProgramResult result = run(server + flag_of_setting(setting.old_name) + " --print-config");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_EQ(result.output, run(server + flag_of_setting(setting.name) + " --print-config").output)
        << setting.old_name;
    EXPECT_EQ(help.find(flag_of_setting(setting.old_name).substr(1, setting.old_name.size() + 2) + " "),
              std::string::npos)
        << "the help does not show " << setting.old_name;
  }
  for (const std::string& name : settings_without_effect()) {
    const ProgramResult result = run(server + flag_of_setting(name) + " --print-config");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_EQ(result.output, run(server + " --print-config").output) << name;
    EXPECT_EQ(help.find(flag_of_setting(name).substr(1, name.size() + 2) + " "), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rensa::app
