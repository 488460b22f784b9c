#include "clients/cli/tournament/player_argument.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/json/document.h"
#include "engine/players/registry.h"
#include "server/app/plan_lookup.h"
#include "server/tournament/plan/json_values.h"
#include "server/tournament/plan/plan_json.h"

namespace rensa::cli {

nlohmann::json player_of_argument(const std::string& text, const std::string& command) {
  if (const auto word = players::parse_player_spec(text)) {
    const std::string name = players::display_name(*word);
    return name == text ? nlohmann::json(text) : nlohmann::json{{"name", name}, {"player", text}};
  }
  if (!text.ends_with(".json")) return text;
  const rules::Parsed<std::string> file = command_line::read_text_file(text);
  if (!file) throw command_line::UsageError(command + ": " + file.error().message);
  const auto parsed = json::parse_document(*file);
  if (!parsed) throw command_line::UsageError(command + ": " + text + ": " + parsed.error().message);
  nlohmann::json player = *parsed;
  if (!player.is_object())
    throw command_line::UsageError(command + ": " + text + ": it has to be an object of JSON that describes a player");
  if (!player.contains("name")) player["name"] = std::filesystem::path(text).stem().string();
  // The plan of the test names no line of this file.
  const auto read =
      tournament::parsed_by([&player] { return tournament::read_player(player, app::plan_name_lookup()); }, *file);
  if (!read) throw command_line::UsageError(command + ": " + text + ": " + read.error().message);
  return player;
}

}  // namespace rensa::cli
