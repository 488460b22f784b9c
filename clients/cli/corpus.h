#pragma once

#include <string>
#include <vector>

#include "engine/bench/benches.h"

namespace rensa::cli {

// The fields of chain vectors, for the benches. Both throw InputError where the file cannot be read.

// All of them as "mix", and by the links of their chain: none, 1-3, 4-9 and 10+.
std::vector<bench::FieldClass> field_classes(const std::string& path);
// Fields of games without a chain in them, and pairs at random.
std::vector<bench::Position> quiet_positions(const std::string& path);

}  // namespace rensa::cli
