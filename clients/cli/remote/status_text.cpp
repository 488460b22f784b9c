#include "clients/cli/remote/status_text.h"

#include <algorithm>

#include "clients/cli/match/progress.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

// In some formats the number of games of the last stages is not known beforehand.
std::string games_of(const Json& tournament) {
  std::string text = std::to_string(tournament.at("games").get<std::size_t>());
  if (tournament.at("most_games").is_null()) return text;
  return text.append(" of ").append(std::to_string(tournament.at("most_games").get<std::size_t>()));
}

}  // namespace

std::string list_text(const Json& tournaments) {
  if (tournaments.empty()) return "no tournaments\n";
  std::size_t width = 4;
  for (const Json& tournament : tournaments) {
    width = std::max(width, tournament.at("id").get_ref<const std::string&>().size());
  }
  const auto padded = [](std::string text, std::size_t size) {
    text.resize(std::max(size, text.size()), ' ');
    return text.append("  ");
  };
  std::string out = padded("name", width) + "state    players  running  games\n";
  for (const Json& tournament : tournaments) {
    out += padded(tournament.at("id"), width) + padded(tournament.at("state"), 7);
    out += base::formatted("%7zu  %7zu  ", tournament.at("players").get<std::size_t>(),
                           tournament.at("running").get<std::size_t>());
    out += games_of(tournament) + '\n';
  }
  return out;
}

std::string progress_text(const Json& tournament, std::optional<std::chrono::seconds> left) {
  std::string text = tournament.at("state").get<std::string>() + ", " + games_of(tournament) + " games";
  const auto running = tournament.at("running").get<std::size_t>();
  if (running > 0) text.append(", ").append(std::to_string(running)).append(" being played");
  if (left && tournament.at("state") == "running") text.append(", ").append(time_left_text(*left));
  std::string awaited;
  for (const Json& player : tournament.value("awaited", Json::array())) {
    awaited.append(awaited.empty() ? "" : ", ").append(player.get<std::string>());
  }
  if (!awaited.empty()) text.append(", waiting for ").append(awaited);
  if (tournament.at("state") == "failed") text.append(": ").append(tournament.at("why_failed").get<std::string>());
  return text;
}

}  // namespace rensa::cli
