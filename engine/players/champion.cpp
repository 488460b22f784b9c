#include "engine/players/champion.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "engine/players/choices.h"
#include "engine/players/exchange/side_facts.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

// An attack hurts from three links on, and more than 80 garbage does not count.
constexpr search::RaceSettings kSoonestAttack{
    .min_links = 3, .max_garbage = 80, .attack_per_garbage = 70, .kept_permille = 850};

constexpr int kVictory = 200'000;     // points
constexpr int kExpectedPercent = 97;  // of expected points, because they do not always come
constexpr int kSoonestFactor = 3;     // of the points of the soonest attack
constexpr int kAnswerPercent = 115;   // of an answer that the search finds, because a better search finds more
constexpr int kHarmPercent = 100;     // of the points that the opponent loses
constexpr int kHurtFactor = 3;        // of the points of garbage that comes back
constexpr int kMaxHurt = 60;          // garbage; more of it hurts no more unless it buries
constexpr int kCounterPercent = 60;   // of what can be built, that is ready to answer the opponent's answer
constexpr int kBuiltChain = 5'000;    // points; expected points below it are not those of a chain
constexpr int kLeastAttack = 3;       // garbage; less is not worth a search for answers
constexpr int kAllClear = 4'000;      // points that an all clear is worth to the building search
constexpr int kDefeat = 100'000;      // points

constexpr int kFuturesUnderAttack = 10;
constexpr int kLateFuturesUnderAttack = 40;

// Returns what the attack of an option adds to its value.
std::int64_t value_of_attack(const ChampionOption& option, const ChampionSituation& situation) {
  const int lands = garbage_that_lands(option);
  if (lands >= situation.garbage_to_win) return kVictory;
  if (lands > 0) return std::int64_t{option.harm} * kHarmPercent / 100;
  const int counter = option.expected_points < kBuiltChain
                          ? 0
                          : option.expected_points / situation.garbage_rate * kCounterPercent / 100;
  const int comes_back = std::max(-lands - counter, 0);
  if (comes_back >= option.garbage_to_lose) return -kDefeat;
  return -std::int64_t{kHurtFactor} * std::min(comes_back, kMaxHurt) * situation.garbage_rate;
}

}  // namespace

int garbage_that_lands(const ChampionOption& option) { return option.sent - option.answer * kAnswerPercent / 100; }

std::int64_t champion_value(const ChampionOption& option, const ChampionSituation& situation) {
  const std::int64_t built =
      (std::int64_t{option.expected_points} + std::int64_t{kSoonestFactor} * option.soonest_attack) * kExpectedPercent /
      100;
  if (option.fired.links == 0) return built;
  const int cancelled = std::min(option.fired.score / situation.garbage_rate, situation.incoming);
  const std::int64_t fired = option.fired.score - cancelled * situation.garbage_rate;
  const std::int64_t own = std::max(fired, built);
  return option.sent == 0 ? own : own + value_of_attack(option, situation);
}

search::GarbageToCome garbage_to_come(const Position& position) {
  const IncomingGarbage& incoming = position.own_incoming;
  const int rest_of_chain = std::max(incoming.expected - position.opponent.waiting.total(), 0);
  return {.certain = incoming.fixed, .announced = incoming.pending + rest_of_chain};
}

search::BeamSettings Champion::soonest_attack_settings(int nodes) {
  search::BeamSettings settings = search::scale_to_nodes({}, nodes);
  settings.futures = kAttackFutures;
  settings.late_futures = kLateAttackFutures;
  settings.race = kSoonestAttack;
  return settings;
}

Champion::Champion(const PlayerSetup& setup)
    : gaze_(setup),
      building_settings_(search::scale_to_nodes({.all_clear = kAllClear}, setup.options.nodes)),
      soonest_attack_(
          soonest_attack_settings(setup.options.nodes),
          {.formula = rules::AttackFormula::score, .choke = setup.ruleset.choke, .colours = setup.ruleset.colours}),
      answers_(setup),
      opponent_building_(setup),
      rules_(evaluation::search_rules_of(setup.ruleset)),
      evaluator_(evaluator_of(setup.options)),
      seed_(setup.seed) {}

