#include "engine/research/chances/chance_learning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include "engine/research/learning/weight_fitting.h"

namespace rensa::chances {

namespace {

constexpr double kFeatureUnit = 16;    // makes features about as large as one, for the penalty
constexpr double kWeightUnit = 4096;   // chance_to_win.h
constexpr std::uint64_t kHeldOut = 4;  // of so many seeds, one is held out
constexpr int kMaxWeight = 1'000'000;

learning::Features some_of(const Features& all, std::span<const std::size_t> kept) {
  learning::Features some;
  for (const std::size_t k : kept) some.push_back(all[k] / kFeatureUnit);
  return some;
}

// The choice between two candidates by e to the power of their values is the logistic function of the difference.
std::vector<learning::Example> examples_of(std::span<const RatedGame> games, std::span<const std::size_t> kept) {
  std::vector<learning::Example> examples;
  for (const RatedGame& game : games) {
    if (game.result == 0.5) continue;
    for (const RecordedMoment& moment : game.moments) {
      const auto& [one, two] = moment.standings;
      if (one.is_dead || two.is_dead) continue;
      examples.push_back({.phase = 0,
                          .candidates = {some_of(features_of(one, two), kept), some_of(features_of(two, one), kept)},
                          .chosen = game.result == 1 ? 0U : 1U});
    }
  }
  return examples;
}

}  // namespace

ChanceWeights learn_weights(std::span<const RatedGame> games, double penalty) {
  std::vector<std::size_t> kept(kFeatureCount);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  ChanceWeights weights{};
  while (!kept.empty()) {
    const learning::PhaseWeights fitted = learning::fit_by_regression(
        examples_of(games, kept), 1, static_cast<int>(kept.size()), {.penalty = penalty, .max_steps = 30});
    const std::vector<double>& row = fitted.by_phase[0];
    const auto least = std::min_element(row.begin(), row.end());
    if (*least >= 0) {
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const double scaled = std::round(row[i] * kWeightUnit / kFeatureUnit);
        weights[kept[i]] = static_cast<int>(std::min<double>(scaled, kMaxWeight));
      }
      return weights;
    }
    kept.erase(kept.begin() + std::distance(row.begin(), least));
  }
  return weights;
}

GameSplit split_by_seed(std::vector<RatedGame> games) {
  GameSplit split;
  for (RatedGame& game : games) {
    (game.seed % kHeldOut == 0 ? split.held_out : split.learned).push_back(std::move(game));
  }
  return split;
}

}  // namespace rensa::chances
