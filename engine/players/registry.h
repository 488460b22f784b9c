#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/players/player.h"

namespace rensa::players {

// The players that can be asked for by name. A new one needs a line in registry.cpp and nothing else.
struct PlayerKind {
  std::string_view name;     // a-z 0-9 -
  std::string_view summary;  // what it does, in a line
  std::unique_ptr<Player> (*make)(const PlayerSetup& setup);
};

std::span<const PlayerKind> player_kinds();
const PlayerKind* find_player(std::string_view name);
std::string names_of_players();  // "random, greedy, ..."

}  // namespace rensa::players