std::size_t Champion::Analysis::best_of(std::uint32_t among) const {
  return first_greatest(among, [&](std::size_t index) {
    return std::pair(options[index].survives, options[index].survives ? value(index) : 0);
  });
}

bool Champion::plays_as_gaze(const Position& position) {
  const bool counts_points = position.ruleset.attack == rules::AttackFormula::score;
  return position.opponent.hand > 0 && (position.pacing == rules::Pacing::turns || !counts_points);
}

rules::Placement Champion::choose(const Position& position, const SearchLimits& limits) {
  if (plays_as_gaze(position)) {
    remark_ = {.intent = Intent::other};
    return gaze_.choose(position, limits);
  }
  limits::SearchBudget budget(limits);
  remark_ = {};
  const Analysis analysis = analyse(position, budget);
  const auto chosen = choose_possible(PlacementChoices(position), position.own.pairs[0], analysis.placements,
                                      [&](std::uint32_t among) { return analysis.best_of(among); });
  if (!chosen) return any_possible_placement(position);
  remark_ = remark_about(analysis.options[chosen->index], analysis.situation);
  return chosen->placement;
}

std::vector<Candidate> Champion::candidates(const Position& position, const SearchLimits& limits) {
  if (plays_as_gaze(position)) return gaze_.candidates(position, limits);
  limits::SearchBudget budget(limits);
  const Analysis analysis = analyse(position, budget);
  return rank_possible(
      position, PlacementChoices(position), analysis.placements,
      [&](std::uint32_t among) { return analysis.best_of(among); },
      [&](std::size_t index) {
        return analysis.options[index].survives ? std::optional(analysis.value(index)) : std::nullopt;
      });
}

bool Champion::ponder(const Position& expected, const SearchLimits& limits) {
  if (plays_as_gaze(expected)) return gaze_.ponder(expected, limits);
  limits::SearchBudget budget(limits);
  analyse(expected, budget);
  return !budget.has_ended();
}

std::string Champion::remark() const {
  const std::string links = std::to_string(remark_.links) + (remark_.links == 1 ? " link" : " links");
  const std::string garbage = std::to_string(remark_.garbage) + " garbage";
  switch (remark_.intent) {
    case Intent::none:
      return {};
    case Intent::other:
      return gaze_.remark();
    case Intent::build:
      return remark_.points > 0 ? "builds towards " + std::to_string(remark_.points) + " points" : "builds";
    case Intent::take:
      return "builds on under " + garbage;
    case Intent::harass:
      return "harasses with " + links + " for " + garbage;
    case Intent::fire:
      return "fires " + links + " for " + std::to_string(remark_.points) + " points and expects " +
             std::to_string(remark_.answer) + " garbage back";
    case Intent::answer:
      return "answers " + garbage + " with " + links;
  }
  return {};
}

Champion::Remark Champion::remark_about(const ChampionOption& option, const ChampionSituation& situation) {
  constexpr int kMostHarassingLinks = 4;
  Remark remark{.links = option.fired.links, .points = option.expected_points};
  if (option.fired.links == 0) {
    remark.intent = situation.incoming > 0 ? Intent::take : Intent::build;
    remark.garbage = situation.incoming;
  } else if (situation.incoming > 0) {
    remark.intent = Intent::answer;
    remark.garbage = situation.incoming;
  } else {
    remark.intent = option.fired.links <= kMostHarassingLinks ? Intent::harass : Intent::fire;
    remark.garbage = option.sent;
    remark.points = option.fired.score;
    remark.answer = option.answer;
  }
  return remark;
}

