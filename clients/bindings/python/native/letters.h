#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/pair.h"

namespace rensa::python {

// Pairs as two letters of RBYGP, first the axis: "RB". Other texts raise ValueError.
rules::Pair read_pair(std::string_view letters);
std::vector<rules::Pair> read_pairs(const std::vector<std::string>& pairs);

}  // namespace rensa::python
