#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::json {

// Reads JSON that comes from outside. Every text is read here, and a test looks for other readers. The library's own
// functions take the last of two equal keys, so two readers of one text could understand it differently. They also
// read any depth, and copying a deep value overflows the stack.

inline constexpr int kMaxDepth = 16;

// Reads a text in UTF-8. An object that has a key twice, more levels of nesting than `max_depth`, and text that is not
// JSON are errors. Errors name the line, and the key if there is one.
rules::Parsed<nlohmann::json> parse_document(std::string_view text, int max_depth = kMaxDepth);
// Does the same, and keeps the members of objects in the order of the text.
rules::Parsed<nlohmann::ordered_json> parse_ordered_document(std::string_view text, int max_depth = kMaxDepth);

// Clears a value from its innermost values on. The library destroys a value that holds others with the help of new
// memory, and ends the program if there is none. It needs none for what this leaves.
void clear_from_within(nlohmann::json& value) noexcept;

// Returns the line, counted from 1, of the value that the path leads to; 0 if there is none. A path consists of the
// keys of objects and the indexes in arrays, from the outermost to the innermost.
std::size_t line_of_value(std::string_view text, const std::vector<std::string>& path);

// Puts a key in quotes for an error message. Characters that could confuse a reader are escaped, and a long key is cut.
std::string quoted_key(std::string_view key);

}  // namespace rensa::json
