#include "engine/players/potential.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <tuple>

#include "engine/players/choices.h"
#include "engine/players/room.h"
#include "engine/rules/droppable.h"

namespace rensa::players {

namespace {

constexpr int kLittleRoom = 14;  // cells
constexpr int kHurts = 6;        // garbage: a row
constexpr int kSmallChain = 2;   // links, for clearing what is in the way

// The first of the best.
template <typename May, typename Key>
std::optional<std::size_t> best_of(const search::Prospects& prospects, std::uint32_t placements, May may, Key key) {
  std::optional<std::size_t> best;
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (may(prospects[index]) && (!best || key(prospects[index]) > key(prospects[*best]))) best = index;
  }
  return best;
}

}  // namespace

bool is_urgent(const search::Prospect& prospect, const PotentialSituation& situation) {
  if (!prospect.lives || prospect.now.hand == 0) return false;
  const std::int64_t now = prospect.now.attack;
  const std::int64_t worth = situation.worth;
  if (now >= (std::int64_t{situation.to_bury} + situation.waiting) * worth) return true;
  if (situation.waiting >= kHurts && now >= situation.waiting * worth) return true;
  return situation.waiting >= situation.room;
}

std::optional<std::size_t> soonest_burial(const search::Prospects& prospects, std::uint32_t placements,
                                          const PotentialSituation& situation) {
  const std::int64_t enough = (std::int64_t{situation.to_bury} + situation.waiting) * situation.worth;
  return best_of(
      prospects, placements,
      [&](const search::Prospect& one) { return one.lives && one.now.hand == 0 && one.later.attack >= enough; },
      [](const search::Prospect& one) { return std::tuple(-one.later.hand, one.later.attack, one.hope); });
}

std::size_t choose_by_potential(const search::Prospects& prospects, std::uint32_t placements,
                                const PotentialSituation& situation) {
  using search::Prospect;
  assert(placements != 0);
  const auto fires = [](const Prospect& one) { return one.lives && one.now.hand > 0; };
  const auto waits = [](const Prospect& one) { return one.lives && one.now.hand == 0; };
  const auto clears = [&](const Prospect& one) { return fires(one) && one.now.links <= kSmallChain; };
  const auto by_now = [](const Prospect& one) { return std::tuple(one.now, one.hope); };
  const auto by_later = [](const Prospect& one) { return std::tuple(one.later, one.hope); };
  const auto by_hope = [](const Prospect& one) { return one.hope; };

  const auto loudest = best_of(prospects, placements, fires, by_now);
  const bool is_late = situation.room <= kLittleRoom;
  const auto quiet =
      is_late ? best_of(prospects, placements, waits, by_later) : best_of(prospects, placements, waits, by_hope);
  if (!quiet && !loudest) return *best_of(prospects, placements, [](const Prospect&) { return true; }, by_now);
  if (!loudest) return *quiet;
  if (!quiet) return *loudest;

  if (is_late && prospects[*loudest].now.attack >= prospects[*quiet].later.attack) return *loudest;
  if (is_urgent(prospects[*loudest], situation)) return *loudest;
  const auto clearing = best_of(prospects, placements, clears, by_hope);
  if (clearing && prospects[*clearing].hope > std::max(prospects[*quiet].hope, 0) / 4 * 5) return *clearing;
  return *quiet;
}

PotentialSituation Potential::situation_of(const duel::View& view) const {
  return {.room = room_of(view.own.field),
          .waiting = view.own.waiting.total(),
          .to_bury = burying(view.opponent, ruleset_.choke),
          .worth = rules::attack_for_one(ruleset_, view.clock)};
}

search::Prospects Potential::prospects_of(const duel::View& view, std::uint32_t placements) const {
  return search::prospects_of(view.own.field, duel::known_pairs(view.own), placements,
                              {.formula = ruleset_.attack, .choke = ruleset_.choke, .colours = ruleset_.colours});
}

Potential::Decision Potential::decide(const duel::View& view) const {
  const PotentialSituation situation = situation_of(view);
  const Choices choices(view);
  const std::uint32_t left = rules::droppable_placements(view.own.field.heights()) & choices.candidates();
  const search::Prospects prospects = prospects_of(view, left);
  const auto chosen = choose_possible(choices, view.own.pairs[0], left, [&](std::uint32_t placements) {
    return choose_by_potential(prospects, placements, situation);
  });
  if (!chosen) return {.placement = any_possible(view)};
  const search::Prospect& prospect = prospects[chosen->index];
  const auto burial = soonest_burial(prospects, left, situation);
  return {.placement = chosen->placement,
          .is_urgent = is_urgent(prospect, situation),
          .buries_soon = burial && choices.allows(*burial) ? std::optional(rules::kPlacements[*burial]) : std::nullopt};
}

// By the rules of the choice alone, which have no common measure.
std::vector<Candidate> Potential::candidates(const duel::View& view) {
  const PotentialSituation situation = situation_of(view);
  const Choices choices(view);
  const std::uint32_t left = rules::droppable_placements(view.own.field.heights()) & choices.candidates();
  const search::Prospects prospects = prospects_of(view, left);
  std::vector<Candidate> candidates;
  for (const Chosen& chosen : rank_possible(choices, view.own.pairs[0], left, [&](std::uint32_t placements) {
         return choose_by_potential(prospects, placements, situation);
       })) {
    candidates.push_back({chosen.placement});
  }
  if (candidates.empty()) candidates.push_back({any_possible(view)});
  return candidates;
}

}  // namespace rensa::players
