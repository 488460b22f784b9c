#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clients/bridge/dialogue.h"
#include "clients/bridge/program.h"
#include "clients/worker/backoff.h"

namespace rensa::bridge {

struct BridgeOptions {
  std::string server;  // "HOST:PORT" or "unix:PATH"
  std::string token;   // empty: as a guest
  std::string name;    // what a guest wants to be called
  std::string software = "rensa-bridge";
  DialoguePlan plan;
  ProgramOptions program;
  std::chrono::milliseconds think{10'000};  // for an answer that the server waits for
  int stop_descriptor = -1;                 // when it becomes readable we leave; -1: never
  worker::BackoffLimits backoff;
  std::chrono::milliseconds patience{10'000};   // for a connection and for Welcome
  std::chrono::milliseconds ping_after{8'000};  // of silence; after twice as long the connection is taken for lost
  // May be empty.
  std::function<void(const worker::MatchReport&)> match_ended;
  std::function<void(const std::string&)> message;  // a line of the program for people
  std::function<void(const std::string&)> notice;
};

struct BridgeReport {
  std::string why_failed;  // empty: all was played, or we were asked to stop
  Tally tally;
};

// Plays matches on a server with a program that speaks the reference's text protocol, until it has played as many as
// asked for, is stopped, or cannot go on: the program is gone. Blocks. SIGPIPE has to be ignored. Throws
// std::runtime_error when the port for a program cannot be had.
BridgeReport run(const BridgeOptions& options);

}  // namespace rensa::bridge
