#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::json {

// A JSON object of strings and whole numbers, like our configuration files: without nesting and without repeated keys.
// Members are in the order of the text.
using FlatValue = std::variant<std::int64_t, std::string>;
struct FlatMember {
  std::string key;
  FlatValue value;
  std::size_t line = 0;  // of the key, counted from 1; 0: it does not come from a text
  bool is_list = false;  // the value was given as a list of strings; they are joined with spaces
};
using FlatObject = std::vector<FlatMember>;

// Reads a flat object from a text in UTF-8. Errors name the line, and the key if there is one.
rules::Parsed<FlatObject> flat_object_of(std::string_view text);
// The same; values may also be lists of strings.
rules::Parsed<FlatObject> flat_object_with_lists_of(std::string_view text);

// Returns an error that names the key of a member and its line, if it has one: `why` goes on after the key.
rules::ParseError error_in(const FlatMember& member, std::string_view why);

// Puts a word in quotes for an error message.
inline std::string in_quotes(std::string_view text) {
  std::string quoted(1, '"');
  quoted += text;
  return quoted += '"';
}

}  // namespace rensa::json
