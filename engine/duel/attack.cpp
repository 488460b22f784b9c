#include "engine/duel/attack.h"

#include <algorithm>
#include <cassert>

#include "engine/duel/garbage.h"

namespace rensa::duel {

int attack_of_points(const rules::Ruleset& ruleset, int frame, std::int64_t score, std::int64_t& converted) {
  const int rate = rules::garbage_rate_at(ruleset, frame);
  assert(rate > 0 && score >= converted);
  const std::int64_t garbage = (score - converted) / rate;
  converted += garbage * rate;
  return static_cast<int>(std::min<std::int64_t>(garbage, kMostWaitingGarbage));
}

}  // namespace rensa::duel
