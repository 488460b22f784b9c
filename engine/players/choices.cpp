#include "engine/players/choices.h"

#include <algorithm>
#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/route.h"

namespace rensa::players {

namespace {

// Over columns of this height everything is open, and reachable_placements sees it at once. No more than a matter of
// speed: the answer is the same either way.
constexpr int kOpenHeight = 10;

bool is_open(const rules::Heights& heights) { return *std::max_element(heights.begin(), heights.end()) <= kOpenHeight; }

}  // namespace

Choices::Choices(const duel::View& view) : view_(view), candidates_(rules::kAllPlacements) {
  assert(view.decision_due);
  if (view.pacing == rules::Pacing::turns) {
    candidates_ = duel::legal_placements(view.own.field);
    return;
  }
  const rules::Shaft shaft(view.own.field);
  if (is_open(view.own.field.heights())) {
    candidates_ = rules::reachable_placements(shaft, *view.own.falling);
  } else {
    unsure_ = shaft;
  }
}

bool Choices::allows(std::size_t index) const {
  if ((candidates_ >> index & 1U) == 0) return false;
  return !unsure_ || rules::shortest_route(*unsure_, *view_.own.falling, rules::kPlacements[index]).has_value();
}

std::uint32_t possible_placements(const duel::View& view) {
  if (view.pacing == rules::Pacing::turns) return duel::legal_placements(view.own.field);
  return rules::reachable_placements(rules::Shaft(view.own.field), *view.own.falling);
}

}  // namespace rensa::players
