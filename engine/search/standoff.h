#pragma once

#include <array>
#include <span>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "engine/search/exchange.h"
#include "engine/search/hand_tree.h"
#include "engine/search/needed_hands.h"
#include "engine/search/possible_chain_list.h"
#include "engine/search/possible_chains.h"

namespace rensa::search {

// What of the rules decides when chains end and what they are worth.
struct StandoffTerms {
  rules::AttackFormula formula = rules::AttackFormula::score;
  rules::Pacing pacing = rules::Pacing::frames;
  int colours = 4;
};

// What a chain that runs has still to bring.
struct RunningChain {
  int attack = 0;  // points, or the literature's count
  int frames = 0;
  rules::Field after;  // at rest
};

// From the field as it is seen after `links` links, whatever hangs in the air falling first.
RunningChain rest_of_chain(const rules::Field& field, int links, rules::AttackFormula formula);

// The chains that fields can fire, as hand trees: what two sides have to hold against each other. Where attacks are
// counted by the literature, scores are such counts; where turns are taken, chains take no time. It holds what the work
// needs, so that nothing is allocated. For one thread.
class Standoff {
 public:
  explicit Standoff(const StandoffTerms& terms) : terms_(terms), hands_(terms.colours, kPercent) {}

  // `known` are the pairs that the side can build with, at most HandTreeSettings::kMostKnown; an empty one ends them.
  // Preconditions: the field is at rest and nothing in it vanishes. Nothing can be fired on a choked one.
  HandTree tree_of(const rules::Field& field, std::span<const rules::Pair> known);

 private:
  static constexpr int kPercent = 50;  // how sure it has to be that the puyos come, as document 004 has it

  std::span<const PossibleChain> chains_of(const rules::Field& field);

  StandoffTerms terms_;
  NeededHands hands_;
  PossibleChainFinder finder_;
  PossibleChainList chains_;
};

}  // namespace rensa::search
