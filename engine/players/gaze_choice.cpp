#include "engine/players/gaze_choice.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace rensa::players {

namespace {

constexpr int kPatience = 97;      // per cent: what is promised does not always come
constexpr int kVictory = 200'000;  // points
constexpr int kHurry = 3;          // times again that counts what comes soon
constexpr int kHopeful = 50;       // per cent of what others still have to allow

}  // namespace

std::int64_t worth_of(const GazeOption& option, const GazeSituation& situation) {
  const bool fires = option.now.links > 0;
  const std::int64_t built = (std::int64_t{option.promise} + std::int64_t{kHurry} * option.soon) * kPatience / 100;
  const std::int64_t fired = option.now.score + std::int64_t{kHurry} * std::min(option.now.score, situation.most_soon);
  std::int64_t value = fires ? std::max(fired, built) : built;
  const auto& [own, theirs] = option.outcome.left;
  const bool buries = theirs >= situation.buries_theirs;
  const bool is_buried = own >= option.buries;
  const std::int64_t left = std::min(theirs, situation.buries_theirs) - std::min(own, option.buries);
  std::int64_t duel = left * situation.points_a_garbage + (buries ? kVictory : 0) - (is_buried ? kVictory : 0);
  if (!fires) duel = duel * kHopeful / 100;
  return value + duel;
}

std::size_t choose_by_gaze(const GazeOptions& options, std::uint32_t placements, const GazeSituation& situation) {
  assert(placements != 0);
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  bool lives = false;
  std::int64_t most = 0;
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (!options[index].lives) continue;
    const std::int64_t value = worth_of(options[index], situation);
    if (lives && value <= most) continue;
    lives = true;
    most = value;
    best = index;
  }
  return best;
}

}  // namespace rensa::players
