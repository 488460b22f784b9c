#include "engine/players/gaze.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "engine/players/choices.h"
#include "engine/players/exchange/side_facts.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

// About the number of points for one garbage by the literature's formula: 50,000 points make 350.
constexpr int kPointsPerGarbageInLiterature = 140;

// An attack hurts from three links on, and more than 80 garbage does not count.
constexpr search::RaceSettings kSoonestAttack{
    .min_links = 3, .max_garbage = 80, .attack_per_garbage = 70, .kept_permille = 850};
constexpr int kMaxSoonestAttack = kSoonestAttack.max_garbage * kSoonestAttack.attack_per_garbage;

int points_per_garbage(const rules::Ruleset& ruleset, int frame) {
  const bool counts_points = ruleset.attack == rules::AttackFormula::score;
  return counts_points ? rules::garbage_rate_at(ruleset, frame) : kPointsPerGarbageInLiterature;
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
    : building_(setup),
      chain_trees_(setup.ruleset),
      exchanges_(exchanges),
      race_(setup),
      soonest_attack_(
          soonest_attack_settings(setup.options.nodes),
          {.formula = rules::AttackFormula::score, .choke = setup.ruleset.choke, .colours = setup.ruleset.colours}),
      counter_attack_(setup),
      evaluator_(evaluator_of(setup.options)),
      seed_(setup.seed) {}

rules::Placement Gaze::choose(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  const Analysis analysis = analyse(position, budget);
  if (analysis.settled) return *analysis.settled;
  const auto chosen = choose_possible(PlacementChoices(position), position.own.pairs[0], analysis.placements,
                                      [&](std::uint32_t among) { return analysis.best_of(among); });
  if (!chosen) return any_possible_placement(position);
  const PlacementOption& option = analysis.options[chosen->index];
  remark_ = option.fired.links > 0 ? Remark{Intent::fire, option.fired.links, option.fired.score}
                                   : Remark{Intent::build, 0, option.expected_points};
  return chosen->placement;
}

std::vector<Candidate> Gaze::candidates(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  const Analysis analysis = analyse(position, budget);
  if (analysis.settled) return {{*analysis.settled}};
  return rank_possible(
      position, PlacementChoices(position), analysis.placements,
      [&](std::uint32_t among) { return analysis.best_of(among); },
      [&](std::size_t index) { return worth_of(analysis.options[index], analysis.situation); });
}

bool Gaze::ponder(const Position& expected, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  const Remark last_choice = remark_;
  analyse(expected, budget);
  remark_ = last_choice;
  return !budget.has_ended();
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

Gaze::Analysis Gaze::analyse(const Position& position, limits::SearchBudget& budget) {
  remark_ = {};
  if (Race::is_on(position)) {
    remark_.intent = Intent::race;
    return {.settled = choose_in_race(position, budget)};
  }
  const bool is_duel = position.opponent.hand > 0;
  if (const auto incoming = incoming_attack(position.own_incoming)) {
    remark_.intent = Intent::answer;
    return {.settled = counter_attack_.choose(position, *incoming, budget)};
  }
  const std::uint32_t left = PlacementChoices(position).droppable_candidates();
  PlacementOptions options = building_.options(position, left, budget);
  if (is_duel) {
    find_soonest_attacks(position, left, options, budget);
    find_exchanges(position, left, options, budget);
  }
  const DuelSituation situation{.points_per_garbage = points_per_garbage(position.ruleset, position.clock),
                                .garbage_to_win = garbage_to_bury(position.opponent, position.ruleset.choke),
                                .max_soonest_attack = is_duel ? kMaxSoonestAttack : 0};
  return {.settled = std::nullopt, .placements = left, .options = options, .situation = situation};
}

rules::Placement Gaze::choose_in_race(const Position& position, limits::SearchBudget& budget) {
  if (const auto attack = race_.decisive_attack(position, own_potentials_, budget)) return *attack;
  const Potential::Decision decision = Potential::decide(position, own_potentials_, budget);
  if (decision.is_urgent) return decision.placement;
  if (decision.buries_soon) return *decision.buries_soon;
  if (budget.has_ended()) return decision.placement;
  return race_.build(position, std::nullopt, budget);
}

void Gaze::find_soonest_attacks(const Position& position, std::uint32_t placements, PlacementOptions& options,
                                limits::SearchBudget& budget) {
  const auto hand = static_cast<std::uint64_t>(position.own.hand);
  const search::PlacementForecasts forecasts = soonest_attack_.resume(
      position.own.field, duel::known_pairs(position.own), placements, seed_ + hand, *evaluator_, budget);
  for (std::size_t i = 0; i < options.size(); ++i) {
    options[i].soonest_attack = static_cast<int>(std::int64_t{forecasts[i].expected_value} *
                                                 kSoonestAttack.attack_per_garbage / search::kRaceGarbageValue);
  }
}

search::ExchangeResult Gaze::exchange(const search::ExchangeSide& own, const search::ExchangeSide& theirs,
                                      const search::ExchangeSettings& settings, const std::array<int, 2>& to_bury,
                                      limits::SearchBudget& budget) {
  switch (exchanges_) {
    case Exchanges::by_garbage:
      return search::solve_exchange(own, theirs, settings, budget);
    case Exchanges::best_first:
      return best_first_exchange_.search(own, theirs, settings, to_bury, budget);
  }
  return {};
}

Gaze::ExchangeQuestion Gaze::exchange_question(const Position& position, std::uint32_t placements) {
  const auto own = duel::known_pairs(position.own);
  const auto theirs = pairs_to_come(position.opponent);
  return {.placements = placements,
          .garbage_rate = rules::attack_per_garbage(position.ruleset, position.clock),
          .own = position.own.field,
          .own_pairs = {own.begin(), own.end()},
          .own_incoming = position.own_incoming.total(),
          .opponent_free_in = position.opponent_free_in(),
          .theirs = running_chain_of(position.opponent, position.ruleset.attack).after,
          .their_pairs = {theirs.begin(), theirs.end()},
          .their_incoming = position.opponent.waiting.total(),
          .garbage_to_bury_them = garbage_to_bury(position.opponent, position.ruleset.choke)};
}

void Gaze::find_exchanges(const Position& position, std::uint32_t placements, PlacementOptions& options,
                          limits::SearchBudget& budget) {
  if (budget.has_ended()) return;
  FoundExchanges& found = found_exchanges_;
  ExchangeQuestion question = exchange_question(position, placements);
  if (found.question != question) found = {.question = std::move(question), .left = placements};
  if (found.left != 0) {
    const search::ChainTree their_tree =
        chain_trees_.tree_of(found.question.theirs, found.question.their_pairs, budget);
    for (; found.left != 0; found.left &= found.left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(found.left));
      if (options[index].survives) search_exchange(position.ruleset, index, options[index].fired, their_tree, budget);
      if (budget.has_ended()) return;
    }
  }
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (!options[index].survives) continue;
    options[index].outcome = found.outcomes[index];
    options[index].garbage_to_lose = found.garbage_to_lose[index];
  }
}

