#pragma once

#include <csignal>
#include <cstdint>

#include "server/processes/program.h"

namespace rensa::processes {

// The starter is the first process in the sandbox of an isolated program (isolation.h): rensa-keeper, called with a
// flag. It starts the program, passes SIGTERM on to it, and tells the supervisor exactly how it ended, which bubblewrap
// does not. The system kills all processes of the sandbox when the starter ends. No process in the sandbox can kill the
// starter.

// Tells the starter that the program was told to end by the end of its input.
inline constexpr int kSignalOfClosedInput = SIGUSR1;
inline constexpr const char* kStarterFlag = "--start-isolated";
inline constexpr const char* kStarterInSandbox = "/run/rensa/start";
// The starter's end of a pipe to the supervisor, as a descriptor.
inline constexpr int kStatusDescriptor = 3;
// The processes that isolation adds: bubblewrap outside of the sandbox, and the starter.
inline constexpr std::uint64_t kProcessesOfIsolation = 2;

// The first message of the starter, and of a supervisor's child that cannot become a program.
struct StartMessage {
  StartStep failed_step = StartStep::program;
  std::int32_t error = 0;  // an errno; 0: the program runs
};

// The second message of the starter, when the program has ended.
struct EndMessage {
  std::int32_t status = 0;  // as waitpid() gives it
};

// Starts the program `arguments[0]` with the words that follow, and waits for its end. If it ends without having been
// told to, the starter kills the other processes of the sandbox. The starter waits for all of them, so that their CPU
// time is counted, and then ends.
[[noreturn]] void run_starter(char* const* arguments);

}  // namespace rensa::processes
