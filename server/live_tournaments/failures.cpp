#include "server/live_tournaments/failures.h"

#include <array>

namespace rensa::live_tournaments {

void Failures::count(std::size_t first, std::size_t second, const league::GameEnded& ended) {
  const std::array players{first, second};
  for (const league::Side side : {0, 1}) {
    const std::size_t player = players[static_cast<std::size_t>(side)];
    const bool has_failed = is_failure(ended.cause) && ended.winner != side;
    in_a_row_[player] = has_failed ? in_a_row_[player] + 1 : 0;
  }
}

}  // namespace rensa::live_tournaments
