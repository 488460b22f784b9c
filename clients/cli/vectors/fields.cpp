#include "clients/cli/vectors/fields.h"

#include <nlohmann/json.hpp>

#include "clients/cli/vectors/line_source.h"
#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

using nlohmann::json;

constexpr std::size_t kFieldDigits = rules::kColumns * rules::kHiddenRow;

[[noreturn]] void fail(const char* name, const std::string& why) { throw InputError(std::string(name) + ": " + why); }

const json& member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) fail(name, "missing");
  return *found;
}

}  // namespace

int int_at(const json& object, const char* name, int lowest, int highest) {
  const json& value = member(object, name);
  if (!value.is_number_integer()) fail(name, "is no whole number");
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(highest);
  if (too_large || value.get<std::int64_t>() < lowest || value.get<std::int64_t>() > highest) {
    fail(name, "is not within " + std::to_string(lowest) + ".." + std::to_string(highest));
  }
  return value.get<int>();
}

bool flag_at(const json& object, const char* name) {
  const json& value = member(object, name);
  if (value.is_boolean()) return value.get<bool>();
  return int_at(object, name, 0, 1) == 1;
}

const std::string& text_at(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_string()) fail(name, "is no text");
  return value.get_ref<const std::string&>();
}

rules::Field field_at(const json& object, const char* name) {
  const std::string& digits = text_at(object, name);
  if (digits.size() != kFieldDigits) fail(name, "has " + std::to_string(digits.size()) + " cells and not 78");
  const rules::Parsed<rules::Field> field = notation::parse_field_digits(digits);
  if (!field.ok()) fail(name, field.error().message);
  if (!field->is_at_rest()) fail(name, "something floats in it");
  return *field;
}

rules::Pair pair_at(const json& object, const char* name) {
  const std::string& digits = text_at(object, name);
  if (digits.size() != 2) fail(name, "has " + std::to_string(digits.size()) + " cells and not 2");
  const rules::Parsed<rules::PairQueue> queue = notation::parse_queue_digits(digits);
  if (!queue.ok()) fail(name, queue.error().message);
  return queue->at(0);
}

rules::Placement placement_at(const json& object) {
  const rules::Placement placement{static_cast<std::int8_t>(int_at(object, "x", 1, rules::kColumns)),
                                   static_cast<rules::Rotation>(int_at(object, "r", 0, 3))};
  if (!placement.is_on_field()) fail("x, r", "the child is in the wall");
  return placement;
}

std::string digits_of(const rules::Field& field) { return *notation::digits_of(field, rules::kHiddenRow); }

std::optional<std::string> difference(std::string_view name, long expected, long got) {
  if (expected == got) return std::nullopt;
  return difference(name, std::to_string(expected), std::to_string(got));
}

std::optional<std::string> difference(std::string_view name, const std::string& expected, const std::string& got) {
  if (expected == got) return std::nullopt;
  return std::string(name) + ": expected " + expected + ", got " + got;
}

}  // namespace rensa::cli
