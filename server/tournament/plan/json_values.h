#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/rules/parsed.h"

namespace rensa::tournament {

// An error in JSON that a user has written, as a sentence.
struct InvalidInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Parses JSON and limits its depth, because copying deeply nested values would overflow the stack.
nlohmann::json parse_shallow_json(std::string_view text);

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
