#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/limits/search_limits.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/templates/template.h"

namespace rensa::search {

// Two searches for the placement that helps most to build one of some templates.
//
// For both functions: `placements` (bits by kPlacements) must be a subset of droppable_placements(). They return
// nullopt if it is empty. A node is a field after a placement. If the budget ends first, they return the best placement
// of the nodes so far, or the first of `placements`. Only the first kMaxTemplatePairs pairs count. Preconditions: the
// field is at rest; there is a pair and a template.
//
// A placement that completes a template is better than all others, and the sooner, the better. This is tested before
// groups vanish, because complete chains fire. If every field contradicts every template, the fewest wrong puyos
// decide. Of equals the lower and flatter field is taken, then the first. A choked field is the worst.

// Each more pair would take twenty times as long.
inline constexpr std::size_t kMaxTemplatePairs = 3;

// The value of a field, from its degrees of match with the templates that it does not contradict (thesis 3.5).
enum class TemplateRule : std::uint8_t {
  greatest,               // the greatest degree
  fewest_contradictions,  // the number of degrees, then the greatest
  mean,                   // the mean degree
  with_next_pair,  // the greatest degree with the gain of the next pair (degree_with_next_pair); not in the thesis
};

// Tries all placements of the known pairs, as in chapter 3 of the thesis, and returns the current pair's placement on
// the way to the best field.
std::optional<std::size_t> choose_by_templates(const rules::Field& field, std::span<const rules::Pair> pairs,
                                               std::uint32_t placements, std::span<const templates::Template> templates,
                                               TemplateRule rule, limits::SearchBudget& budget);

inline constexpr std::size_t kFormWidth = 100;  // number of fields that are kept after each pair except the last

// Chooses the field with the fewest estimated hands until a template stands (estimate_hands_left). Other templates with
// nearly as few hands count a little. Only the best fields after each pair are kept. This rule is not in the thesis.
std::optional<std::size_t> choose_by_hands(const rules::Field& field, std::span<const rules::Pair> pairs,
                                           std::uint32_t placements, std::span<const templates::Template> templates,
                                           limits::SearchBudget& budget);

}  // namespace rensa::search
