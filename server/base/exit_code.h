#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string_view>

namespace rensa::base {

// The exit codes of all our programs. Each code has one meaning, in every program and in every command.
// docs/command_line.md lists the codes of each command.

// The work was done. If the command asks a question, the answer is yes.
inline constexpr int kExitSuccess = 0;
// An error ended the work: a file or a disk, a server or a connection, or a program that is missing.
inline constexpr int kExitFailed = 1;
// The call is wrong, or a file that it names: options, a plan, a ruleset or settings.
inline constexpr int kExitWrongCall = 2;
// The work was done, and the answer is no: a check found a difference, or the new player is not stronger.
inline constexpr int kExitAnswerIsNo = 3;
// The work ended at a limit, before there was an answer.
inline constexpr int kExitNoAnswer = 4;
// The program of a player failed, so that the work could not be finished.
inline constexpr int kExitPlayerFailed = 5;

// The exit code after a signal that stopped the program. Shells use the same numbers.
constexpr int exit_code_of_signal(int signal) { return 128 + signal; }

// Returns the exit code of a command that has done its work in parts: that of an error, or else of a negative answer,
// or else of a missing answer.
constexpr int exit_code_of_parts(std::span<const int> parts) {
  for (const int code : {kExitFailed, kExitPlayerFailed, kExitAnswerIsNo, kExitNoAnswer}) {
    if (std::find(parts.begin(), parts.end(), code) != parts.end()) return code;
  }
  return kExitSuccess;
}

// The standard output could not be written, so the program exits with kExitFailed.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ExitCodeMeaning {
  int code = 0;
  std::string_view meaning;
};

// The codes without those of signals, with the words of the documentation.
inline constexpr std::array<ExitCodeMeaning, 6> kExitCodes = {{
    {kExitSuccess, "done; the answer is yes"},
    {kExitFailed, "an error ended the work"},
    {kExitWrongCall, "wrong call"},
    {kExitAnswerIsNo, "done; the answer is no"},
    {kExitNoAnswer, "no answer before a limit"},
    {kExitPlayerFailed, "the program of a player failed"},
}};

}  // namespace rensa::base
