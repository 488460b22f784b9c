#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace rensa::cli {

// What a server says of its tournaments, for people. The objects are those of docs/openapi.json; what they lack is
// thrown as nlohmann::json::exception.

// A line each, with a head.
std::string list_text(const nlohmann::ordered_json& tournaments);

// "running, 120 of 480 games, 3 being played, 45 s to go".
std::string progress_text(const nlohmann::ordered_json& tournament, std::optional<std::chrono::seconds> left);

}  // namespace rensa::cli
