#pragma once

#include <string>

namespace rensa::session {

// The environment variables that a host sets for a player program that it starts, so that it needs no arguments.
struct Invitation {
  std::string server;  // RENSA_SERVER, the address of the server; empty: not set
  std::string token;   // RENSA_TOKEN, which identifies the player; empty: not set
};

// Reads the variables from the environment of this process.
Invitation invitation();

// SIGINT and SIGTERM as a descriptor that becomes readable, for SessionOptions::stop_descriptor. The second signal ends
// the program in the usual way, because a brain may be deep in thought. Only one object may exist at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace rensa::session
