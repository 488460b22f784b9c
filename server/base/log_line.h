#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace rensa::base {

// Puts a text from outside in quotes for the log. Quotes, backslashes, control characters, line separators, characters
// that change the direction of writing, and bytes that are not UTF-8 are escaped: \" \\ \n \r \t \u202E \xFF. So no
// text can end its field, begin another line, or look like another field.
std::string quoted_for_log(std::string_view text);

// One line of the log, "event=entered session=7 name=\"ann\"". Its functions write all fields, and the log takes no
// other lines. So a value cannot add a field of its own.
class LogLine {
 public:
  explicit LogLine(std::string_view event) { word("event", event); }

  // Adds a field with a text of any content, in quotes.
  LogLine& text(std::string_view key, std::string_view value);
  // Adds a field with a word, such as an address. It has quotes only if it is no plain word.
  LogLine& word(std::string_view key, std::string_view value);
  // Adds a field with a number, or with the number of an id.
  template <typename Number>
    requires std::is_integral_v<Number> || std::is_enum_v<Number>
  LogLine& number(std::string_view key, Number value) {
    if constexpr (std::is_enum_v<Number>) {
      return word(key, std::to_string(static_cast<std::underlying_type_t<Number>>(value)));
    } else {
      return word(key, std::to_string(value));
    }
  }

  operator const std::string&() const { return line_; }

 private:
  LogLine& add(std::string_view key, std::string_view shown);

  std::string line_;
};

}  // namespace rensa::base
