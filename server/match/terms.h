#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::match {

// The terms on which two players agree before a match, and the updates that a player wants to be sent.

inline constexpr int kMaxGames = 1000;
inline constexpr int kMaxChargeFrames = 3600;
inline constexpr int kMaxSpectatorDelaySeconds = 60;

enum class Clock : std::uint8_t { real, virtual_time, turns };
// The names of clocks, for people and in JSON.
inline constexpr std::array<std::string_view, 3> kClockNames = {"real", "virtual", "turns"};

constexpr std::string_view name_of(Clock clock) { return kClockNames[static_cast<std::size_t>(clock)]; }

constexpr std::optional<Clock> clock_of_name(std::string_view name) {
  for (std::size_t i = 0; i < kClockNames.size(); ++i) {
    if (kClockNames[i] == name) return static_cast<Clock>(i);
  }
  return std::nullopt;
}

enum class ThinkingCost : std::uint8_t { none, fixed, measured };
enum class Subscription : std::uint8_t { events, frames, steering };
constexpr bool wants_every_frame(Subscription subscription) { return subscription != Subscription::events; }

struct Terms {
  std::string ruleset = "tsu-1";
  Clock clock = Clock::virtual_time;
  ThinkingCost charge = ThinkingCost::none;
  int charge_frames = 0;  // for ThinkingCost::fixed
  int games = 1;
  std::uint64_t queue_of = 0;  // the first game has the seed of this record; 0: none
  int first_to = 0;            // this number of wins ends the match early; 0: all games are played
  // How much later than the seats spectators see the games; nullopt: as long as the server's settings say.
  std::optional<int> spectator_delay_seconds = {};
  friend bool operator==(const Terms&, const Terms&) = default;
};

}  // namespace rensa::match
