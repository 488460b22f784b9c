#include "engine/players/gaze.h"

#include <algorithm>
#include <bit>
#include <string>

#include "engine/players/choices.h"
#include "engine/players/side_facts.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

// About the number of points for one garbage by the literature's formula: 50,000 points make 350.
constexpr int kPointsPerGarbageInLiterature = 140;

// An attack hurts from three links on, and more than 80 garbage does not count.
constexpr search::RaceSettings kSoonestAttack{
    .min_links = 3, .max_garbage = 80, .attack_per_garbage = 70, .kept_permille = 850};
constexpr int kMaxSoonestAttack = kSoonestAttack.max_garbage * kSoonestAttack.attack_per_garbage;

// Returns the known pairs after the current one.
std::span<const rules::Pair> next_pairs(const duel::SideView& side) {
  const auto known = duel::known_pairs(side);
  return known.empty() ? known : known.subspan(1);
}

}  // namespace

search::BeamSettings Gaze::soonest_attack_settings(int nodes) {
  search::BeamSettings settings = search::scale_to_nodes({}, nodes);
  settings.futures = kAttackFutures;
  settings.late_futures = kLateAttackFutures;
  settings.race = kSoonestAttack;
  return settings;
}

Gaze::Gaze(const PlayerSetup& setup, Exchanges exchanges)
    : ruleset_(setup.ruleset),
      potential_(setup),
      building_(setup),
      chain_trees_(setup.ruleset),
      exchanges_(exchanges),
      race_(setup),
      soonest_attack_(
          soonest_attack_settings(setup.options.nodes), setup.options.weights.value_or(evaluation::default_weights()),
          {.formula = rules::AttackFormula::score, .choke = setup.ruleset.choke, .colours = setup.ruleset.colours}),
      counter_attack_(setup),
      seed_(setup.seed) {}

rules::Placement Gaze::choose(const duel::View& view) {
  const Analysis analysis = analyse(view);
  if (analysis.settled) return *analysis.settled;
  const auto chosen = choose_possible(PlacementChoices(view), view.own.pairs[0], analysis.placements,
                                      [&](std::uint32_t among) { return analysis.best_of(among); });
  if (!chosen) return any_possible_placement(view);
  const PlacementOption& option = analysis.options[chosen->index];
  remark_ = option.fired.links > 0 ? Remark{Intent::fire, option.fired.links, option.fired.score}
                                   : Remark{Intent::build, 0, option.expected_points};
  return chosen->placement;
}

std::vector<Candidate> Gaze::candidates(const duel::View& view) {
  const Analysis analysis = analyse(view);
  if (analysis.settled) return {{*analysis.settled}};
  return rank_possible(
      view, PlacementChoices(view), analysis.placements, [&](std::uint32_t among) { return analysis.best_of(among); },
      [&](std::size_t index) { return worth_of(analysis.options[index], analysis.situation); });
}

std::string Gaze::remark() const {
  switch (remark_.intent) {
    case Intent::none:
      return {};
    case Intent::race:
      return "races for the first attack";
    case Intent::answer:
      return "answers what is on its way";
    case Intent::fire:
      return "fires " + std::to_string(remark_.links) + (remark_.links == 1 ? " link" : " links") + " for " +
             std::to_string(remark_.points) + " points";
    case Intent::build:
      return remark_.points > 0 ? "builds towards " + std::to_string(remark_.points) + " points" : "builds";
  }
  return {};
}

Gaze::Analysis Gaze::analyse(const duel::View& view) {
  remark_ = {};
  if (Race::is_on(view)) {
    remark_.intent = Intent::race;
    return {.settled = choose_in_race(view)};
  }
  const bool is_duel = view.opponent.hand > 0;
  const evaluation::RunningChain theirs =
      is_duel ? running_chain_of(view.opponent, ruleset_.attack) : evaluation::RunningChain{};
  if (const auto incoming = incoming_attack(view.own, theirs, rules::attack_per_garbage(ruleset_, view.clock))) {
    remark_.intent = Intent::answer;
    return {.settled = counter_attack_.choose(view, *incoming)};
  }
  const std::uint32_t left = PlacementChoices(view).droppable_candidates();
  PlacementOptions options = building_.options(view, left);
  if (is_duel) {
    find_soonest_attacks(view, left, options);
    find_exchanges(view, theirs, left, options);
  }
  const DuelSituation situation{.points_per_garbage = points_per_garbage(view.clock),
                                .garbage_to_win = garbage_to_bury(view.opponent, ruleset_.choke),
                                .max_soonest_attack = is_duel ? kMaxSoonestAttack : 0};
  return {.settled = std::nullopt, .placements = left, .options = options, .situation = situation};
}

