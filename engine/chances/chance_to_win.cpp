#include "engine/chances/chance_to_win.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace rensa::chances {

namespace {

// The logistic function minus one half, in 16ths of a thousandth, in steps of a quarter.
constexpr std::array<std::int16_t, 33> kLogistic = {0,    995,  1959, 2867, 3697, 4437, 5081, 5631, 6093, 6474, 6786,
                                                    7039, 7241, 7403, 7531, 7632, 7712, 7775, 7824, 7863, 7893, 7916,
                                                    7935, 7949, 7960, 7969, 7976, 7981, 7985, 7989, 7991, 7993, 7995};
constexpr int kStep = 1024;  // a quarter in 4096ths

// Returns the chance above one half, in thousandths.
int chance_above_half(std::int64_t log_odds) {
  const auto step = static_cast<std::size_t>(log_odds / kStep);
  if (step + 1 >= kLogistic.size()) return kCertain / 2 - 1;
  const auto rest = static_cast<int>(log_odds % kStep);
  const int above = kLogistic[step] * (kStep - rest) + kLogistic[step + 1] * rest;
  return std::min(above / (16 * kStep), kCertain / 2 - 1);
}

}  // namespace

bool can_estimate(const rules::Ruleset& ruleset) { return ruleset.pacing == rules::Pacing::frames; }

const ChanceWeights& learned_weights() {
  static constexpr ChanceWeights kWeights = {
#include "engine/chances/chance_weights.inl"
  };
  return kWeights;
}

int chance_of(const std::array<Standing, 2>& standings, const ChanceWeights& weights) {
  const auto& [one, two] = standings;
  if (one.is_dead || two.is_dead) return one.is_dead == two.is_dead ? kCertain / 2 : one.is_dead ? 0 : kCertain;
  const Features of_one = features_of(one, two);
  const Features of_two = features_of(two, one);
  std::int64_t log_odds = 0;
  for (std::size_t k = 0; k < kFeatureCount; ++k) log_odds += std::int64_t{weights[k]} * (of_one[k] - of_two[k]);
  const int above = chance_above_half(std::abs(log_odds));
  return log_odds < 0 ? kCertain / 2 - above : kCertain / 2 + above;
}

}  // namespace rensa::chances
