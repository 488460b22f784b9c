#include "engine/players/race.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

#include "engine/players/choices.h"
#include "engine/players/exchange/side_facts.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

constexpr int kHarmfulGarbage = 20;  // garbage that buries the victim's chain
constexpr int kKeptPermille = 900;   // of an attack's value with each turn of waiting

}  // namespace

std::optional<std::size_t> choose_decisive_attack(const search::PlacementPotentials& potentials,
                                                  std::uint32_t placements, const DecisiveAttackSituation& situation) {
  std::optional<std::size_t> best;
  std::int64_t most = 0;
  std::int64_t permille = 1000;
  const std::size_t turns = situation.waiting > 0 ? 1 : search::kMaxPotentialPairs;
  for (std::size_t turn = 0; turn < turns; ++turn, permille = permille * kKeptPermille / 1000) {
    const std::size_t next = std::min(turn + 1, situation.answers.size() - 1);
    const int answer = std::max(situation.answers[turn], situation.answers[next]);
    for (std::uint32_t left = placements; left != 0; left &= left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(left));
      const int garbage = (potentials[index].attacks[turn] - answer) / situation.attack_per_garbage - situation.waiting;
      if (garbage < kHarmfulGarbage) continue;
      const std::int64_t value = std::min(garbage, situation.to_bury) * permille;
      if (value <= most) continue;
      most = value;
      best = index;
    }
  }
  return best;
}

std::array<int, search::kMaxPotentialPairs> greatest_attacks(const search::PlacementPotentials& potentials) {
  std::array<int, search::kMaxPotentialPairs> most{};
  for (const search::PlacementPotential& potential : potentials) {
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], potential.attacks[i]);
  }
  return most;
}

namespace {

constexpr search::RaceSettings kRace{};
constexpr int kFormPercent = 98;  // of the greatest expected value; a whole turn costs fifteen per cent

search::BeamSettings settings_of(const PlayerSetup& setup) {
  search::BeamSettings settings = search::scale_to_nodes({}, setup.options.nodes);
  settings.late_futures = 20;
  settings.race = kRace;
  settings.race->attack_per_garbage = rules::attack_per_garbage(setup.ruleset, 0);
  return settings;
}

std::size_t index_of(rules::Placement placement, rules::Pair pair) {
  const std::size_t index = rules::index_of(placement);
  return pair.axis == pair.child && index >= kUpsideDown ? index - kUpsideDown : index;
}

}  // namespace

Race::Race(const PlayerSetup& setup)
    : seed_(setup.seed),
      evaluator_(evaluator_of(setup.options)),
      beam_(settings_of(setup), evaluation::search_rules_of(setup.ruleset)),
      form_beam_(beam_) {}

std::array<int, search::kMaxPotentialPairs> Race::answers(const Position& position, limits::SearchBudget& budget) {
  const duel::SideView& side = position.opponent;
  if (side.pairs_shown == 0) return {};
  return greatest_attacks(
      theirs_.of(side, rules::droppable_placements(side.field.heights()), position.ruleset, budget));
}

std::optional<rules::Placement> Race::decisive_attack(const Position& position, RememberedPotentials& own,
                                                      limits::SearchBudget& budget) {
  assert(is_on(position));
  const std::uint32_t placements = PlacementChoices(position).candidates();
  const DecisiveAttackSituation situation{.waiting = position.own.waiting.total(),
                                          .to_bury = garbage_to_bury(position.opponent, position.ruleset.choke),
                                          .answers = answers(position, budget),
                                          .attack_per_garbage = rules::attack_per_garbage(position.ruleset, 0)};
  const search::PlacementPotentials& potentials = own.of(position.own, placements, position.ruleset, budget);
  if (budget.has_ended()) return std::nullopt;  // the opponent may have better answers
  const auto chosen = choose_decisive_attack(potentials, placements, situation);
  return chosen ? std::optional(rules::kPlacements[*chosen]) : std::nullopt;
}

rules::Placement Race::build(const Position& position, std::optional<rules::Placement> form,
                             limits::SearchBudget& budget) {
  assert(is_on(position));
  const PlacementChoices choices(position);
  const auto hand = static_cast<std::uint64_t>(position.own.hand);
  const rules::Pair pair = position.own.pairs[0];
  const auto evaluate = [&](search::BeamSearch& beam, std::uint32_t placements) {
    return beam.resume(position.own.field, duel::known_pairs(position.own), placements, seed_ + hand, *evaluator_,
                       budget);
  };
  search::PlacementForecasts forecasts = evaluate(beam_, choices.candidates());
  const auto wanted = form ? std::optional(index_of(*form, pair)) : std::nullopt;
  // This placement is evaluated alone, because in a common beam better placements would displace its fields.
  if (wanted && !budget.has_ended()) forecasts[*wanted] = evaluate(form_beam_, 1U << *wanted)[*wanted];
  return choose_or_any(position, choices, choices.candidates(),
                       [&](std::uint32_t placements) { return choose_for_race(forecasts, placements, wanted); });
}

std::size_t choose_for_race(const search::PlacementForecasts& forecasts, std::uint32_t placements,
                            std::optional<std::size_t> form) {
  assert(placements != 0);
  const auto key = [&](std::size_t index) {
    const search::PlacementForecast& forecast = forecasts[index];
    return std::tuple(forecast.survives, forecast.fired.links < kRace.min_links, forecast.expected_value);
  };
  const std::size_t best = first_greatest(placements, key);
  const bool may_form = form && (placements >> *form & 1U) != 0 && forecasts[*form].survives;
  return may_form &&
                 forecasts[*form].expected_value >= std::int64_t{forecasts[best].expected_value} * kFormPercent / 100
             ? *form
             : best;
}

}  // namespace rensa::players
