#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace rensa::cli {

// Formats a server's data on its tournaments for people. The objects are those of docs/openapi.json; if one lacks a
// field, nlohmann::json::exception is thrown.

// A line each, with a head.
std::string list_text(const nlohmann::ordered_json& tournaments);

// "running, 120 of 480 games, 3 being played, 45 s to go".
std::string progress_text(const nlohmann::ordered_json& tournament, std::optional<std::chrono::seconds> left);

}  // namespace rensa::cli
