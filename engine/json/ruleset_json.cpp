#include "engine/json/ruleset_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "engine/json/flat_object.h"
#include "engine/json/in_quotes.h"
#include "engine/rules/ruleset_fields.h"

namespace rensa::json {
namespace {

using rules::ParseError;
using rules::Ruleset;

// The names of each enumeration's values, in its order.
constexpr std::array<std::string_view, 2> names_of(rules::Pacing) { return {"frames", "turns"}; }
constexpr std::array<std::string_view, 2> names_of(rules::QueueSharing) { return {"common", "common_until_clear"}; }
constexpr std::array<std::string_view, 2> names_of(rules::Choke) { return {"spawn_cell", "no_move"}; }
constexpr std::array<std::string_view, 2> names_of(rules::AttackFormula) { return {"score", "literature"}; }

// Each gives the reason why the value cannot be that of the field.
std::optional<std::string> assign(std::string& field, const FlatValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return "has to be a string";
  field = *text;
  return std::nullopt;
}

std::optional<std::string> assign(int& field, const FlatValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number == nullptr) return "has to be a whole number";
  if (*number < std::numeric_limits<int>::min() || *number > std::numeric_limits<int>::max()) {
    return "is out of range";
  }
  field = static_cast<int>(*number);
  return std::nullopt;
}

template <typename Enum>
  requires std::is_enum_v<Enum>
std::optional<std::string> assign(Enum& field, const FlatValue& value) {
  constexpr auto kNames = names_of(Enum{});
  const auto* text = std::get_if<std::string>(&value);
  const auto name = text == nullptr ? kNames.end() : std::find(kNames.begin(), kNames.end(), *text);
  if (name == kNames.end()) {
    std::string why = "has to be";
    for (const std::string_view known : kNames) why += (known == kNames.front() ? " " : " or ") + in_quotes(known);
    return why;
  }
  field = static_cast<Enum>(name - kNames.begin());
  return std::nullopt;
}

std::optional<ParseError> assign_member(Ruleset& ruleset, const std::string& key, const FlatValue& value) {
  bool is_known = false;
  std::optional<std::string> why;
  rules::for_each_field(ruleset, [&](std::string_view name, auto& field) {
    if (name != key) return;
    is_known = true;
    why = assign(field, value);
  });
  if (!is_known) return ParseError{in_quotes(key) + " is not a field of a ruleset", 0};
  if (why) return ParseError{in_quotes(key) + " " + *why, 0};
  return std::nullopt;
}

// The ruleset that "base" names, or the defaults.
rules::Parsed<Ruleset> base_of(const FlatObject& object) {
  for (const auto& [key, value] : object) {
    if (key != "base") continue;
    const auto* id = std::get_if<std::string>(&value);
    const Ruleset* base = id == nullptr ? nullptr : rules::find_ruleset(*id);
    if (base == nullptr) return ParseError{"\"base\" has to be the id of a published ruleset", 0};
    Ruleset ruleset = *base;
    ruleset.id.clear();
    return ruleset;
  }
  return Ruleset{};
}

}  // namespace

rules::Parsed<Ruleset> ruleset_of_json(std::string_view text) {
  const rules::Parsed<FlatObject> object = flat_object_of(text);
  if (!object) return object.error();
  rules::Parsed<Ruleset> base = base_of(*object);
  if (!base) return base;
  Ruleset ruleset = std::move(base).value();
  for (const auto& [key, value] : *object) {
    if (key == "base") continue;
    if (std::optional<ParseError> error = assign_member(ruleset, key, value)) return *std::move(error);
  }
  if (ruleset.id.empty()) return ParseError{"\"id\" is missing: a ruleset needs a name of its own", 0};
  if (const std::optional<std::string> why = why_unplayable(ruleset)) return ParseError{*why, 0};
  const Ruleset* published = rules::find_ruleset(ruleset.id);
  if (published != nullptr && *published != ruleset) {
    return ParseError{in_quotes(ruleset.id) + " is published with other values: a ruleset of your own needs its own id",
                      0};
  }
  return ruleset;
}

std::string json_of(const Ruleset& ruleset) {
  nlohmann::ordered_json object;
  rules::for_each_field(ruleset, [&object](const char* name, const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field>) {
      object[name] = names_of(Field{})[static_cast<std::size_t>(field)];
    } else {
      object[name] = field;
    }
  });
  // Replacing what is not UTF-8 keeps this from throwing; a playable ruleset has nothing to replace.
  return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace rensa::json
