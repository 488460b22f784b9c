#pragma once

#include <string>

namespace rensa::worker {

// The environment variables that a host sets for a player program that it starts, so that it needs no arguments.
// RENSA_SERVER is the address of the server. RENSA_TOKEN identifies the player.
struct Invitation {
  std::string server;  // empty: it is not said
  std::string token;   // likewise
};

// That of this process.
Invitation invitation();

}  // namespace rensa::worker
