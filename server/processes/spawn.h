#pragma once

#include <sys/types.h>

#include "server/processes/command.h"
#include "server/processes/descriptor.h"
#include "server/processes/ending.h"

namespace rensa::processes {

// A keeper that runs, and our ends of what leads to it. What the program writes, out and err, comes in its order.
struct Keeper {
  pid_t process = -1;
  Descriptor end;      // can be read when the keeper has ended; then it is still to be waited for
  Descriptor control;  // a datagram socket
  Descriptor output;   // a pipe; reading does not block
};

struct Spawned {
  Keeper keeper;
  Obstacle obstacle = Obstacle::pipes;
  int error = 0;  // an errno; 0: the keeper runs
};

// Starts a keeper, which starts the command. From any thread; other code may fork and wait for its own children.
Spawned spawn(const std::string& keeper_path, const Command& command);

}  // namespace rensa::processes
