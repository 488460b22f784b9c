#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/players/registry.h"
#include "engine/research/experiments/solo_games.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Plays many solo games of a player and summarises their results.

struct SoloPlan {
  const rules::Ruleset& ruleset;
  experiments::SoloSettings settings;
  int queues = 500;        // two at least
  std::uint64_t seed = 1;  // of the first queue; the others follow
};

struct SoloRun {
  std::vector<experiments::SoloResult> games;  // a queue each, in their order
  double cpu_milliseconds = 0;                 // a hand
};

SoloRun run_solo(const players::Entrant& entrant, const SoloPlan& plan);

// A number of each game's best chain, for intervals and plots.
std::vector<double> numbers_of(const SoloRun& run, int experiments::FiredChain::* member);
// The same, the smallest first.
std::vector<double> sorted_numbers_of(const SoloRun& run, int experiments::FiredChain::* member);

void print_solo(const std::string& name, const SoloRun& run);
nlohmann::ordered_json json_of_solo(const std::string& name, const SoloRun& run);

nlohmann::ordered_json json_of(const tournament::Interval& interval);

}  // namespace rensa::cli
