#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rensa::proto {

// What of a text can be shown to others among texts of ours. What is not UTF-8, control characters, and those that
// nobody sees or that turn what stands around them are question marks; what is beyond so many bytes is left out, with
// no character cut in two.
std::string plain_text(std::string_view text, std::size_t most_bytes);

// Whether a person can be called so: 1 to kMaxNameBytes bytes, all of which can be seen but for single spaces in
// between. So no name is blank, and none is another's with something added that does not show. Emoji that are what they
// are by an unseen character have no place in a name.
bool is_plain_name(std::string_view text);

}  // namespace rensa::proto
