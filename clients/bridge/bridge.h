#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clients/bridge/dialogue.h"
#include "clients/bridge/program.h"
#include "clients/session/match_tracker.h"
#include "clients/session/server_session.h"

namespace rensa::bridge {

struct BridgeOptions : session::SessionOptions {
  session::MatchPlan plan;
  ProgramOptions program;
  std::chrono::milliseconds think{10'000};          // for an answer that the server waits for
  std::chrono::milliseconds first_think{30'000};    // for the first decision of a game, if it is longer
  std::function<void(const std::string&)> message;  // takes a line of the program for people; may be empty
};

struct BridgeReport {
  std::string why_failed;           // empty: all was played, or we were asked to stop
  bool has_program_failed = false;  // true: this was the reason
  session::MatchTotals totals;
  MoveCounts counts;
};

// Plays matches on a server with a program that speaks the reference's text protocol, until it has played as many as
// asked for, is stopped, or cannot go on, for example because the program has ended. Blocks. SIGPIPE must be ignored.
// Throws std::runtime_error if it cannot listen on the port for a program.
BridgeReport run(const BridgeOptions& options);

}  // namespace rensa::bridge
