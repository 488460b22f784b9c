#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clients/cli/remote/remote_tournaments.h"

namespace rensa::cli {

// Shows the tournaments of a server to people. The objects are those of docs/openapi.json. The functions throw
// nlohmann::json::exception if one lacks a field.

// Returns a table with a line for each tournament.
std::string list_text(const nlohmann::ordered_json& tournaments);

// Returns the progress as text, such as "running, 120 of 480 games, 3 being played, 45 s to go".
std::string progress_text(const nlohmann::ordered_json& tournament, std::optional<std::chrono::seconds> left);

// Shows a tournament every second until it is over or `stop` returns true. On a terminal, the table fills the screen;
// elsewhere, each change of the progress is a line. Prints the table at the end. Waits for a server that stops
// answering for a while, unless it has never answered. Returns false if it was stopped before the tournament was over.
bool watch(const RemoteTournaments& tournaments, const std::string& name, const std::function<bool()>& stop);

}  // namespace rensa::cli
