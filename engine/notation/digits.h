#pragma once

#include <string>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// The digits of the reference's protocol and of the conformance vectors: 0 empty, 1 garbage, 4 red, 5 blue, 6 yellow,
// 7 green. They know no purple.

// 72, 78 or 84 digits: rows 12, 13 or 14 down to row 1, each from the left.
rules::Parsed<rules::Field> field_of_digits(std::string_view text);
// Precondition: rows is 12, 13 or 14. Refused: purple, and anything above those rows.
rules::Parsed<std::string> digits_of(const rules::Field& field, int rows);

// Two digits a pair, axis then child, for 1..128 pairs.
rules::Parsed<rules::PairQueue> queue_of_digits(std::string_view text);
// All 128 pairs. Refused: purple.
rules::Parsed<std::string> digits_of(const rules::PairQueue& queue);

}  // namespace rensa::notation
