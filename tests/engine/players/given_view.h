#pragma once

#include <string_view>

#include "engine/duel/view.h"
#include "engine/notation/text.h"
#include "engine/players/player.h"
#include "tests/tools/field_picture.h"

namespace rensa::players::test {

// Returns the view of a seat that has just got control of a pair ("RB") over a field.
inline duel::View given_view(std::string_view picture, std::string_view pair, rules::Pacing pacing) {
  duel::View view;
  view.pacing = pacing;
  view.decision_due = true;
  view.own.field = tests::field_from_picture(picture);
  view.own.pairs[0] = notation::parse_queue_letters(pair)->at(0);
  view.own.pairs_shown = 1;
  view.own.hand = 1;
  view.own.phase = duel::Phase::control;
  if (pacing == rules::Pacing::frames) view.own.falling = movement::FallingPair{};
  return view;
}

// Lets a player choose without limits what it sees in the view.
inline rules::Placement choose(Player& player, const duel::View& view, const rules::Ruleset& ruleset) {
  return player.choose(position_of(view, ruleset), {});
}

}  // namespace rensa::players::test
