#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/templates/template.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::search {

// Where a pair goes if templates are all that counts (thesis, chapter 3): all placements of the known pairs are tried,
// and the one is taken from which the most promising field can be reached.

// What a field promises, of its degrees of match with the templates that it does not contradict (thesis 3.5).
enum class TemplateRule : std::uint8_t {
  best,                   // the greatest of them
  fewest_contradictions,  // how many they are, then the greatest
  best_mean,              // their mean
  best_ahead,             // not of the thesis: the greatest with kAhead times what the next pair would add to it
};

// So often counts what a pair that nobody knows yet would add on the average, each at its best placement
// (next_pair_gain in next_pair.h).
inline constexpr int kAhead = 2;

// Preconditions: the field is at rest; there are one to three pairs and at least one template; `placements` (bits by
// kPlacements) are some of droppable_placements(). Nullopt: there are none.
//
// A placement that completes a template beats all others, the sooner the better: complete chains fire, so it is looked
// at before anything vanishes. Where every field contradicts every template, the fewest wrong puyos count. Of equals
// the lower and flatter field is taken, then the first. A choked field promises nothing.
std::optional<std::size_t> choose_by_templates(const rules::Field& field, std::span<const rules::Pair> pairs,
                                               std::uint32_t placements, std::span<const templates::Template> templates,
                                               TemplateRule rule);

}  // namespace rensa::search
