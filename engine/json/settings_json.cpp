#include "engine/json/settings_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <type_traits>

#include "engine/json/flat_object.h"
#include "engine/json/json_writer.h"
#include "engine/json/ruleset_members.h"

namespace rensa::json {
namespace {

using evaluation::WeightsByPhase;
using rules::ParseError;
using rules::Ruleset;

// The names of each enumeration's values, in its order.
constexpr std::array<std::string_view, 2> names_of(rules::Pacing) { return {"frames", "turns"}; }
constexpr std::array<std::string_view, 2> names_of(rules::QueueSharing) { return {"common", "common_until_clear"}; }
constexpr std::array<std::string_view, 2> names_of(rules::Choke) { return {"spawn_cell", "no_move"}; }
constexpr std::array<std::string_view, 2> names_of(rules::AttackFormula) { return {"score", "literature"}; }

// Each assign() sets the field to the value. If the field cannot have this value, it returns the reason.
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

std::optional<ParseError> assign_member(Ruleset& ruleset, const FlatMember& member) {
  bool is_known = false;
  std::optional<std::string> why;
  rules::for_each_setting(ruleset, [&](std::string_view name, auto& field) {
    if (name != member.key) return;
    is_known = true;
    why = assign(field, member.value);
  });
  if (!is_known) return error_in(member, "is not a field of a ruleset");
  if (why) return error_in(member, *why);
  return std::nullopt;
}

// Returns the ruleset that "base" names, or the default values.
rules::Parsed<Ruleset> base_of(const FlatObject& object) {
  for (const FlatMember& member : object) {
    if (member.key != "base") continue;
    const auto* id = std::get_if<std::string>(&member.value);
    const Ruleset* base = id == nullptr ? nullptr : rules::find_ruleset(*id);
    if (base == nullptr) return error_in(member, "has to be the id of a published ruleset");
    Ruleset ruleset = *base;
    ruleset.id.clear();
    return ruleset;
  }
  return Ruleset{};
}

// Returns the error with the line of the field, with which the sentence begins.
ParseError unplayable_error(const FlatObject& members, const std::string& why) {
  const std::string field = why.substr(0, why.find(' '));
  const auto member = std::find_if(members.begin(), members.end(),
                                   [&field](const FlatMember& candidate) { return candidate.key == field; });
  if (member == members.end() || member->line == 0) return {why, 0};
  return {"line " + std::to_string(member->line) + ": " + why, 0};
}

constexpr std::int64_t kLargest = evaluation::kLargestWeight;
constexpr std::array<std::string_view, 3> kPhases = {"opening", "middle", "late"};  // in the order of FieldPhase

// A key like "late.valley": its phases, which are all if it names none, and the name of the weight.
struct WeightKey {
  std::size_t first = 0;
  std::size_t last = kPhases.size();
  std::string_view name;

  bool is_of_one_phase() const { return last - first == 1; }
};

WeightKey weight_key_of(std::string_view key) {
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    const std::string_view prefix = kPhases[phase];
    if (key.size() > prefix.size() && key.starts_with(prefix) && key[prefix.size()] == '.') {
      return {.first = phase, .last = phase + 1, .name = key.substr(prefix.size() + 1)};
    }
  }
  return {.name = key};
}

// Returns false if there is no such weight.
bool assign_weight(WeightsByPhase& weights, const WeightKey& weight_key, int value) {
  const auto found = std::find_if(evaluation::kWeightFields.begin(), evaluation::kWeightFields.end(),
                                  [&](const evaluation::WeightField& field) { return field.name == weight_key.name; });
  if (found == evaluation::kWeightFields.end()) return false;
  for (std::size_t phase = weight_key.first; phase < weight_key.last; ++phase) {
    weights.phases[phase].*found->weight = value;
  }
  return true;
}

}  // namespace

rules::Parsed<Ruleset> ruleset_of_json(std::string_view text) {
  const rules::Parsed<FlatObject> object = flat_object_of(text);
  return object ? ruleset_of_members(*object) : object.error();
}

rules::Parsed<Ruleset> ruleset_of_members(const FlatObject& members) {
  rules::Parsed<Ruleset> base = base_of(members);
  if (!base) return base;
  Ruleset ruleset = std::move(base).value();
  for (const FlatMember& member : members) {
    if (member.key == "base") continue;
    if (std::optional<ParseError> error = assign_member(ruleset, member)) return *std::move(error);
  }
  if (ruleset.id.empty()) return ParseError{"\"id\" is missing: a ruleset needs a name of its own", 0};
  if (const std::optional<std::string> why = why_unplayable(ruleset)) return unplayable_error(members, *why);
  const Ruleset* published = rules::find_ruleset(ruleset.id);
  if (published != nullptr && *published != ruleset) {
    return ParseError{in_quotes(ruleset.id) + " is published with other values: a ruleset of your own needs its own id",
                      0};
  }
  return ruleset;
}

void add_ruleset(JsonWriter& writer, const Ruleset& ruleset) {
  writer.begin_object();
  rules::for_each_setting(ruleset, [&writer](const char* name, const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field>) {
      writer.member(name, names_of(Field{})[static_cast<std::size_t>(field)]);
    } else {
      writer.member(name, field);
    }
  });
  writer.end_object();
}

std::string json_of(const Ruleset& ruleset) {
  JsonWriter writer(2);
  add_ruleset(writer, ruleset);
  return writer.take_text() + "\n";
}

rules::Parsed<WeightsByPhase> evaluation_weights_of_json(std::string_view text) {
  const rules::Parsed<FlatObject> object = flat_object_of(text);
  if (!object) return object.error();
  WeightsByPhase weights = evaluation::default_weights();
  for (const bool of_one_phase : {false, true}) {
    for (const FlatMember& member : *object) {
      const WeightKey weight_key = weight_key_of(member.key);
      if (weight_key.is_of_one_phase() != of_one_phase) continue;
      const auto* number = std::get_if<std::int64_t>(&member.value);
      if (number == nullptr) return error_in(member, "has to be a whole number");
      if (*number < -kLargest || *number > kLargest) return error_in(member, "is out of range: 100,000 at most");
      if (!assign_weight(weights, weight_key, static_cast<int>(*number))) return error_in(member, "is not a weight");
    }
  }
  return weights;
}

std::string json_of(const WeightsByPhase& weights) {
  JsonWriter writer(2);
  writer.begin_object();
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    for (const evaluation::WeightField& field : evaluation::kWeightFields) {
      std::string key(kPhases[phase]);
      writer.member(key.append(".").append(field.name), weights.phases[phase].*field.weight);
    }
  }
  writer.end_object();
  return writer.take_text() + "\n";
}

}  // namespace rensa::json
