#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rensa::proto {

// What of a text can be shown to others among texts of ours. What is not UTF-8, control characters, and those that
// nobody sees or that turn what stands around them are question marks; what is beyond so many bytes is left out, with
// no character cut in two.
std::string plain_text(std::string_view text, std::size_t most_bytes);

}  // namespace rensa::proto
