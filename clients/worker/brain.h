#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/duel/view.h"
#include "engine/players/player.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::worker {

// The interface that the author of a bot implements. One brain plays one seat in one game. One thread at a time
// uses it, but not always the same thread; brains of different seats think at the same time.
class Brain {
 public:
  virtual ~Brain() = default;

  // Chooses a placement for the pair under control. engine/players/choices.h lists the possible placements. The server
  // refuses a placement that the pair cannot reach, and the brain is asked again a frame later.
  virtual rules::Placement choose(const duel::View& view) = 0;
  // Explains its last choice to spectators in UTF-8 of at most 256 bytes; empty: no comment.
  virtual std::string comment() { return {}; }
  // Ranks the placements in a position of another player's game, the best first. Called only for a worker that offers
  // advice, on a brain that was made for this question.
  virtual std::vector<players::Candidate> advise(const duel::View& view) { return {{choose(view)}}; }
  // Asks a call of choose() or advise() that is running to return soon, with any placement: the game is over, or the
  // answer is no longer wanted. Any thread may call it at any time. After it, only ended() is called.
  virtual void stop_thinking() {}
  // The last call.
  virtual void ended(const duel::Outcome& outcome) { static_cast<void>(outcome); }
};

// A game that begins.
struct GameInfo {
  proto::MatchId match{};
  duel::Seat seat = duel::Seat::one;
  int game = 1;  // of the match
  std::array<std::string, 2> players;
  proto::Terms terms;
  const rules::Ruleset& ruleset;  // outlives every brain
  // The seed that a brain must use for all its random choices, so that the game can be repeated. Set in matches that
  // a host arranges; none: the brain may use any seed.
  std::optional<std::uint64_t> chance;
};

// Called on the thread of play() when a game begins: it should only make the brain, and leave the thinking to choose().
using MakeBrain = std::function<std::unique_ptr<Brain>(const GameInfo& game)>;

}  // namespace rensa::worker
