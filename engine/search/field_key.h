#pragma once

#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/hash.h"

namespace rensa::search {

// For tables of fields that a search has seen. The trap row is left out: who looks a field up compares it whole.
inline std::uint64_t key_of(const rules::Field& field) {
  rules::Hash hash;
  for (const rules::Board& plane : field.planes().bits) hash.add(plane.low).add(plane.high);
  return hash.value();
}

}  // namespace rensa::search
