#pragma once

#include <string>
#include <vector>

#include "engine/bench/benches.h"

namespace rensa::cli {

// Reads fields from a file of chain vectors for the benches. Both functions throw InputError if the file is unreadable.

// Returns all fields as the class "mix", and again in classes by the links of their chain: none, 1-3, 4-9 and 10+.
std::vector<bench::FieldClass> read_field_classes(const std::string& path);
// Returns fields of real games in which no chain runs, with random pairs.
std::vector<bench::Position> read_positions_without_chain(const std::string& path);

}  // namespace rensa::cli
