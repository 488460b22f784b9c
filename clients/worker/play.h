#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "clients/worker/backoff.h"
#include "clients/worker/brain.h"
#include "clients/worker/campaign.h"

namespace rensa::worker {

struct PlayOptions {
  std::string server;  // "HOST:PORT" or "unix:PATH"
  std::string token;   // empty: as a guest
  std::string name;    // what a guest wants to be called
  std::string software = "rensa-worker";
  proto::Terms terms;
  int slots = 1;    // seats at once, over the one connection
  int threads = 1;  // that brains think on
  std::optional<int> matches;
  int stop_descriptor = -1;  // when it becomes readable we leave; StopSignals has one; -1: never
  BackoffLimits backoff;
  std::chrono::milliseconds patience{10'000};   // for a connection and for Welcome
  std::chrono::milliseconds ping_after{8'000};  // of silence; after twice as long the connection is taken for lost
  // Called on the thread of play(); may be empty.
  std::function<void(const MatchReport&)> match_ended;
  std::function<void(const std::string&)> notice;
};

struct PlayReport {
  std::string why_failed;  // empty: all was played, or we were asked to stop
  int matches = 0;
  int games_won = 0;
  int games_drawn = 0;
  int games_lost = 0;
  int connections_lost = 0;
};

// Plays matches on a server until it has played as many as asked for, is stopped, or cannot go on. Blocks; comes back
// when a lost connection stands again, takes its seats over and never throws for what a server or a network does.
PlayReport play(const PlayOptions& options, const MakeBrain& make_brain);

}  // namespace rensa::worker
