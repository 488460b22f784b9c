#pragma once

#include <compare>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::evaluation {

// A chain that can be fired. It compares as greater if its attack is greater, or, with equal attacks, if its hand is
// later, because the puyos that are not placed yet may still increase the attack.
struct FirableChain {
  int attack = 0;  // in points, or by the literature's formula, as the ruleset says
  int links = 0;
  int hand = 0;  // 1: with the current pair, 2: with the next one, and so on; 0: no chain
  auto operator<=>(const FirableChain&) const = default;
};

// Returns the attack of the whole chain that starts in the field, by the literature's formula.
int literature_attack_of(rules::Field field);
// Returns the attack of a chain that starts in `placed`, by the given formula.
int chain_attack(const rules::Field& placed, const rules::ChainResult& chain, rules::AttackFormula formula);

// The part of a ruleset that a search for chains needs.
struct SearchRules {
  rules::AttackFormula formula = rules::AttackFormula::score;
  rules::Choke choke = rules::Choke::spawn_cell;
  int colours = 4;
  friend bool operator==(const SearchRules&, const SearchRules&) = default;
};

inline SearchRules search_rules_of(const rules::Ruleset& ruleset) {
  return {.formula = ruleset.attack, .choke = ruleset.choke, .colours = ruleset.colours};
}

// The rest of a chain that is running.
struct RunningChain {
  int attack = 0;  // in points, or by the literature's formula
  int frames = 0;
  rules::Field after;  // at rest
};

// Plays the rest of a chain of which `links` links have already vanished. Puyos without support fall first.
RunningChain remaining_chain(const rules::Field& field, int links, rules::AttackFormula formula);

}  // namespace rensa::evaluation
