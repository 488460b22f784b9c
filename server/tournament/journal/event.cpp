#include "server/tournament/journal/event.h"

#include <algorithm>

#include "engine/rules/numbers.h"

namespace rensa::tournament {

std::string name_of(const GameId& game) {
  std::string name = std::to_string(game.pair);
  name.append("-").append(std::to_string(game.leg));
  if (game.attempt > 0) name.append("-").append(std::to_string(game.attempt));
  return name;
}

std::optional<GameId> game_of_name(std::string_view text) {
  std::array<int, 3> numbers{};
  std::size_t count = 0;
  for (bool is_last = false; !is_last; ++count) {
    const std::string_view part = text.substr(0, text.find('-'));
    if (count == numbers.size()) return std::nullopt;
    const auto number = rules::parse_number<int>(part);
    if (!number) return std::nullopt;
    numbers[count] = *number;
    is_last = part.size() == text.size();
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  if (count < 2) return std::nullopt;
  return GameId{.pair = numbers[0], .leg = numbers[1], .attempt = numbers[2]};
}

bool can_change_standings(const Event& event) {
  return !std::holds_alternative<PairScheduled>(event) && !std::holds_alternative<GameStarted>(event) &&
         !std::holds_alternative<GameVoided>(event) && !std::holds_alternative<MessageSent>(event) &&
         !std::holds_alternative<RunRestarted>(event);
}

}  // namespace rensa::tournament
