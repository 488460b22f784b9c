#include "server/tournament/plan/json_values.h"

#include <array>
#include <cstdio>

namespace rensa::tournament {

using nlohmann::json;

json parse_shallow_json(std::string_view text) {
  constexpr int kDeepest = 16;
  return json::parse(text, [](int depth, json::parse_event_t, const json&) {
    if (depth > kDeepest) throw InvalidInput("it is nested too deeply");
    return true;
  });
}

std::string read_text_value(const json& value, const std::string& what) {
  if (!value.is_string()) throw InvalidInput(what + " has to be a text");
  return value.get<std::string>();
}

bool read_flag(const json& value, const std::string& what) {
  if (!value.is_boolean()) throw InvalidInput(what + " has to be true or false");
  return value.get<bool>();
}

std::uint64_t read_number(const json& value, const std::string& what, std::uint64_t least, std::uint64_t most) {
  if (!value.is_number_unsigned() || value < least || value > most) {
    throw InvalidInput(what + " has to be a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most));
  }
  return value.get<std::uint64_t>();
}

int read_count(const json& value, const std::string& what, int least, int most) {
  return static_cast<int>(
      read_number(value, what, static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most)));
}

double read_real(const json& value, const std::string& what, double least, double most) {
  if (!value.is_number() || value < least || value > most) {
    std::array<char, 64> range{};
    std::snprintf(range.data(), range.size(), " has to be a number from %g to %g", least, most);
    throw InvalidInput(what + range.data());
  }
  return value.get<double>();
}

}  // namespace rensa::tournament
