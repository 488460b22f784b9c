#include "engine/players/gaze.h"

#include <algorithm>
#include <bit>
#include <string>

#include "engine/players/choices.h"
#include "engine/players/opponent.h"
#include "engine/players/room.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"

namespace rensa::players {

namespace {

// What the literature's formula gives for a garbage, roughly: 50,000 points count 350.
constexpr int kPointsByLiterature = 140;

// What hurts, in garbage: so much is enough, three links are something.
constexpr search::RaceTerms kSoonest{.links = 3, .most = 80, .attack_for_one = 70, .left_permille = 850};
constexpr int kMostSoon = kSoonest.most * kSoonest.attack_for_one;

// The pairs that are still to be placed once the current one has been.
std::span<const rules::Pair> next_pairs(const duel::SideView& side) {
  const auto known = duel::known_pairs(side);
  return known.empty() ? known : known.subspan(1);
}

}  // namespace

search::BeamTerms Gaze::soonest_terms(int nodes) {
  search::BeamTerms terms = search::with_nodes({}, nodes);
  terms.futures = kSoonFutures;
  terms.late_futures = kLateSoonFutures;
  terms.race = kSoonest;
  return terms;
}

Gaze::Gaze(const PlayerSetup& setup, Exchanges exchanges)
    : ruleset_(setup.ruleset),
      potential_(setup),
      building_(setup),
      standoff_({.formula = setup.ruleset.attack, .pacing = setup.ruleset.pacing, .colours = setup.ruleset.colours}),
      exchanges_(exchanges),
      race_(setup),
      soonest_(
          soonest_terms(setup.options.nodes), setup.options.weights.value_or(search::default_stacking_plan()),
          {.formula = rules::AttackFormula::score, .choke = setup.ruleset.choke, .colours = setup.ruleset.colours}),
      answer_(setup),
      seed_(setup.seed) {}

rules::Placement Gaze::choose(const duel::View& view) {
  const Thought thought = think(view);
  if (thought.settled) return *thought.settled;
  const auto chosen = choose_possible(Choices(view), view.own.pairs[0], thought.placements,
                                      [&](std::uint32_t among) { return thought.best_of(among); });
  if (!chosen) return any_possible(view);
  const GazeOption& option = thought.options[chosen->index];
  remark_ = option.now.links > 0 ? Remark{Intent::fire, option.now.links, option.now.score}
                                 : Remark{Intent::build, 0, option.promise};
  return chosen->placement;
}

std::vector<Candidate> Gaze::candidates(const duel::View& view) {
  const Thought thought = think(view);
  if (thought.settled) return {{*thought.settled}};
  const auto ranked = rank_possible(Choices(view), view.own.pairs[0], thought.placements,
                                    [&](std::uint32_t among) { return thought.best_of(among); });
  if (ranked.empty()) return {{any_possible(view)}};
  std::vector<Candidate> candidates;
  for (const Chosen& chosen : ranked) {
    const GazeOption& option = thought.options[chosen.index];
    const auto worth = option.lives ? std::optional(worth_of(option, thought.situation)) : std::nullopt;
    candidates.push_back({chosen.placement, worth});
  }
  return candidates;
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

Gaze::Thought Gaze::think(const duel::View& view) {
  remark_ = {};
  if (Race::is_on(view)) {
    remark_.intent = Intent::race;
    return {.settled = choose_in_race(view)};
  }
  const bool is_duel = view.opponent.hand > 0;
  const search::RunningChain theirs =
      is_duel ? running_chain_of(view.opponent, ruleset_.attack) : search::RunningChain{};
  if (const auto threat = threat_to(view.own, theirs, rules::attack_for_one(ruleset_, view.clock))) {
    remark_.intent = Intent::answer;
    return {.settled = answer_.choose(view, *threat)};
  }
  const std::uint32_t left = rules::droppable_placements(view.own.field.heights()) & Choices(view).candidates();
  GazeOptions options = building_.options(view, left);
  if (is_duel) {
    look_for_attack(view, left, options);
    look_at_opponent(view, theirs, left, options);
  }
  const GazeSituation situation{.points_a_garbage = points_a_garbage(view.clock),
                                .buries_theirs = burying(view.opponent, ruleset_.choke),
                                .most_soon = is_duel ? kMostSoon : 0};
  return {.settled = std::nullopt, .placements = left, .options = options, .situation = situation};
}

int Gaze::points_a_garbage(int frame) const {
  const bool counts_points = ruleset_.attack == rules::AttackFormula::score;
  return counts_points ? rules::garbage_rate_at(ruleset_, frame) : kPointsByLiterature;
}

rules::Placement Gaze::choose_in_race(const duel::View& view) {
  if (const auto strike = race_.strike(view)) return *strike;
  const Potential::Decision decision = potential_.decide(view);
  if (decision.is_urgent) return decision.placement;
  if (decision.buries_soon) return *decision.buries_soon;
  return race_.build(view, std::nullopt);
}

void Gaze::look_for_attack(const duel::View& view, std::uint32_t placements, GazeOptions& options) {
  const auto hand = static_cast<std::uint64_t>(view.own.hand);
  const search::Growths growths = soonest_.look(view.own.field, duel::known_pairs(view.own), placements, seed_ + hand);
  for (std::size_t i = 0; i < options.size(); ++i) {
    options[i].soon =
        static_cast<int>(std::int64_t{growths[i].promise} * kSoonest.attack_for_one / search::kRaceGarbage);
  }
}

search::Exchange Gaze::exchange(const search::Fighter& own, const search::Fighter& theirs,
                                const search::ExchangeTerms& terms, const std::array<int, 2>& buries) {
  switch (exchanges_) {
    case Exchanges::by_garbage:
      return search::exchange(own, theirs, terms);
    case Exchanges::best_first:
      return searcher_.search(own, theirs, terms, buries);
  }
  return {};
}

void Gaze::look_at_opponent(const duel::View& view, const search::RunningChain& running, std::uint32_t placements,
                            GazeOptions& options) {
  const int rate = rules::attack_for_one(ruleset_, view.clock);
  const search::HandTree their_tree = standoff_.tree_of(running.after, pairs_to_come(view.opponent));
  const search::ExchangeTerms terms{.first = search::Side::theirs, .garbage_rate = rate};
  const int owed = view.own.waiting.total() + running.attack / rate;

  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    GazeOption& option = options[index];
    if (!option.lives) continue;
    rules::Field field = view.own.field;
    rules::drop_pair(field, view.own.pairs[0], rules::kPlacements[index]);
    const int attack = search::attack_of(field, option.now, ruleset_.attack) / rate;
    rules::simulate_chain(field);
    option.buries = burying(field, ruleset_.choke);
    const search::HandTree own_tree = standoff_.tree_of(field, next_pairs(view.own));
    const search::Fighter own{.tree = &own_tree,
                              .free_at = search::kFramesPerHand + option.now.frames,
                              .owed = std::max(owed - attack, 0),
                              .certain_at = running.frames};
    const search::Fighter theirs{.tree = &their_tree,
                                 .free_at = running.frames,
                                 .owed = view.opponent.waiting.total() + std::max(attack - owed, 0),
                                 .certain_at = own.free_at};
    option.outcome = exchange(own, theirs, terms, {option.buries, burying(view.opponent, ruleset_.choke)});
  }
}

Gaze best_first(const PlayerSetup& setup) { return {setup, Gaze::Exchanges::best_first}; }

}  // namespace rensa::players
