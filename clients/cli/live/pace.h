#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace rensa::cli {

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

// "45 s to go", "3 min to go", "2 h 10 min to go".
std::string to_go_text(std::chrono::seconds left);

}  // namespace rensa::cli
