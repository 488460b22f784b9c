#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/players/player.h"

namespace rensa::players {

// Which of PlayerOptions a player takes.
struct TakenOptions {
  bool nodes = false;
  bool weights = false;
};

// The players that can be asked for by name. A new one needs a line in registry.cpp and nothing else. With options they
// are asked for as entrant.h says.
struct PlayerKind {
  std::string_view name;     // a-z 0-9 -
  std::string_view summary;  // what it does, in a line
  std::unique_ptr<Player> (*make)(const PlayerSetup& setup);
  TakenOptions takes = {};
  std::int64_t nodes = 0;  // of who takes another number: the fields that it weighs a hand at most
};

std::span<const PlayerKind> player_kinds();
const PlayerKind* find_player(std::string_view name);
std::string names_of_players();  // "random, greedy, ..."

}  // namespace rensa::players
