#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "engine/json/document.h"

namespace rensa::json {

// Writes JSON for people, a line for each value. It makes no values of the library: destroying those needs memory, and
// ends the program if there is none.
class JsonWriter {
 public:
  // `indentation`: the number of spaces for each level.
  explicit JsonWriter(std::size_t indentation) : indentation_(indentation) {}

  // Each function writes the next value of the text, the next element of an array, or the value after key().
  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void add(std::string_view text);
  void add(std::integral auto number) { add_literal(std::to_string(number)); }
  void add_null() { add_literal("null"); }

  // Precondition: an object is open.
  void key(std::string_view name);
  template <typename Value>
  void member(std::string_view name, const Value& value) {
    key(name);
    add(value);
  }

  // Precondition: the value is complete. Returns it without a line break at the end.
  std::string take_text() { return std::move(text_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  void add_literal(std::string_view literal);
  // Begins an element, with a comma after the one before. A value after key() is no element of its own.
  void begin_element();
  void break_line();

  const std::size_t indentation_;
  std::string text_;
  std::array<bool, kMaxDepth> has_elements_{};  // by level
  std::size_t depth_ = 0;
  bool is_after_key_ = false;
};

}  // namespace rensa::json
