#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace rensa::rules {

// The reason why a text was refused, or why a value cannot be written as text.
struct ParseError {
  std::string message;       // for people: the fault and its position
  std::size_t position = 0;  // the byte of the input, counted from 1; 0 means the input as a whole
  friend bool operator==(const ParseError&, const ParseError&) = default;
};

// The result of reading a text: a complete value, or the error.
template <typename T>
class [[nodiscard]] Parsed {
 public:
  Parsed(const T& value) : result_(std::in_place_index<0>, value) {}
  Parsed(T&& value) : result_(std::in_place_index<0>, std::move(value)) {}
  Parsed(ParseError error) : result_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return result_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition of these: ok().
  const T& value() const& { return *std::get_if<0>(&result_); }
  T&& value() && { return std::move(*std::get_if<0>(&result_)); }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

  // Precondition: not ok().
  const ParseError& error() const { return *std::get_if<1>(&result_); }

 private:
  std::variant<T, ParseError> result_;
};

// The name of a character in error messages: 'x', or byte 0x07 if it cannot be shown.
inline std::string name_of(char character) {
  if (character > ' ' && character <= '~') return std::string("'") + character + "'";
  if (character == ' ') return "a space";
  if (character == '\n') return "a line end";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(character);
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

}  // namespace rensa::rules
