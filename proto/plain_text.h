#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rensa::proto {

// Makes a text safe to show inside our own texts. Invalid UTF-8, control characters, invisible characters and those
// that change the writing direction become question marks. The result has at most max_bytes and ends with a whole
// character.
std::string plain_text(std::string_view text, std::size_t max_bytes);

// Returns true if a text may be the name of a person: 1 to kMaxNameBytes bytes of visible characters, with single
// spaces between them. So no name is blank, and no two names differ only in invisible characters. Emoji that contain an
// invisible character are not allowed.
bool is_plain_name(std::string_view text);

}  // namespace rensa::proto
