#pragma once

#include <compare>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::search {

// A chain that can be fired: the greater attack first, then the later hand, because what is not placed yet can still
// make it greater.
struct Firing {
  int attack = 0;  // points, or the literature's count: as the ruleset has it
  int links = 0;
  int hand = 0;  // 1: with the current pair, and so on; 0: there is none
  auto operator<=>(const Firing&) const = default;
};

// The attack of the whole chain that runs from here, by the literature's formula.
int literature_attack_of(rules::Field field);
// The attack of a chain that starts in `placed`, as the formula counts it.
int attack_of(const rules::Field& placed, const rules::ChainResult& chain, rules::AttackFormula formula);

// What of the rules a search for chains has to know.
struct FiringTerms {
  rules::AttackFormula formula = rules::AttackFormula::score;
  rules::Choke choke = rules::Choke::spawn_cell;
  int colours = 4;
};

}  // namespace rensa::search
