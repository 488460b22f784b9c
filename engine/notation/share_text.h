#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/shared.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// What the two share formats have in common: percent-encoding, letters with their place in what was typed, and the
// short form of fields. For puyop.cpp and ips.cpp only.

// From one letter of the text up to, not including, another.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

// The letters of a share text after percent-decoding.
class ShareText {
 public:
  // What follows `marker` in a URL, or all where it does not occur; up to a '#'.
  static rules::Parsed<ShareText> decode(std::string_view input, std::string_view marker);

  char operator[](std::size_t index) const { return letters_[index]; }
  // The parts between '_'; always at least one.
  std::vector<Part> parts() const;
  // That the letter at the index (or the end of the text) is wrong, with its place in what was typed.
  rules::ParseError error_at(std::size_t index, std::string_view why) const;

 private:
  std::string letters_;
  std::vector<std::size_t> positions_;  // of each letter, and of the end
};

// The value of a letter, -1 if it is not in the alphabet.
int value_of(char letter, std::string_view alphabet);

// Two cells a letter, leading zeros left away.
rules::Parsed<SharedField> read_short_field(const ShareText& text, Part part, std::string_view alphabet);
// Precondition: no cell beyond garbage.
std::string short_field(const SharedField& field, std::string_view alphabet);
bool has_special_cells(const SharedField& field);

// Pairs are numbers of two digits 0..4 here.
inline constexpr std::array<rules::Cell, 5> kShareColours = {rules::Cell::red, rules::Cell::green, rules::Cell::blue,
                                                             rules::Cell::yellow, rules::Cell::purple};
// -1: no colour.
int share_colour(rules::Cell cell);

// That the move at the index cannot be written.
rules::ParseError move_error(std::size_t index, std::string_view why);

}  // namespace rensa::notation
