#include "engine/players/strike.h"

#include <algorithm>
#include <bit>

namespace rensa::players {

namespace {

constexpr int kHurts = 20;          // garbage: what lies under it is out of reach
constexpr int kLeftPermille = 900;  // of what a strike is worth, with each turn that it is put off

}  // namespace

std::optional<std::size_t> choose_strike(const search::Prospects& prospects, std::uint32_t placements,
                                         const StrikeSituation& situation) {
  std::optional<std::size_t> best;
  std::int64_t most = 0;
  std::int64_t permille = 1000;
  const std::size_t turns = situation.waiting > 0 ? 1 : search::kMostProspectPairs;
  for (std::size_t turn = 0; turn < turns; ++turn, permille = permille * kLeftPermille / 1000) {
    const std::size_t next = std::min(turn + 1, situation.answers.size() - 1);
    const int answer = std::max(situation.answers[turn], situation.answers[next]);
    for (std::uint32_t left = placements; left != 0; left &= left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(left));
      const int garbage = (prospects[index].attacks[turn] - answer) / situation.worth - situation.waiting;
      if (garbage < kHurts) continue;
      const std::int64_t value = std::min(garbage, situation.to_bury) * permille;
      if (value <= most) continue;
      most = value;
      best = index;
    }
  }
  return best;
}

std::array<int, search::kMostProspectPairs> most_attacks(const search::Prospects& prospects) {
  std::array<int, search::kMostProspectPairs> most{};
  for (const search::Prospect& prospect : prospects) {
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], prospect.attacks[i]);
  }
  return most;
}

}  // namespace rensa::players
