#include "clients/cli/match/strength.h"

#include "server/league/elo.h"

namespace rensa::cli {

Strength strength_of(const league::Sample& sample) {
  return {.score = league::score_from(sample), .elo = league::elo_from(sample).elo};
}

}  // namespace rensa::cli
