#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

// Typed access to the fields of a vector line. All throw InputError with the name of the field.

int int_at(const nlohmann::json& object, const char* name, int lowest, int highest);
bool flag_at(const nlohmann::json& object, const char* name);  // true, false, 1 or 0
const std::string& text_at(const nlohmann::json& object, const char* name);
rules::Field field_at(const nlohmann::json& object, const char* name);  // rows 13..1, at rest
rules::Pair pair_at(const nlohmann::json& object, const char* name);
rules::Placement placement_at(const nlohmann::json& object);

std::string digits_of(const rules::Field& field);

// "name: expected 1, got 2", unless they are equal.
std::optional<std::string> difference(std::string_view name, long expected, long got);
std::optional<std::string> difference(std::string_view name, const std::string& expected, const std::string& got);

}  // namespace rensa::cli
