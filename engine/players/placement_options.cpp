#include "engine/players/placement_options.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace rensa::players {

namespace {

constexpr int kExpectedPercent = 97;   // of expected points, because they do not always come
constexpr int kVictory = 200'000;      // points
constexpr int kSoonestFactor = 3;      // of the points of the soonest attack
constexpr int kUncertainPercent = 50;  // of an outcome that depends on chains not fired yet

}  // namespace

std::int64_t option_value(const PlacementOption& option, const DuelSituation& situation) {
  const bool fires = option.fired.links > 0;
  const std::int64_t built =
      (std::int64_t{option.expected_points} + std::int64_t{kSoonestFactor} * option.soonest_attack) * kExpectedPercent /
      100;
  const std::int64_t fired =
      option.fired.score + std::int64_t{kSoonestFactor} * std::min(option.fired.score, situation.max_soonest_attack);
  std::int64_t value = fires ? std::max(fired, built) : built;
  const auto& [own, theirs] = option.outcome.garbage;
  const bool buries = theirs >= situation.garbage_to_win;
  const bool is_buried = own >= option.garbage_to_lose;
  const std::int64_t left = std::min(theirs, situation.garbage_to_win) - std::min(own, option.garbage_to_lose);
  std::int64_t duel = left * situation.points_per_garbage + (buries ? kVictory : 0) - (is_buried ? kVictory : 0);
  if (!fires) duel = duel * kUncertainPercent / 100;
  return value + duel;
}

std::optional<std::int64_t> worth_of(const PlacementOption& option, const DuelSituation& situation) {
  return option.survives ? std::optional(option_value(option, situation)) : std::nullopt;
}

std::size_t choose_option(const PlacementOptions& options, std::uint32_t placements, const DuelSituation& situation) {
  assert(placements != 0);
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  bool lives = false;
  std::int64_t most = 0;
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (!options[index].survives) continue;
    const std::int64_t value = option_value(options[index], situation);
    if (lives && value <= most) continue;
    lives = true;
    most = value;
    best = index;
  }
  return best;
}

BuildingSearch::BuildingSearch(const PlayerSetup& setup)
    : seed_(setup.seed),
      evaluator_(evaluator_of(setup.options)),
      beam_(search::scale_to_nodes({}, setup.options.nodes), evaluation::search_rules_of(setup.ruleset)) {}

PlacementOptions BuildingSearch::options(const Position& position, std::uint32_t placements,
                                         limits::SearchBudget& budget) {
  const auto hand = static_cast<std::uint64_t>(position.own.hand);
  const search::PlacementForecasts forecasts =
      beam_.resume(position.own.field, duel::known_pairs(position.own), placements, seed_ + hand, *evaluator_, budget);
  PlacementOptions options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    options[i].survives = forecasts[i].survives;
    options[i].fired = forecasts[i].fired;
    options[i].expected_points = forecasts[i].expected_value;
  }
  return options;
}

}  // namespace rensa::players
