#pragma once

#include "engine/rules/ruleset.h"

namespace rensa::rules {

// Calls visit(name, value) for every field of a Ruleset, in the order of its digest, which never changes. A field that
// is added to the struct does not compile until it is added here. The digests of published rulesets must survive it:
// digest() then has to leave the new field out where it says what went without saying before.
template <typename AnyRuleset, typename Visit>
void for_each_field(AnyRuleset& ruleset, Visit&& visit) {
  auto& [id, pacing, colours, visible_pairs, queue, choke, attack, garbage_rate, max_garbage_drop, all_clear_points,
         margin_start_frames, margin_step_frames, frame_limit, turn_limit, turn_milliseconds] = ruleset;
  visit("id", id);
  visit("pacing", pacing);
  visit("colours", colours);
  visit("visible_pairs", visible_pairs);
  visit("queue", queue);
  visit("choke", choke);
  visit("attack", attack);
  visit("garbage_rate", garbage_rate);
  visit("max_garbage_drop", max_garbage_drop);
  visit("all_clear_points", all_clear_points);
  visit("margin_start_frames", margin_start_frames);
  visit("margin_step_frames", margin_step_frames);
  visit("frame_limit", frame_limit);
  visit("turn_limit", turn_limit);
  visit("turn_milliseconds", turn_milliseconds);
}

}  // namespace rensa::rules
