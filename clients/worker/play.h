#pragma once

#include <functional>
#include <optional>
#include <string>

#include "clients/worker/brain.h"
#include "clients/worker/line.h"
#include "clients/worker/match_client.h"

namespace rensa::worker {

struct PlayOptions : LineOptions {
  std::string server;  // "HOST:PORT" or "unix:PATH"
  proto::Terms terms;
  int slots = 1;    // seats at once, over the one connection
  int threads = 1;  // that brains think on
  std::optional<int> matches;
  // But for wishes it asks for no matches and plays those that come, by their terms. With a token of a tournament it is
  // a host without being said.
  Source source = Source::wishes;
  int stop_descriptor = -1;  // when it becomes readable we leave; StopSignals has one; -1: never
  // Called on the thread of play(), as notices are; may be empty.
  std::function<void(const MatchReport&)> match_ended;
};

struct PlayReport {
  std::string why_failed;  // empty: all was played, or we were asked to stop
  int matches = 0;
  int games_won = 0;
  int games_drawn = 0;
  int games_lost = 0;
  int connections_lost = 0;
};

// Plays matches on a server until it has played as many as asked for, is stopped, or cannot go on. Blocks. Reconnects
// after a lost connection and takes its seats over again. Server and network errors never make it throw.
PlayReport play(const PlayOptions& options, const MakeBrain& make_brain);

}  // namespace rensa::worker
