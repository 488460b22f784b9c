#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clients/bridge/dialogue.h"
#include "clients/bridge/program.h"
#include "clients/worker/line.h"

namespace rensa::bridge {

struct BridgeOptions : worker::LineOptions {
  std::string server;  // "HOST:PORT" or "unix:PATH"
  DialoguePlan plan;
  ProgramOptions program;
  std::chrono::milliseconds think{10'000};  // for an answer that the server waits for
  int stop_descriptor = -1;                 // when it becomes readable we leave; -1: never
  // May be empty.
  std::function<void(const worker::MatchReport&)> match_ended;
  std::function<void(const std::string&)> message;  // a line of the program for people
};

struct BridgeReport {
  std::string why_failed;  // empty: all was played, or we were asked to stop
  MoveCounts counts;
};

// Plays matches on a server with a program that speaks the reference's text protocol, until it has played as many as
// asked for, is stopped, or cannot go on: the program is gone. Blocks. SIGPIPE has to be ignored. Throws
// std::runtime_error when the port for a program cannot be had.
BridgeReport run(const BridgeOptions& options);

}  // namespace rensa::bridge
