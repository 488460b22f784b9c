#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace rensa::base {

// Types that all parts of the server share: points in time, and the numbers of sessions, matches and requests.

// Only server/app and server/net read a clock; other parts are given the time.
using Time = std::chrono::steady_clock::time_point;
using Span = std::chrono::nanoseconds;

inline constexpr Span kFrame{16'666'667};  // 1/60 s

// Matches in real time are spread over the phases of a frame, so that they do not all run at once. A slot is one phase
// of one frame; slots are counted from the beginning of the clock.
inline constexpr int kPhases = 16;
constexpr Span phase_offset(int phase) { return kFrame * phase / kPhases; }
constexpr Time slot_begins(std::int64_t slot) {
  return Time(std::chrono::duration_cast<Time::duration>(slot / kPhases * kFrame +
                                                         phase_offset(static_cast<int>(slot % kPhases))));
}
constexpr std::int64_t slot_at(Time time) {
  const std::int64_t frame = time.time_since_epoch() / kFrame;
  std::int64_t slot = frame * kPhases;
  while (slot_begins(slot + 1) <= time) ++slot;
  return slot;
}

// The number of a session, which lasts from the first to the last message of one connection. It is never used again,
// also not after a restart of the server.
enum class SessionId : std::uint64_t {};

enum class MatchId : std::uint64_t {};
enum class ChallengeId : std::uint64_t {};
enum class QuestionId : std::uint64_t {};

inline constexpr std::size_t kMaxNameBytes = 32;  // of a player

// A player, apart from the connections over which it plays. An account, or a program that a tournament has started, has
// the same number in each of its sessions; while it has several at a time, `client_index` counts them. A guest proves
// nothing about itself, so it is a new player in each session. A guest that proves that a lost seat is its own is its
// earlier player.
struct PlayerId {
  enum class Kind : std::uint8_t { guest, account, program };
  Kind kind = Kind::guest;
  std::uint32_t client_index = 0;
  std::uint64_t number = 0;  // of the account, of the program's ticket, or of the guest's first session

  friend auto operator<=>(const PlayerId&, const PlayerId&) = default;
};

inline bool is_guest(const PlayerId& player) { return player.kind == PlayerId::Kind::guest; }

// Returns the id as logs have it: "account-3".
inline std::string name_of(const PlayerId& player) {
  const char* const kind = player.kind == PlayerId::Kind::account   ? "account-"
                           : player.kind == PlayerId::Kind::program ? "program-"
                                                                    : "guest-";
  return kind + std::to_string(player.number);
}

}  // namespace rensa::base

template <>
struct std::hash<rensa::base::PlayerId> {
  std::size_t operator()(const rensa::base::PlayerId& player) const noexcept {
    return (player.number << 2 | static_cast<std::size_t>(player.kind)) ^ std::size_t{player.client_index} << 40;
  }
};
