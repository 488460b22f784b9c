#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

namespace rensa::rules {

// Why a text was refused, or a value could not be written as text.
struct ParseError {
  std::string message;       // for a person: names what is wrong and where
  std::size_t position = 0;  // the byte of the input, counted from 1; 0: the input as a whole
  friend bool operator==(const ParseError&, const ParseError&) = default;
};

// What reading a text came to: a whole value or the reason why there is none, never half of one.
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

// How messages name a character: 'x', or byte 0x07 where it cannot be shown.
std::string name_of(char character);

}  // namespace rensa::rules
