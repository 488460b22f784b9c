#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/templates/template.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::search {

// Where a pair goes if a template is to stand soon. Not of the thesis, whose rules are in template_search.h: a field is
// worth the hands that are thought to be left (hands_left.h), and a little more for each other template that needs
// hardly more; and of the fields in between only the best are gone on from.

inline constexpr std::size_t kFormWidth = 100;  // fields that are gone on from, after each pair but the last

// Preconditions and result as for choose_by_templates, and so are complete templates, contradictions and equals.
std::optional<std::size_t> choose_by_hands(const rules::Field& field, std::span<const rules::Pair> pairs,
                                           std::uint32_t placements, std::span<const templates::Template> templates);

}  // namespace rensa::search