int Gaze::points_per_garbage(int frame) const {
  const bool counts_points = ruleset_.attack == rules::AttackFormula::score;
  return counts_points ? rules::garbage_rate_at(ruleset_, frame) : kPointsPerGarbageInLiterature;
}

rules::Placement Gaze::choose_in_race(const duel::View& view) {
  if (const auto attack = race_.decisive_attack(view)) return *attack;
  const Potential::Decision decision = potential_.decide(view);
  if (decision.is_urgent) return decision.placement;
  if (decision.buries_soon) return *decision.buries_soon;
  return race_.build(view, std::nullopt);
}

void Gaze::find_soonest_attacks(const duel::View& view, std::uint32_t placements, PlacementOptions& options) {
  const auto hand = static_cast<std::uint64_t>(view.own.hand);
  const search::PlacementForecasts forecasts =
      soonest_attack_.evaluate(view.own.field, duel::known_pairs(view.own), placements, seed_ + hand);
  for (std::size_t i = 0; i < options.size(); ++i) {
    options[i].soonest_attack = static_cast<int>(std::int64_t{forecasts[i].expected_value} *
                                                 kSoonestAttack.attack_per_garbage / search::kRaceGarbageValue);
  }
}

search::ExchangeResult Gaze::exchange(const search::ExchangeSide& own, const search::ExchangeSide& theirs,
                                      const search::ExchangeSettings& settings, const std::array<int, 2>& to_bury) {
  switch (exchanges_) {
    case Exchanges::by_garbage:
      return search::solve_exchange(own, theirs, settings);
    case Exchanges::best_first:
      return best_first_exchange_.search(own, theirs, settings, to_bury);
  }
  return {};
}

void Gaze::find_exchanges(const duel::View& view, const evaluation::RunningChain& running, std::uint32_t placements,
                          PlacementOptions& options) {
  const int rate = rules::attack_per_garbage(ruleset_, view.clock);
  const search::ChainTree their_tree = chain_trees_.tree_of(running.after, pairs_to_come(view.opponent));
  const search::ExchangeSettings settings{.first = search::ExchangeSeat::theirs, .garbage_rate = rate};
  const int incoming = view.own.waiting.total() + running.attack / rate;

  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    PlacementOption& option = options[index];
    if (!option.survives) continue;
    rules::Field field = view.own.field;
    rules::drop_pair(field, view.own.pairs[0], rules::kPlacements[index]);
    const int attack = evaluation::chain_attack(field, option.fired, ruleset_.attack) / rate;
    rules::simulate_chain(field);
    option.garbage_to_lose = garbage_to_bury(field, ruleset_.choke);
    const search::ChainTree own_tree = chain_trees_.tree_of(field, next_pairs(view.own));
    const search::ExchangeSide own{.tree = &own_tree,
                                   .free_at = search::kFramesPerHand + option.fired.frames,
                                   .incoming = std::max(incoming - attack, 0),
                                   .certain_at = running.frames};
    const search::ExchangeSide theirs{.tree = &their_tree,
                                      .free_at = running.frames,
                                      .incoming = view.opponent.waiting.total() + std::max(attack - incoming, 0),
                                      .certain_at = own.free_at};
    option.outcome =
        exchange(own, theirs, settings, {option.garbage_to_lose, garbage_to_bury(view.opponent, ruleset_.choke)});
  }
}

Gaze best_first(const PlayerSetup& setup) { return {setup, Gaze::Exchanges::best_first}; }

}  // namespace rensa::players
