#include "engine/json/stacking_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/json/flat_object.h"
#include "engine/search/stacking_fields.h"

namespace rensa::json {

namespace {

using rules::ParseError;
using search::StackingPlan;

constexpr std::int64_t kLargest = search::kLargestWeight;
constexpr std::array<std::string_view, 3> kPhases = {"opening", "middle", "late"};  // in the order of StackingPhase

ParseError error_of(const std::string& key, const char* what) {
  std::string message(1, '"');
  return {.message = message.append(key).append("\" ").append(what), .position = 0};
}

// Where "late.valley" leads: the phases it is about, all of them if it names none, and the weight's name.
struct Address {
  std::size_t first = 0;
  std::size_t last = kPhases.size();
  std::string_view name;

  bool is_of_one_phase() const { return last - first == 1; }
};

Address address_of(std::string_view key) {
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    const std::string_view prefix = kPhases[phase];
    if (key.size() > prefix.size() && key.starts_with(prefix) && key[prefix.size()] == '.') {
      return {.first = phase, .last = phase + 1, .name = key.substr(prefix.size() + 1)};
    }
  }
  return {.name = key};
}

// False: there is no such weight.
bool assign(StackingPlan& plan, const Address& address, int value) {
  bool is_known = false;
  for (std::size_t phase = address.first; phase < address.last; ++phase) {
    search::for_each_weight(plan.phases[phase], [&](std::string_view name, int& weight) {
      if (name != address.name) return;
      is_known = true;
      weight = value;
    });
  }
  return is_known;
}

}  // namespace

rules::Parsed<StackingPlan> stacking_plan_of_json(std::string_view text) {
  const rules::Parsed<FlatObject> object = flat_object_of(text);
  if (!object) return object.error();
  StackingPlan plan = search::default_stacking_plan();
  for (const bool of_one_phase : {false, true}) {
    for (const auto& [key, value] : *object) {
      const Address address = address_of(key);
      if (address.is_of_one_phase() != of_one_phase) continue;
      const auto* number = std::get_if<std::int64_t>(&value);
      if (number == nullptr) return error_of(key, "has to be a whole number");
      if (*number < -kLargest || *number > kLargest) return error_of(key, "is out of range: 100,000 at most");
      if (!assign(plan, address, static_cast<int>(*number))) return error_of(key, "is not a weight");
    }
  }
  return plan;
}

std::string json_of(const StackingPlan& plan) {
  nlohmann::ordered_json object;
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    search::for_each_weight(plan.phases[phase], [&](const char* name, const int& weight) {
      std::string key(kPhases[phase]);
      object[key.append(".").append(name)] = weight;
    });
  }
  return object.dump(2) + "\n";
}

}  // namespace rensa::json
