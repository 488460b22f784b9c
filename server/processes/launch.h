#pragma once

#include <sys/types.h>

#include "server/processes/command.h"
#include "server/processes/ending.h"

namespace rensa::processes {

struct Launched {
  pid_t process = -1;
  Obstacle obstacle = Obstacle::program;
  int error = 0;  // an errno; 0: the program runs
};

// Starts a program in a session and a group of its own, with what the keeper has: its environment and its descriptors
// but for those that close, no signal blocked. Killed when this thread ends, if it is not one that changes its user.
Launched launch(const char* folder, char* const* words, const Limits& limits);

}  // namespace rensa::processes