Champion::Analysis Champion::analyse(const Position& position, limits::SearchBudget& budget) {
  Analysis analysis{.placements = PlacementChoices(position).droppable_candidates()};
  const bool is_duel = position.opponent.hand > 0;
  if (is_duel) {
    analysis.situation = {.incoming = garbage_to_come(position).total(),
                          .garbage_rate = rules::garbage_rate_at(position.ruleset, position.clock),
                          .garbage_to_win = garbage_to_bury(field_for_answers(position.opponent, position.ruleset),
                                                            position.ruleset.choke)};
  }
  find_buildings(position, analysis, budget);
  if (!is_duel) return analysis;
  if (analysis.situation.incoming == 0) find_soonest_attacks(position, analysis, budget);
  find_attacks(position, analysis, budget);
  return analysis;
}

void Champion::find_buildings(const Position& position, Analysis& analysis, limits::SearchBudget& budget) {
  search::BeamSettings settings = building_settings_;
  if (analysis.situation.incoming > 0) {
    settings.futures = kFuturesUnderAttack;
    settings.late_futures = kLateFuturesUnderAttack;
    settings.incoming = {.garbage = garbage_to_come(position),
                         .hands = position.own_incoming.fixed_in / search::kFramesPerHand + 1,
                         .attack_per_garbage = analysis.situation.garbage_rate,
                         .max_drop = position.ruleset.max_garbage_drop};
  }
  if (!building_ || building_->settings() != settings) building_.emplace(settings, rules_);
  const SeenPairs pairs = seen_pairs_of(position.own, position.opponent, position.ruleset.queue);
  const auto hand = static_cast<std::uint64_t>(position.own.hand);
  const search::PlacementForecasts forecasts =
      building_->resume(position.own.field, pairs.all(), analysis.placements, seed_ + hand, *evaluator_, budget);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    analysis.options[i].survives = forecasts[i].survives;
    analysis.options[i].fired = forecasts[i].fired;
    analysis.options[i].expected_points = forecasts[i].expected_value;
  }
}

void Champion::find_soonest_attacks(const Position& position, Analysis& analysis, limits::SearchBudget& budget) {
  const SeenPairs pairs = seen_pairs_of(position.own, position.opponent, position.ruleset.queue);
  const auto hand = static_cast<std::uint64_t>(position.own.hand);
  const search::PlacementForecasts forecasts =
      soonest_attack_.resume(position.own.field, pairs.all(), analysis.placements, seed_ + hand, *evaluator_, budget);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    analysis.options[i].soonest_attack = static_cast<int>(
        std::int64_t{forecasts[i].expected_value} * kSoonestAttack.attack_per_garbage / search::kRaceGarbageValue);
  }
}

// If the budget ends first, no attack counts, because they count only together.
void Champion::find_attacks(const Position& position, Analysis& analysis, limits::SearchBudget& budget) {
  ChampionOptions options = analysis.options;
  for (std::uint32_t left = analysis.placements; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    ChampionOption& option = options[index];
    if (!option.survives || option.fired.links == 0) continue;
    if (!judge_attack(position, index, analysis.situation, option, budget)) return;
  }
  analysis.options = options;
}

bool Champion::judge_attack(const Position& position, std::size_t index, const ChampionSituation& situation,
                            ChampionOption& option, limits::SearchBudget& budget) {
  rules::Field placed = position.own.field;
  rules::drop_pair(placed, position.own.pairs[0], rules::kPlacements[index]);
  const evaluation::RunningChain chain = evaluation::remaining_chain(placed, 0, position.ruleset.attack);
  const int sent = chain.attack / situation.garbage_rate - situation.incoming;
  if (sent < kLeastAttack) return true;
  const int hands = hands_to_answer(chain.frames, position.opponent_free_in());
  const auto answer = answers_.garbage_within(position, hands, budget);
  if (!answer) return false;
  option.sent = sent;
  option.answer = *answer;
  option.garbage_to_lose = garbage_to_bury(chain.after, position.ruleset.choke);
  const int lands = garbage_that_lands(option);
  if (lands <= 0 || lands >= situation.garbage_to_win) return true;
  const auto harm = opponent_building_.points_lost(position, sent, hands, budget);
  if (!harm) return false;
  option.harm = *harm;
  return true;
}

}  // namespace rensa::players
