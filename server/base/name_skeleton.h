#pragma once

#include <string>
#include <string_view>

namespace rensa::base {

// Names that a person could mistake for each other have the same skeleton: "greedy", "GREEDY", "grееdy" with Cyrillic
// letters, "ｇｒｅｅｄｙ" in full width; "bot1" and "botl"; "bot0" and "botO". It is a skeleton of Unicode TR39 that
// does not tell upper from lower case. Only compare skeletons; never show them. `name` is UTF-8.
std::string skeleton_of(std::string_view name);

}  // namespace rensa::base
