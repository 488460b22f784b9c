#include "engine/players/race.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <tuple>

#include "engine/players/choices.h"
#include "engine/players/room.h"
#include "engine/players/strike.h"
#include "engine/rules/droppable.h"

namespace rensa::players {

namespace {

constexpr search::RaceTerms kRace{};
constexpr int kFormPercent = 98;  // of the most that is promised; a whole turn costs fifteen

search::FiringTerms firing_of(const rules::Ruleset& ruleset) {
  return {.formula = ruleset.attack, .choke = ruleset.choke, .colours = ruleset.colours};
}

search::BeamTerms terms_of(const PlayerSetup& setup) {
  search::BeamTerms terms = search::with_nodes({}, setup.options.nodes);
  terms.late_futures = 20;
  terms.race = kRace;
  terms.race->attack_for_one = rules::attack_for_one(setup.ruleset, 0);
  return terms;
}

search::Prospects prospects_of(const duel::SideView& side, std::uint32_t placements, const rules::Ruleset& ruleset) {
  return search::prospects_of(side.field, duel::known_pairs(side), placements, firing_of(ruleset));
}

// Whose pairs nobody knows is not seen to have any.
std::array<int, search::kMostProspectPairs> answers_of(const duel::SideView& side, const rules::Ruleset& ruleset) {
  if (side.pairs_shown == 0) return {};
  return most_attacks(prospects_of(side, rules::droppable_placements(side.field.heights()), ruleset));
}

std::size_t index_of(rules::Placement placement, rules::Pair pair) {
  const auto found = std::find(rules::kPlacements.begin(), rules::kPlacements.end(), placement);
  const auto index = static_cast<std::size_t>(found - rules::kPlacements.begin());
  return pair.axis == pair.child && index >= kUpsideDown ? index - kUpsideDown : index;
}

}  // namespace

Race::Race(const PlayerSetup& setup)
    : ruleset_(setup.ruleset),
      seed_(setup.seed),
      beam_(terms_of(setup), setup.options.weights.value_or(search::default_stacking_plan()),
            firing_of(setup.ruleset)) {}

std::optional<rules::Placement> Race::strike(const duel::View& view) const {
  assert(is_on(view));
  const std::uint32_t own_placements = Choices(view).candidates();
  const StrikeSituation situation{.waiting = view.own.waiting.total(),
                                  .to_bury = burying(view.opponent, ruleset_.choke),
                                  .answers = answers_of(view.opponent, ruleset_),
                                  .worth = rules::attack_for_one(ruleset_, 0)};
  const auto chosen = choose_strike(prospects_of(view.own, own_placements, ruleset_), own_placements, situation);
  return chosen ? std::optional(rules::kPlacements[*chosen]) : std::nullopt;
}

rules::Placement Race::build(const duel::View& view, std::optional<rules::Placement> form) {
  assert(is_on(view));
  const Choices choices(view);
  const auto hand = static_cast<std::uint64_t>(view.own.hand);
  const rules::Pair pair = view.own.pairs[0];
  const auto look = [&](std::uint32_t placements) {
    return beam_.look(view.own.field, duel::known_pairs(view.own), placements, seed_ + hand);
  };
  search::Growths growths = look(choices.candidates());
  const auto wanted = form ? std::optional(index_of(*form, pair)) : std::nullopt;
  // By itself: among others hardly anything is kept of what a placement leads to that is a little worse.
  if (wanted) growths[*wanted] = look(1U << *wanted)[*wanted];
  const auto chosen = choose_possible(choices, pair, choices.candidates(), [&](std::uint32_t placements) {
    return choose_for_race(growths, placements, wanted);
  });
  return chosen ? chosen->placement : any_possible(view);
}

std::size_t choose_for_race(const search::Growths& growths, std::uint32_t placements, std::optional<std::size_t> form) {
  assert(placements != 0);
  const auto key = [&](std::size_t index) {
    const search::Growth& growth = growths[index];
    return std::tuple(growth.lives, growth.now.links < kRace.links, growth.promise);
  };
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  for (std::uint32_t left = placements; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    if (key(index) > key(best)) best = index;
  }
  const bool may_form = form && (placements >> *form & 1U) != 0 && growths[*form].lives;
  return may_form && growths[*form].promise >= std::int64_t{growths[best].promise} * kFormPercent / 100 ? *form : best;
}

}  // namespace rensa::players
