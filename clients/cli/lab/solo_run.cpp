#include "clients/cli/lab/solo_run.h"

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/players/player.h"

namespace rensa::cli {

namespace {

constexpr double kLong = 80'000;  // points: the score that the best players must reach
constexpr double kVeryLong = 100'000;

double share_from(const std::vector<double>& sorted, double least) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), least);
  return static_cast<double>(sorted.end() - first) / static_cast<double>(sorted.size());
}

tournament::Interval share(const std::vector<double>& sorted, double least) {
  return tournament::wilson_interval(share_from(sorted, least), static_cast<double>(sorted.size()));
}

double quantile(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

// Of the games in which a chain was fired; nullopt: fewer than two.
std::optional<tournament::Interval> hand_of_firing(const SoloRun& run) {
  std::vector<double> hands = numbers_of(run, &experiments::FiredChain::hand);
  std::erase(hands, 0);
  return hands.size() < 2 ? std::nullopt : std::optional(tournament::mean_of(hands));
}

tournament::Interval died(const SoloRun& run) {
  const auto count = std::count_if(run.games.begin(), run.games.end(), [](const auto& game) { return game.died; });
  return tournament::wilson_interval(static_cast<double>(count) / static_cast<double>(run.games.size()),
                                     static_cast<double>(run.games.size()));
}

void print(const char* what, const tournament::Interval& interval, double scale = 1) {
  std::cout << "  " << std::left << std::setw(22) << what << std::right << std::setw(12) << scale * interval.value
            << "   " << scale * interval.low << " to " << scale * interval.high << '\n';
}

}  // namespace

SoloRun run_solo(const players::Entrant& entrant, const SoloPlan& plan) {
  SoloRun run;
  std::size_t hands = 0;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < plan.queues; ++i) {
    const std::uint64_t seed = plan.seed + static_cast<std::uint64_t>(i);
    const auto queue = rules::PairQueue::from_seed(seed, plan.ruleset.colours);
    const auto player = entrant.make(plan.ruleset, players::player_seed(seed, 0));
    run.games.push_back(experiments::play_solo_game(*player, plan.ruleset, queue, plan.settings));
    hands += static_cast<std::size_t>(run.games.back().hands);
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  run.cpu_milliseconds = 1000 * seconds / static_cast<double>(hands);
  return run;
}

std::vector<double> numbers_of(const SoloRun& run, int experiments::FiredChain::* member) {
  std::vector<double> numbers;
  for (const experiments::SoloResult& game : run.games) numbers.push_back(game.best.*member);
  return numbers;
}

std::vector<double> sorted_numbers_of(const SoloRun& run, int experiments::FiredChain::* member) {
  std::vector<double> numbers = numbers_of(run, member);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

void print_solo(const std::string& name, const SoloRun& run) {
  using experiments::FiredChain;
  const std::vector<double> scores = sorted_numbers_of(run, &FiredChain::score);
  std::cout << std::fixed << std::setprecision(2) << name << ", " << run.games.size()
            << " queues: the greatest chain of each, means and 95 % intervals\n";
  print("links", tournament::mean_of(numbers_of(run, &FiredChain::links)));
  print("attack (literature)", tournament::mean_of(numbers_of(run, &FiredChain::attack)));
  if (const auto hand = hand_of_firing(run)) print("fired at hand", *hand);
  std::cout << std::setprecision(0);
  print("points", tournament::mean_of(scores));
  std::cout << "  points: a tenth below " << quantile(scores, 0.1) << ", half below " << quantile(scores, 0.5)
            << ", a tenth above " << quantile(scores, 0.9) << '\n'
            << std::setprecision(1);
  print("80,000 points, %", share(scores, kLong), 100);
  print("100,000 points, %", share(scores, kVeryLong), 100);
  print("died, %", died(run), 100);
  std::cout << std::setprecision(3) << "  CPU a hand              " << run.cpu_milliseconds << " ms\n" << std::flush;
}

nlohmann::ordered_json json_of(const tournament::Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

nlohmann::ordered_json json_of_solo(const std::string& name, const SoloRun& run) {
  using experiments::FiredChain;
  const std::vector<double> scores = sorted_numbers_of(run, &FiredChain::score);
  const auto hand = hand_of_firing(run);
  return {{"player", name},
          {"games", run.games.size()},
          {"links", json_of(tournament::mean_of(numbers_of(run, &FiredChain::links)))},
          {"attack", json_of(tournament::mean_of(numbers_of(run, &FiredChain::attack)))},
          {"hand", hand ? json_of(*hand) : nlohmann::ordered_json()},
          {"points", json_of(tournament::mean_of(scores))},
          {"median_points", quantile(scores, 0.5)},
          {"from_80000", json_of(share(scores, kLong))},
          {"from_100000", json_of(share(scores, kVeryLong))},
          {"died", json_of(died(run))},
          {"cpu_ms_per_hand", run.cpu_milliseconds},
          {"sorted_links", sorted_numbers_of(run, &FiredChain::links)},
          {"sorted_points", scores}};
}

}  // namespace rensa::cli
