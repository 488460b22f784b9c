#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/session/match_tracker.h"
#include "clients/session/server_session.h"
#include "clients/worker/brain.h"
#include "clients/worker/question.h"
#include "proto/message.h"

namespace rensa::worker {

struct PlayOptions : session::SessionOptions {
  proto::Terms terms;          // of quick matches
  int slots = 1;               // matches at once, over the one connection
  int threads = 1;             // that brains think on, unless an Answerer is given
  std::optional<int> matches;  // quick matches in all; none: until it is stopped
  // With another source it requests no matches and plays those that begin, by their terms. With the token of a
  // tournament the source is always the host.
  session::MatchSource source = session::MatchSource::quick_matches;
  std::vector<rules::Ruleset> own_rulesets{};  // that are known besides the published ones
  std::string opponent{};                      // that is challenged; empty: anyone's quick match
  BetweenDecisions between_decisions = BetweenDecisions::rest;
};

struct PlayReport {
  std::string why_failed;  // empty: all was played, or we were asked to stop
  session::MatchTotals totals;
  int connections_lost = 0;
  bool is_dismissed = false;  // the tournament of its token lets the player take no further part
};

// Plays matches on a server until it has played as many as asked for, is stopped, or cannot go on. Blocks. Reconnects
// after a lost connection and takes its seats over again. Server and network errors never make it throw.
PlayReport play(const PlayOptions& options, const MakeBrain& make_brain);

// The same step by step, with the answers of an answerer. The brains only tell the games of the questions apart. One
// thread at a time uses it, not always the same one.
class SteppedPlay {
 public:
  // The answerer must not be asked by anything else, and outlives this.
  SteppedPlay(const PlayOptions& options, const MakeBrain& make_brain, Answerer& answerer);
  ~SteppedPlay();
  SteppedPlay(const SteppedPlay&) = delete;
  SteppedPlay& operator=(const SteppedPlay&) = delete;

  bool is_over() const;
  // Waits until something happens, at most so long, and handles it.
  void step(std::chrono::milliseconds longest_wait);
  PlayReport report() const;

 private:
  class Client;

  std::string why_refused_;
  std::unique_ptr<Client> client_;  // null: the options were refused
};

}  // namespace rensa::worker
