#pragma once

#include <string>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// Fields and queues as text: as people write them (pictures and letters), and as the protocol of the reference server
// writes them (digits). Share codes of web sites are in shared_position.h.

// The picture of a field has one line of six characters for each row, from the top row down to row 1. '.' is empty,
// R B Y G P are the colours, and O is garbage. Rows above the first line are empty.
char picture_of(rules::Cell cell);
// Each line ends with a line end. The first line is the highest row that is not empty, or row 1.
std::string picture_of(const rules::Field& field);
// Reads up to 14 lines. Ignores spaces around a line, and blank lines before the first and after the last line.
rules::Parsed<rules::Field> parse_picture(std::string_view text);

// The letters of a pair are two of R B Y G P, axis first: "RB". Pairs may be separated by spaces and line ends.
std::string letters_of(rules::Pair pair);
// Writes the letters of all 128 pairs, separated by single spaces.
std::string letters_of(const rules::PairQueue& queue);
// Reads the letters of 1..128 pairs.
rules::Parsed<rules::PairQueue> parse_queue_letters(std::string_view text);

// The digits of the reference protocol and of the conformance vectors: 0 empty, 1 garbage, 4 red, 5 blue, 6 yellow,
// 7 green. Purple has no digit.
// A field is 72, 78 or 84 digits: rows 12, 13 or 14 down to row 1, each from the left.
rules::Parsed<rules::Field> parse_field_digits(std::string_view text);
// Precondition: rows is 12, 13 or 14. Fails if the field holds purple, or anything above these rows.
rules::Parsed<std::string> digits_of(const rules::Field& field, int rows);
// Reads two digits for each of 1..128 pairs, the axis first.
rules::Parsed<rules::PairQueue> parse_queue_digits(std::string_view text);
// Writes the digits of all 128 pairs. Fails if the queue holds purple.
rules::Parsed<std::string> digits_of(const rules::PairQueue& queue);

}  // namespace rensa::notation
