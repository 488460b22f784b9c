#pragma once

#include <string_view>

namespace rensa::net {

// What names in headers are to each other: the same in small letters and in capitals.
bool same_name(std::string_view a, std::string_view b);
// Without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

}  // namespace rensa::net
