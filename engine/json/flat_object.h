#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::json {

// A JSON object of strings and whole numbers, like our configuration files: without nesting and without repeated keys.
// Members are in the order of the text.
using FlatValue = std::variant<std::int64_t, std::string>;
using FlatObject = std::vector<std::pair<std::string, FlatValue>>;

// Reads a flat object from a text in UTF-8. Errors of syntax name the line and column, all other errors name the key.
rules::Parsed<FlatObject> flat_object_of(std::string_view text);

// Puts a word in quotes for an error message.
inline std::string in_quotes(std::string_view text) {
  std::string quoted(1, '"');
  quoted += text;
  return quoted += '"';
}

}  // namespace rensa::json
