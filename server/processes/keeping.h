#pragma once

#include <cstdint>

#include "server/processes/command.h"
#include "server/processes/ending.h"

namespace rensa::processes {

// What passes between a Child and its keeper, each as one datagram. The keeper's command line is the program's folder
// and its words; its environment, output and errors are the program's.
//
// The two may come from different builds: a server goes on while its files are replaced.
inline constexpr std::uint64_t kKeepingVersion = 2;
inline constexpr int kControl = 3;  // the keeper's end, as a descriptor; when the other end closes, all is killed

// The first one to the keeper.
struct Orders {
  std::uint64_t version = kKeepingVersion;
  Limits limits;
};

// To the keeper: SIGTERM now, and SIGKILL for who is left then. The earliest of several counts.
struct EndOrder {
  std::int64_t grace_ms = 0;
};

// The only one from the keeper, when nobody is left.
struct Report {
  std::uint64_t version = kKeepingVersion;
  Ending ending;
};

}  // namespace rensa::processes
