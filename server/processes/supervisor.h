#pragma once

#include <cstdint>
#include <sys/types.h>

#include "server/base/descriptor.h"
#include "server/processes/program.h"

namespace rensa::processes {

// The supervisor is the program rensa-keeper: a process of ours between the server and one program. This header holds
// the messages between the two, and the function that starts a supervisor.
//
// Each message is one datagram. The supervisor's command line holds the program's folder and words, behind those of
// bubblewrap if the program is isolated; the program inherits its environment, output and errors. The version is
// checked because the server and the supervisor may come from different builds: a server keeps running while its files
// are replaced.
inline constexpr std::uint64_t kProtocolVersion = 4;
// The supervisor's end of the socket, as a descriptor. When the server's end closes, the supervisor kills the program.
inline constexpr int kControlDescriptor = 3;

// The first message to the supervisor.
struct StartRequest {
  std::uint64_t version = kProtocolVersion;
  Limits limits;
  std::uint64_t is_isolated = 0;     // 1: the words run a program in a sandbox, by bubblewrap and the starter
  std::uint64_t has_open_input = 0;  // 1: the program's input stays open until a TerminateRequest
};

// Asks the supervisor to close the program's input now, to send SIGTERM after the first grace if the program has not
// ended, and SIGKILL to all processes that are left after the second grace. A program without an open input gets
// SIGTERM now, and only the second grace. The earliest deadlines of several requests count.
struct TerminateRequest {
  std::int64_t input_grace_ms = 0;
  std::int64_t grace_ms = 0;
};

// The only message from the supervisor, sent when no process of the program is left.
struct FinalReport {
  std::uint64_t version = kProtocolVersion;
  ExitReport exit;
};

// A supervisor that runs, and our ends of the channels to it.
struct Supervisor {
  pid_t process = -1;
  base::Descriptor end;      // becomes readable when the supervisor has ended; it must then still be waited for
  base::Descriptor control;  // a datagram socket
  base::Descriptor output;   // a pipe with output and errors of the program in their order; reading does not block
};

struct SupervisorStart {
  Supervisor supervisor;
  StartStep failed_step = StartStep::pipes;
  int error = 0;  // an errno; 0: the supervisor runs
};

// Starts a supervisor, which starts the command. May be called on any thread while other code forks and waits for its
// own children; no thread may change our environment meanwhile.
SupervisorStart start_supervisor(const std::string& path, const Command& command);

}  // namespace rensa::processes
