#include "clients/cli/match/strength.h"

#include "server/league/elo.h"

namespace rensa::cli {

Strength strength_of(const league::Sample& sample) {
  const auto [score, low, high] = league::score_from(sample);
  return {.score = {score, low, high}, .elo = {league::elo_of(score), league::elo_of(low), league::elo_of(high)}};
}

}  // namespace rensa::cli
