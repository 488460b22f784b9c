#pragma once

#include <array>

#include "engine/rules/field.h"

namespace rensa::templates {

// What templates want to know of a field, read once for all of them.
struct FieldColours {
  explicit FieldColours(const rules::Field& field) : occupied(field.occupied()), colours() {
    for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = field.board(rules::kColours[i]);
  }

  rules::Board occupied;
  std::array<rules::Board, rules::kMaxColours> colours;
};

}  // namespace rensa::templates
