#include "clients/cli/live/pace.h"

#include <algorithm>

#include "server/base/formatted.h"

namespace rensa::cli {

void Pace::look(Time now, std::size_t games) {
  if (!since_) {
    since_ = now;
    games_then_ = games;
  }
  games_ = games;
}

std::optional<std::chrono::seconds> Pace::left(Time now, std::size_t most_games) const {
  if (!since_ || games_ <= games_then_) return std::nullopt;
  const double seconds = std::chrono::duration<double>(now - *since_).count();
  const auto to_go = static_cast<double>(most_games - std::min(most_games, games_));
  return std::chrono::seconds(static_cast<long long>(to_go * seconds / static_cast<double>(games_ - games_then_)));
}

std::string to_go_text(std::chrono::seconds left) {
  const auto seconds = static_cast<long long>(left.count());
  if (seconds < 120) return base::formatted("%lld s to go", seconds);
  if (seconds < 7'200) return base::formatted("%lld min to go", seconds / 60);
  return base::formatted("%lld h %lld min to go", seconds / 3'600, seconds / 60 % 60);
}

}  // namespace rensa::cli
