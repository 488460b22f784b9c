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
#include "engine/limits/search_limits.h"
#include "engine/players/player.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::worker {

// The interface that the author of a bot implements. One brain plays one seat in one game. One thread at a time
// uses it, but not always the same thread; brains of different seats think at the same time.
//
// The flag `stop` is set when the result of the running call is no longer needed: the game is over, or a newer question
// has come. A brain that thinks long looks at it often, and then returns soon, with any placement.
class Brain {
 public:
  virtual ~Brain() = default;

  // Chooses a placement for the pair under control. engine/players/choices.h lists the possible placements. The server
  // refuses a placement that the pair cannot reach, and the brain is asked again a frame later. A placement that is not
  // on the field is never sent: the seat resigns its match.
  virtual rules::Placement choose(const duel::View& view, const limits::StopFlag& stop) = 0;
  // Explains its last choice to spectators in UTF-8 of at most 256 bytes; empty: no comment.
  virtual std::string comment() { return {}; }
  // Ranks the placements in a position of another player's game, the best first. Called only for a worker that offers
  // advice, on a brain that was made for this question.
  virtual std::vector<players::Candidate> advise(const duel::View& view, const limits::StopFlag& stop) {
    return {{choose(view, stop)}};
  }
  // Thinks about the seat's next decision while none is due. `view` is the newest view of the seat. Called only if
  // PlayOptions::between_decisions says so. The call is stopped when the decision is due, or for a newer view.
  virtual void ponder(const duel::View& view, const limits::StopFlag& stop) {
    static_cast<void>(view), static_cast<void>(stop);
  }
  // The last call.
  virtual void ended(const duel::Outcome& outcome) { static_cast<void>(outcome); }
};

// Says if brains think between the decisions of their seats.
enum class BetweenDecisions : std::uint8_t { rest, ponder };

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
// A null pointer ends play().
using MakeBrain = std::function<std::unique_ptr<Brain>(const GameInfo& game)>;

}  // namespace rensa::worker
