#include "server/league/game_id.h"

namespace rensa::league {

std::string name_of(const GameId& game) {
  std::string name = std::to_string(game.pair);
  name.append("-").append(std::to_string(game.leg));
  if (game.attempt > 0) name.append("-").append(std::to_string(game.attempt));
  return name;
}

}  // namespace rensa::league
