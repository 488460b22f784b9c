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

// How fast games are played, as far as whoever looks has seen it.
class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void look(Time now, std::size_t games);
  // Until so many have been played; nullopt: that cannot be said yet.
  std::optional<std::chrono::seconds> left(Time now, std::size_t most_games) const;

 private:
  std::optional<Time> since_;
  std::size_t games_then_ = 0;
  std::size_t games_ = 0;
};

// "running, 120 of 480 games, 3 being played, 45 s to go".
std::string progress_text(const nlohmann::ordered_json& tournament, std::optional<std::chrono::seconds> left);

}  // namespace rensa::cli
