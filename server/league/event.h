#pragma once

#include <optional>
#include <string>
#include <variant>

#include "engine/duel/outcome.h"
#include "server/league/game_id.h"

namespace rensa::league {

// What happens in a run, as its journal keeps it: these, in their order, are all that a run is.

// By place in the pair: 0 or 1.
using Side = int;

struct GameStarted {
  GameId game;
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

struct GameEnded {
  GameId game;
  std::optional<Side> winner;  // none: drawn
  duel::Cause cause = duel::Cause::choked;
  friend bool operator==(const GameEnded&, const GameEnded&) = default;
};

// Nobody's fault, or the host's: it is played again in its place.
struct GameVoided {
  GameId game;
  std::string why;
  friend bool operator==(const GameVoided&, const GameVoided&) = default;
};

// The program that ran it was gone: what had started and not ended is void.
struct Restarted {
  friend bool operator==(const Restarted&, const Restarted&) = default;
};

using Event = std::variant<GameStarted, GameEnded, GameVoided, Restarted>;

}  // namespace rensa::league
