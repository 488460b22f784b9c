#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::command_line {

// Returns the known name that a mistyped one is most likely meant to be, the first of several, or nothing if none is
// near: one letter in three may be wrong, missing, surplus or exchanged with the next one.
std::optional<std::string> nearest_name(std::string_view mistyped, const std::vector<std::string>& known);

}  // namespace rensa::command_line
