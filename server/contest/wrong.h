#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/rules/parsed.h"

namespace rensa::contest {

// What is wrong with a plan, as a sentence for who wrote it; and values of JSON taken as what they have to be.
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Of what is nested without end a copy would be, too.
nlohmann::json shallow_json(std::string_view text);

std::string text_in(const nlohmann::json& value, const std::string& what);
bool flag_in(const nlohmann::json& value, const std::string& what);
std::uint64_t number_in(const nlohmann::json& value, const std::string& what, std::uint64_t least, std::uint64_t most);
int count_in(const nlohmann::json& value, const std::string& what, int least, int most);
double real_in(const nlohmann::json& value, const std::string& what, double least, double most);

template <typename Value>
Value taken(rules::Parsed<Value> parsed) {
  if (!parsed) throw Wrong(parsed.error().message);
  return *parsed;
}

}  // namespace rensa::contest
