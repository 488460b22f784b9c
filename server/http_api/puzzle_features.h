#pragma once

#include "engine/puzzles/features.h"

namespace rensa::http_api {

// The features of a problem by the names that they have in JSON.
template <class Features, class Visit>
void for_each_feature(Features& features, Visit visit) {
  visit("puyos", features.puyos);
  visit("solutions", features.solutions);
  visit("firing", features.firing);
  visit("falling", features.falling);
  visit("colours", features.colours);
  visit("used", features.used);
  visit("misleading", features.misleading);
}

}  // namespace rensa::http_api
