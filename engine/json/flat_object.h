#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::json {

// A JSON object of strings and whole numbers, as configuration files of ours are: no nesting, no key twice. Members
// are in the order of the text.
using FlatValue = std::variant<std::int64_t, std::string>;
using FlatObject = std::vector<std::pair<std::string, FlatValue>>;

// Errors of syntax name line and column, all others the key. The text has to be UTF-8.
rules::Parsed<FlatObject> flat_object_of(std::string_view text);

// The line and column, each counted from 1, of a byte counted from 1.
std::string line_and_column(std::string_view text, std::size_t position);

}  // namespace rensa::json