void Gaze::search_exchange(const rules::Ruleset& ruleset, std::size_t index, const rules::ChainResult& fired,
                           const search::ChainTree& their_tree, limits::SearchBudget& budget) {
  const ExchangeQuestion& question = found_exchanges_.question;
  const int rate = question.garbage_rate;
  const search::ExchangeSettings settings{.first = search::ExchangeSeat::theirs, .garbage_rate = rate};
  rules::Field field = question.own;
  rules::drop_pair(field, question.own_pairs[0], rules::kPlacements[index]);
  const int attack = evaluation::chain_attack(field, fired, ruleset.attack) / rate;
  rules::simulate_chain(field);
  const int to_lose = garbage_to_bury(field, ruleset.choke);
  const auto next_pairs = std::span(question.own_pairs).subspan(1);
  const search::ChainTree own_tree = chain_trees_.tree_of(field, next_pairs, budget);
  const search::ExchangeSide own{.tree = &own_tree,
                                 .free_at = search::kFramesPerHand + fired.frames,
                                 .incoming = std::max(question.own_incoming - attack, 0),
                                 .certain_at = question.opponent_free_in};
  const search::ExchangeSide theirs{.tree = &their_tree,
                                    .free_at = question.opponent_free_in,
                                    .incoming = question.their_incoming + std::max(attack - question.own_incoming, 0),
                                    .certain_at = own.free_at};
  found_exchanges_.garbage_to_lose[index] = to_lose;
  found_exchanges_.outcomes[index] = exchange(own, theirs, settings, {to_lose, question.garbage_to_bury_them}, budget);
}

Gaze best_first(const PlayerSetup& setup) { return {setup, Gaze::Exchanges::best_first}; }

}  // namespace rensa::players
