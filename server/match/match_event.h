#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "engine/duel/outcome.h"
#include "server/base/types.h"
#include "server/match/arrangement.h"
#include "server/match/game_runner.h"
#include "server/match/series.h"
#include "server/match/terms.h"

namespace rensa::match {

// The events of a match. A match can be made again from them at any point: what follows from them, such as frames
// without an input, scores and the numbers of updates, is computed again. An event says what was decided, not why.
//
// `clock` is the clock of the game, in frames or turns, at which the event happened. Times are durations since the
// match was created, so that they mean the same in another run of the server.
using MatchTime = base::Span;

struct CreatedSeat {
  MatchPlayer player;
  Sha256 token_hash{};  // of the text with which the player proves later that the seat is its own
};

struct MatchCreated {
  base::MatchId match{};
  std::string date;  // ISO 8601, UTC
  Terms terms;
  FirstGameSeed first_seed;
  std::array<CreatedSeat, 2> seats;
  std::optional<ArrangedGame> arranged;  // only of an arranged match
};

struct GameStarted {
  SecretSeed secret;
  std::string commitment;
  MatchTime begins{};  // the time of frame 0
  MatchTime time{};
};

// A decision is accepted. It is played when its frame or turn comes.
struct InputAccepted {
  AcceptedInput input;
  std::string comment;  // for spectators, once the decision is played; empty: none
  int clock = 0;
  MatchTime time{};
};

// The seat has not decided in time, so it passes.
struct DecisionMissed {
  duel::Seat seat = duel::Seat::one;
  MatchTime time{};
};

// The server was too late for these frames of a game in real time, so all later frames are delayed.
struct FramesDelayed {
  int frames = 0;
  int clock = 0;
};

// The server stood still. This span does not count for any player.
struct StallSkipped {
  base::Span span{};
  int clock = 0;
};

// The players of these seats have lost their connections. The match pauses.
struct SeatsLost {
  std::array<bool, 2> seats{};
  int clock = 0;
  MatchTime time{};
};

// The player of the seat is there again, or has changed its connection. If no player is missing, the match goes on.
struct SeatTaken {
  duel::Seat seat = duel::Seat::one;
  base::SessionId session{};
  Subscription subscription = Subscription::events;
  std::string client_id;          // as in ResumeRequest
  std::uint64_t last_update = 0;  // as in ResumeRequest
  int clock = 0;
  MatchTime time{};
};

// The client of the seat reports the quality of its connection, so it knows messages about that of its opponent.
struct QualityReported {
  duel::Seat seat = duel::Seat::one;
  int clock = 0;
};

// The match ends with the game that is being played or saved.
struct SeriesEnded {
  duel::Cause cause{};
  std::optional<duel::Seat> winner;
  int clock = 0;
};

struct GameEnded {
  duel::Outcome outcome;
};

// The ended game is on disk, so its result is announced.
struct GameSaved {
  std::uint64_t record = 0;
};

struct MatchEnded {};

using MatchEvent = std::variant<MatchCreated, GameStarted, InputAccepted, DecisionMissed, FramesDelayed, StallSkipped,
                                SeatsLost, SeatTaken, QualityReported, SeriesEnded, GameEnded, GameSaved, MatchEnded>;

}  // namespace rensa::match
