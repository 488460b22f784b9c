#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/worker/invitation.h"
#include "proto/message.h"

namespace rensa::worker {

// The options of the command line of rensa-worker, as they are written there.
struct WorkerOptions {
  std::string server;
  std::string token;
  std::string token_file;
  std::string name;
  std::string player;
  bool arranged = false;
  std::optional<int> open;  // matches at once
  int slots = 1;
  int threads = 1;
  std::optional<int> matches;
  std::string ruleset = "tsu-1";
  std::string clock;  // empty: as the ruleset wants it
  std::string charge = "none";
  int games = 1;
  std::optional<std::uint64_t> seed;
  std::optional<int> nice;
  bool quiet = false;
};

// Fills options that are not set from the invitation. Throws std::invalid_argument if neither names the server.
void accept(const Invitation& invitation, WorkerOptions& options);
// Throws std::invalid_argument with a sentence if options contradict each other.
proto::Terms terms_of(const WorkerOptions& options);
// Throws std::runtime_error when the file cannot be read. One line of it; white space around it does not count.
std::string token_of(const WorkerOptions& options);

}  // namespace rensa::worker
