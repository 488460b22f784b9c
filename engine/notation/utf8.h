#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::notation {

// Refuses characters that are longer than they need to be, and surrogates.
bool is_utf8(std::string_view text);

// Appends a character. Precondition: point is at most 0x10FFFF.
void append_utf8(std::uint32_t point, std::string& text);

}  // namespace rensa::notation
