#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/chain.h"

namespace rensa::cli {

// One function for each kind of vector. It returns the difference in a line, or nothing. It throws InputError if the
// line is not as its kind requires. Only vectors.cpp calls them.

struct CheckContext {
  std::span<const rules::ChainKernel> kernels;
  std::size_t line = 0;
  std::size_t placements = 0;  // checked so far
  // The number of placements that the reference accepts although they cannot be reached, or its own keys do not lead to
  // them.
  std::size_t missed = 0;
  std::vector<std::string> remarks;
};

using Difference = std::optional<std::string>;
using LineCheck = Difference (*)(const nlohmann::json& line, CheckContext& context);

Difference check_chain(const nlohmann::json& line, CheckContext& context);
Difference check_reach(const nlohmann::json& line, CheckContext& context);
Difference check_keys(const nlohmann::json& line, CheckContext& context);
Difference check_turn(const nlohmann::json& line, CheckContext& context);
Difference check_seq(const nlohmann::json& line, CheckContext& context);

}  // namespace rensa::cli
