#pragma once

#include <string>

namespace rensa::worker {

// What a host gives to a program that it starts to play for it, as environment variables, so that the program needs no
// arguments: RENSA_SERVER says where, RENSA_TOKEN as whom.
struct Invitation {
  std::string server;  // empty: it is not said
  std::string token;   // likewise
};

// That of this process.
Invitation invitation();

}  // namespace rensa::worker
