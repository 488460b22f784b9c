#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::tournament {

// An error in JSON that a user has written, as a sentence.
struct InvalidInput : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::vector<std::string> path;  // of the value with the error, as for json::line_of_value(); empty: the whole text
};

// Calls `read`, which reads the value of a key, or the value at an index of an array. An error in it leads through the
// key to the value.
template <typename Read>
auto read_at(const std::string& key, Read read) {
  try {
    return read();
  } catch (InvalidInput& wrong) {
    wrong.path.insert(wrong.path.begin(), key);
    throw;
  }
}

// Parses JSON; throws InvalidInput if it cannot be read.
nlohmann::json parse_json(std::string_view text);

// Returns the error with the line of its value in the text.
rules::ParseError error_with_line(const InvalidInput& wrong, std::string_view text);

// Calls `read`, which reads the text, and returns its value or its error with the line.
template <typename Read>
auto parsed_by(Read read, std::string_view text) -> rules::Parsed<decltype(read())> {
  try {
    return read();
  } catch (const InvalidInput& wrong) {
    return error_with_line(wrong, text);
  } catch (const nlohmann::json::exception&) {
    return rules::ParseError{.message = "a value has the wrong type, or is missing", .position = 0};
  }
}

// Each function below returns the value, or throws InvalidInput if it has another type or is out of range. `what` names
// the value in the error.
std::string read_text_value(const nlohmann::json& value, const std::string& what);
bool read_flag(const nlohmann::json& value, const std::string& what);
std::uint64_t read_number(const nlohmann::json& value, const std::string& what, std::uint64_t least,
                          std::uint64_t most);
int read_count(const nlohmann::json& value, const std::string& what, int least, int most);
double read_real(const nlohmann::json& value, const std::string& what, double least, double most);

template <typename Value>
Value value_or_throw(rules::Parsed<Value> parsed) {
  if (!parsed) throw InvalidInput(parsed.error().message);
  return *parsed;
}

}  // namespace rensa::tournament
