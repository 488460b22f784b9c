#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/duel/event.h"
#include "engine/duel/outcome.h"
#include "engine/duel/view.h"
#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::match {

// The messages of a match to its seats and spectators. server/sessions turns them into the messages that clients are
// sent.

// The reasons for which a request or a decision is refused.
enum class RefusalReason : std::uint8_t {
  unexpected,
  unknown_match,
  unknown_challenge,
  unknown_player,
  unknown_tournament,
  terms,
  not_yours,
  late,
  ahead,
  busy,
  draining,
  benched,
  away,
  elsewhere,
};

struct Refusal {
  RefusalReason reason = RefusalReason::unexpected;
  std::string text;
  std::optional<base::MatchId> match{};  // that the refused request was about
  std::uint32_t decision = 0;            // the id of the refused decision; 0: something else was refused
};

struct MatchStart {
  std::array<std::string, 2> players;
  Terms terms;
  std::string token;  // of the seat
  int grace_seconds = 0;
  std::array<int, 2> wins{};  // so far, without games whose GameEnd follows
  int draws = 0;
};

struct GameStart {
  int game = 1;
  std::string commitment;
  std::string ruleset_digest;
  std::optional<std::uint64_t> chance;  // the seed for the random choices of the player in this seat
};

struct Update {
  std::uint64_t number = 0;
  int game = 1;
  duel::View view;
  std::vector<duel::Event> events;
  bool answer_due = false;
  int bank_milliseconds = 0;
};

// A decision of the seat is played.
struct Decided {
  std::uint32_t id = 0;
  int clock = 0;
};

struct GameEnd {
  int game = 1;
  duel::Outcome outcome;
  std::array<std::int64_t, 2> scores{};
  std::string seed;
  std::string nonce;
  std::uint64_t record = 0;
  friend bool operator==(const GameEnd&, const GameEnd&) = default;
};

struct MatchEnd {
  std::array<int, 2> wins{};
  int draws = 0;
  std::optional<duel::Cause> cause;  // none: all games were played
  std::optional<duel::Seat> winner;  // by games, or the player who stayed if the match was broken off
};

// The match is paused because a player is missing, or it continues.
struct PauseStatus {
  std::optional<duel::Seat> missing;  // none: the match continues
  int seconds_left = 0;               // for the missing player to come back, or until the match continues
};

struct Comment {
  duel::Seat writer = duel::Seat::one;
  int game = 1;
  std::string text;
};

// The quality of the connection of the seat's opponent.
struct ConnectionQuality {
  int round_trip = 0;  // in ms; 0: not known
  int late = 0;        // the number of keys that arrived after their frame
  friend bool operator==(const ConnectionQuality&, const ConnectionQuality&) = default;
};

using MatchMessageContent = std::variant<Refusal, MatchStart, GameStart, Update, Decided, GameEnd, MatchEnd,
                                         PauseStatus, Comment, ConnectionQuality>;

struct MatchMessage {
  base::MatchId match{};
  std::optional<duel::Seat> seat;  // of the receiver; none: a spectator
  MatchMessageContent content;
};

}  // namespace rensa::match
