#pragma once

#include <span>

namespace rensa::storage {

// Returns the statements that make the tables of a database. Step n takes a database from version n to n + 1. A
// published step never changes; a correction is a new step.
std::span<const char* const> schema_steps();

}  // namespace rensa::storage
