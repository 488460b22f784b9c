#include "clients/cli/remote/status_text.h"

#include <algorithm>

#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

// Of the last stages of some formats nobody knows beforehand how many games they take.
std::string games_of(const Json& tournament) {
  std::string text = std::to_string(tournament.at("games").get<std::size_t>());
  if (tournament.at("most_games").is_null()) return text;
  return text.append(" of ").append(std::to_string(tournament.at("most_games").get<std::size_t>()));
}

std::string time_of(std::chrono::seconds left) {
  const auto seconds = static_cast<long long>(left.count());
  if (seconds < 120) return base::formatted("%lld s", seconds);
  if (seconds < 7'200) return base::formatted("%lld min", seconds / 60);
  return base::formatted("%lld h %lld min", seconds / 3'600, seconds / 60 % 60);
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

void Pace::look(Time now, std::size_t games) {
  if (!since_) {
    since_ = now;
    games_then_ = games;
  }
  games_ = games;
}

std::optional<std::chrono::seconds> Pace::left(Time now, std::size_t most_games) const {
  if (!since_ || games_ <= games_then_) return std::nullopt;
  const double seconds = std::chrono::duration<double>(now - *since_).count();
  const auto to_go = static_cast<double>(most_games - std::min(most_games, games_));
  return std::chrono::seconds(static_cast<long long>(to_go * seconds / static_cast<double>(games_ - games_then_)));
}

std::string progress_text(const Json& tournament, std::optional<std::chrono::seconds> left) {
  std::string text = tournament.at("state").get<std::string>() + ", " + games_of(tournament) + " games";
  const auto running = tournament.at("running").get<std::size_t>();
  if (running > 0) text.append(", ").append(std::to_string(running)).append(" being played");
  if (left && tournament.at("state") == "running") text.append(", ").append(time_of(*left)).append(" to go");
  if (tournament.at("state") == "failed") text.append(": ").append(tournament.at("why_failed").get<std::string>());
  return text;
}

}  // namespace rensa::cli
