#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/shared_position.h"

namespace rensa::notation {

// The common part of the two share formats: percent-encoding, characters with their positions in the input, the short
// form of fields, and moves as two letters. Only puyop.cpp and ips.cpp use it.

// The characters from `begin` up to, but not including, `end`.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

// The characters of a share code after percent-decoding.
class ShareCode {
 public:
  // Takes the text after `marker`, or all of it if it has no marker, up to a '#'.
  static rules::Parsed<ShareCode> decode(std::string_view input, std::string_view marker);

  char operator[](std::size_t index) const { return letters_[index]; }
  // The parts between '_'; always at least one.
  std::vector<TextRange> parts() const;
  // The error that the character at the index (or the end of the code) is wrong, with its position in the input.
  rules::ParseError error_at(std::size_t index, std::string_view why) const;

 private:
  std::string letters_;
  std::vector<std::size_t> positions_;  // of each letter and of the end, in the input
};

// A move is two letters of an alphabet of 64, here as their values.
struct MoveLetters {
  int first = 0;
  int second = 0;
};

// A pair is two numbers 0..4 in the order of colours red, green, blue, yellow, purple.
struct PairColours {
  int axis = 0;
  int child = 0;
};
// Returns nullopt if the placement is off the field.
std::optional<SharedMove> placed_pair(PairColours colours, rules::Placement placement);
SharedMove upcoming_pair(PairColours colours);

// The differences between the two formats.
struct ShareFormat {
  std::string_view alphabet;
  char long_form_mark;         // at the start of a field in the long form
  bool may_end_in_one_letter;  // the second letter of the last move may be missing; it is zero then
  rules::Parsed<SharedField> (*read_long_field)(const ShareCode& code, TextRange range);
  std::string (*write_long_field)(const SharedField& field);
  // Returns nullopt if the letters mean no move.
  std::optional<SharedMove> (*read_move)(MoveLetters letters);
  // `placement` is nullopt for an upcoming pair.
  MoveLetters (*write_pair)(PairColours colours, const std::optional<rules::Placement>& placement);
  // The counts of two columns differ by at most one. `index` is that of the move, for errors.
  rules::Parsed<MoveLetters> (*write_garbage)(const GarbageDrop& drop, std::size_t index);
};

// Reads the field in parts[0] and the moves in parts[1], if there are any.
rules::Parsed<SharedPosition> read_field_and_moves(const ShareCode& code, const std::vector<TextRange>& parts,
                                                   const ShareFormat& format);
std::string write_field(const SharedField& field, const ShareFormat& format);
rules::Parsed<std::string> write_moves(const std::vector<SharedMove>& moves, const ShareFormat& format);

// Returns -1 if the letter is not in the alphabet.
int value_of(char letter, std::string_view alphabet);
// The error that the move at the index cannot be written.
rules::ParseError move_error(std::size_t index, std::string_view why);

}  // namespace rensa::notation
