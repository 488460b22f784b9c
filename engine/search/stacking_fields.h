#pragma once

#include "engine/search/stacking.h"

namespace rensa::search {

// Calls visit(name, value) for every weight. One that is added to the struct does not compile until it is added here.
template <typename AnyWeights, typename Visit>
void for_each_weight(AnyWeights& weights, Visit&& visit) {
  auto& [link, puyo, puyo_squared, trigger_row, side, contact_left, between_left, contact, between, step, valley, ridge,
         bowl, edge, near, middle, garbage, tear, wasted] = weights;
  visit("link", link);
  visit("puyo", puyo);
  visit("puyo_squared", puyo_squared);
  visit("trigger_row", trigger_row);
  visit("side", side);
  visit("contact_left", contact_left);
  visit("between_left", between_left);
  visit("contact", contact);
  visit("between", between);
  visit("step", step);
  visit("valley", valley);
  visit("ridge", ridge);
  visit("bowl", bowl);
  visit("edge", edge);
  visit("near", near);
  visit("middle", middle);
  visit("garbage", garbage);
  visit("tear", tear);
  visit("wasted", wasted);
}

}  // namespace rensa::search
