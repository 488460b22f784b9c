#pragma once

#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "engine/json/document.h"
#include "engine/rules/parsed.h"

namespace rensa::json {

// Receives the values of a text from the library one by one, knows how much of the text has been read, and words the
// errors. A callback that returns false ends the reading and has called refuse(). Only files of this folder include it.
class PositionedReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit PositionedReader(std::string_view text) : text_(text), read_end_(text.data()) {}

  // Returns false if a callback or the library has found an error.
  bool read();
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& exception) final;

  const rules::ParseError& error() const { return error_; }

 protected:
  // Returns the line in which the last key, text or bracket ends.
  std::size_t line() const;
  // Returns the line of the last number. The library reads one character more to find its end.
  std::size_t line_of_number() const;
  void set_last_key(std::string key) { last_key_ = std::move(key); }
  const std::string& last_key() const { return last_key_; }
  bool refuse(const std::string& message);

 private:
  std::size_t line_of(const char* end) const;

  std::string_view text_;
  const char* read_end_;  // the library has read the text up to here
  std::string last_key_;
  rules::ParseError error_;
};

}  // namespace rensa::json
