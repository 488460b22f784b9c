#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rensa::base {

// A character of UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: there is none
};
// Returns the character with which a text begins. Its number of bytes is 0 if the text does not begin with valid UTF-8.
// Precondition: the text is not empty.
Character first_character(std::string_view text);

// Makes a text safe to show inside our own texts. Invalid UTF-8, control characters, invisible characters and those
// that change the writing direction become question marks. The result has at most max_bytes and ends with a whole
// character.
std::string plain_text(std::string_view text, std::size_t max_bytes);

// Like plain_text(), for a text of any length with several lines: a sentence for a terminal.
std::string plain_lines(std::string_view text);

// Returns true if plain_text() leaves the text as it is.
bool is_plain_text(std::string_view text);

// Returns true if a text may be the name of a player: 1 to kMaxNameBytes bytes of visible characters, with single
// spaces between them. So no name is blank, and no two names differ only in invisible characters. Emoji that contain an
// invisible character are not allowed. People, accounts, tokens and players of plans have such names.
bool is_plain_name(std::string_view text);

// The rule of is_plain_name(), for errors.
inline constexpr const char* kPlainNameRule =
    "1 to 32 bytes of UTF-8: visible characters, with single spaces between them";

// Returns true if the text has nothing but spaces, or nothing at all.
bool is_blank(std::string_view text);

}  // namespace rensa::base
