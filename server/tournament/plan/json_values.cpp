#include "server/tournament/plan/json_values.h"

#include <utility>

#include "engine/json/document.h"
#include "server/base/formatted.h"

namespace rensa::tournament {

using nlohmann::json;

json parse_json(std::string_view text) {
  auto document = rensa::json::parse_document(text);
  if (!document) throw InvalidInput(document.error().message);
  return std::move(document).value();
}

rules::ParseError error_with_line(const InvalidInput& wrong, std::string_view text) {
  const std::size_t line = wrong.path.empty() ? 0 : rensa::json::line_of_value(text, wrong.path);
  return {.message = line == 0 ? wrong.what() : "line " + std::to_string(line) + ": " + wrong.what(), .position = 0};
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
    throw InvalidInput(what + base::formatted(" has to be a number from %g to %g", least, most));
  }
  return value.get<double>();
}

}  // namespace rensa::tournament
