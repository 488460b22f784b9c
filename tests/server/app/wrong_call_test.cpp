#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

#include "server/app/config.h"

// The command lines of rensa-server and rensa-server-bench.

namespace rensa::app {
namespace {

struct ProgramResult {
  int exit_code = 0;
  std::string output;  // standard output and errors
};

ProgramResult run(const std::string& command_line) {
  ProgramResult result;
  FILE* output = ::popen((command_line + " 2>&1").c_str(), "r");
  if (output == nullptr) return {.exit_code = -1, .output = "popen() failed"};
  std::array<char, 4096> piece{};
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), output)) {
    result.output.append(piece.data(), size);
  }
  const int status = ::pclose(output);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

TEST(ServerPrograms, ExitWithTwoAfterAWrongCall) {
  const std::string server = RENSA_SERVER;
  const std::string bench = RENSA_SERVER_BENCH;
  for (const std::string& call :
       {server + " --no-such-flag", server + " --web-port x", server + " --web-port 65536", server + " token",
        server + " token create", server + " no-such-command", bench + " --no-such-flag", bench + " --games 1"}) {
    const ProgramResult result = run(call);
    EXPECT_EQ(result.exit_code, 2) << call << "\n" << result.output;
    EXPECT_EQ(result.output.find('\n'), result.output.size() - 1) << "the reason is one line: " << result.output;
  }
  EXPECT_EQ(run(server + " --help").exit_code, 0);
  EXPECT_EQ(run(bench + " --help").exit_code, 0);
}

TEST(ServerPrograms, AcceptTheOldNamesOfFlags) {
  const std::string server = RENSA_SERVER;
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
}

}  // namespace
}  // namespace rensa::app
