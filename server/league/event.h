#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/duel/feats.h"
#include "engine/duel/outcome.h"
#include "server/base/durations.h"
#include "server/league/game_id.h"
#include "server/league/pair.h"

namespace rensa::league {

// What happens in a run, as its journal keeps it: these, in their order, are all that a run is.

// By place in the pair: 0 or 1.
using Side = int;

// A part of the run begins, with these players, the first of whom are thought the strongest. Stages are numbered from
// 0.
struct StageBegun {
  std::vector<std::size_t> players;
  friend bool operator==(const StageBegun&, const StageBegun&) = default;
};

// From now on this pair is to be played; its number is how many were drawn before it.
struct PairDrawn {
  Pair pair;
  friend bool operator==(const PairDrawn&, const PairDrawn&) = default;
};

struct GameStarted {
  GameId game;
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

struct GameEnded {
  GameId game;
  std::optional<Side> winner{};  // none: drawn
  duel::Cause cause = duel::Cause::choked;
  // What both did, and how long they thought, by side.
  std::array<duel::Feats, 2> feats{};
  std::array<base::Durations, 2> thinking{};
  friend bool operator==(const GameEnded&, const GameEnded&) = default;
};

// Nobody's fault, or the host's: it is played again in its place.
struct GameVoided {
  GameId game;
  std::string why;
  friend bool operator==(const GameVoided&, const GameVoided&) = default;
};

// Plays no further game: it has failed too often, or was withdrawn.
struct PlayerBenched {
  std::size_t player = 0;
  std::string why;
  friend bool operator==(const PlayerBenched&, const PlayerBenched&) = default;
};

// Takes part from now on, in the stage that is being played; its number is how many there are before it.
struct PlayerJoined {
  std::size_t player = 0;
  std::string entry;  // who that is, as an object of JSON, which is no business of this folder
  friend bool operator==(const PlayerJoined&, const PlayerJoined&) = default;
};

// The program that ran it was gone: what had started and not ended is void.
struct Restarted {
  friend bool operator==(const Restarted&, const Restarted&) = default;
};

using Event =
    std::variant<StageBegun, PairDrawn, GameStarted, GameEnded, GameVoided, PlayerBenched, PlayerJoined, Restarted>;

}  // namespace rensa::league
