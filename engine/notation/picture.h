#pragma once

#include <string>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// Fields as pictures, for tests, logs and terminals: a line of six characters a row, the top row first, the last line
// being row 1. '.' is empty, R B Y G P are the colours, O is garbage. Rows above the first line are empty. What other
// programs read is in digits.h, puyop.h and ips.h.

char picture_of(rules::Cell cell);

// Rows from the highest that has a cell down to row 1, each ending in a line end; of an empty field row 1 alone.
std::string picture_of(const rules::Field& field);

// Up to 14 lines. Spaces around a line, and blank lines before the first and after the last, do not count.
rules::Parsed<rules::Field> parse_picture(std::string_view text);

// The same for pictures that stand in the program: an ill-formed one is our bug and ends it.
rules::Field field_of_picture(std::string_view text);

}  // namespace rensa::notation
