#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace rensa::app::test {

struct ProgramResult {
  int exit_code = 0;
  std::string output;  // standard output and errors
};

// Runs a command line of the shell.
inline ProgramResult run(const std::string& command_line) {
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

}  // namespace rensa::app::test
