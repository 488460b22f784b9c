#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/evaluation/chain_attack.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"
#include "engine/rules/pair.h"

namespace rensa::search {

// The chains that can be fired within the known pairs after each placement of the current pair. Potential maximisation
// (thesis 4.2) decides by these facts; the decision itself is in engine/players/potential.h.

// Each more pair would take twenty times as long.
inline constexpr std::size_t kMaxPotentialPairs = 3;

struct PlacementPotential {
  bool survives = false;                // the game goes on after the placement
  evaluation::FirableChain fired;       // the chain that the placement itself fires
  evaluation::FirableChain best_later;  // the greatest chain that the next known pairs can fire
  // The greatest attacks that the first, second and third pair can fire if no chain was fired before; 0 for none.
  std::array<int, kMaxPotentialPairs> attacks{};
  // The greatest value of the fields after all known pairs if the later pairs fire no chain, by the evaluator. The
  // thesis does not say how to value these fields.
  int build_value = 0;
};
using PlacementPotentials = std::array<PlacementPotential, rules::kPlacementCount>;

// Evaluates `placements` (bits by kPlacements), which must be a subset of droppable_placements(). The others keep their
// initial values, and so do doubles in the second half of the placements, because they are the same upside down. Fields
// that are reached in several ways are evaluated once. Only the first kMaxPotentialPairs pairs count. A node is a field
// after a placement; if the budget ends first, the results are those of the nodes so far. Preconditions: the field is
// at rest; there is a pair.
PlacementPotentials potentials_of(const rules::Field& field, std::span<const rules::Pair> pairs,
                                  std::uint32_t placements, const evaluation::SearchRules& rules,
                                  const evaluation::FieldEvaluator& evaluator, limits::SearchBudget& budget);

}  // namespace rensa::search
