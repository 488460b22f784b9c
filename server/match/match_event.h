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
#include "server/match/match_messages.h"
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
  friend bool operator==(const CreatedSeat&, const CreatedSeat&) = default;
};

// The settings with which a match began. It goes on by them after a restart, also if the server has others then.
struct MatchConditions {
  base::Span created_at{};  // the time of the match's creation, by the clock of the process
  int phase = 0;            // as in the constructor of Match
  std::uint64_t ruleset_digest = 0;
  ClockSettings clock;
  base::Span grace{};
  int history = 0;
  std::optional<base::Span> spectator_delay = {};  // as in MatchSettings; nullopt: of a version that did not have it
  friend bool operator==(const MatchConditions&, const MatchConditions&) = default;
};

struct MatchCreated {
  base::MatchId match{};
  std::string date;  // ISO 8601, UTC
  Terms terms;
  FirstGameSeed first_seed;
  std::array<CreatedSeat, 2> seats;
  std::optional<ArrangedGame> arranged;            // only of an arranged match
  std::optional<MatchConditions> conditions = {};  // nullopt: of a version that did not have them
  bool is_invited = false;                         // its terms are those of an invitation
  friend bool operator==(const MatchCreated&, const MatchCreated&) = default;
};

struct GameStarted {
  SecretSeed secret;
  std::string commitment;
  MatchTime begins{};  // the time of frame 0
  MatchTime time{};
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

// A decision is accepted. It is played when its frame or turn comes.
struct InputAccepted {
  AcceptedInput input;
  std::string comment;  // for spectators, once the decision is played; empty: none
  int clock = 0;
  MatchTime time{};         // 0 for keys in real time, since nothing follows from it
  std::uint32_t check = 0;  // a part of the hash of the game's state at `clock`; 0: there is none
  friend bool operator==(const InputAccepted&, const InputAccepted&) = default;
};

// The seat has not decided in time, so it passes.
struct DecisionMissed {
  duel::Seat seat = duel::Seat::one;
  MatchTime time{};
  friend bool operator==(const DecisionMissed&, const DecisionMissed&) = default;
};

// The server was too late for these frames of a game in real time, so all later frames are delayed.
struct FramesDelayed {
  int frames = 0;
  int clock = 0;
  friend bool operator==(const FramesDelayed&, const FramesDelayed&) = default;
};

// The server stood still. This span does not count for any player.
struct StallSkipped {
  base::Span span{};
  int clock = 0;
  friend bool operator==(const StallSkipped&, const StallSkipped&) = default;
};

// The players of these seats have lost their connections. The match pauses.
struct SeatsLost {
  std::array<bool, 2> seats{};
  int clock = 0;
  MatchTime time{};
  friend bool operator==(const SeatsLost&, const SeatsLost&) = default;
};

// The player of the seat is there again, or has changed its connection. If no player is missing, the match goes on.
struct SeatTaken {
  duel::Seat seat = duel::Seat::one;
  base::PlayerId player{};
  Subscription subscription = Subscription::events;
  std::string client_id;          // as in ResumeRequest
  std::uint64_t last_update = 0;  // as in ResumeRequest
  int clock = 0;
  MatchTime time{};
  std::optional<Sha256> new_token_hash = {};  // of a second token of the seat; nullopt: it gets none
  friend bool operator==(const SeatTaken&, const SeatTaken&) = default;
};

// The client of the seat reports the quality of its connection, so it knows messages about that of its opponent.
struct QualityReported {
  duel::Seat seat = duel::Seat::one;
  int clock = 0;
  friend bool operator==(const QualityReported&, const QualityReported&) = default;
};

// The match ends with the game that is being played or saved.
struct SeriesEnded {
  duel::Cause cause{};
  std::optional<duel::Seat> winner;
  int clock = 0;
  friend bool operator==(const SeriesEnded&, const SeriesEnded&) = default;
};

struct GameEnded {
  duel::Outcome outcome;
  std::string date;  // ISO 8601, UTC
  friend bool operator==(const GameEnded&, const GameEnded&) = default;
};

// The ended game is on disk, so its result is announced.
struct GameSaved {
  std::uint64_t record = 0;
  friend bool operator==(const GameSaved&, const GameSaved&) = default;
};

// The ended game does not count, because its tournament has voided it. It is announced as void, without a winner.
struct GameVoided {
  friend bool operator==(const GameVoided&, const GameVoided&) = default;
};

struct MatchEnded {
  friend bool operator==(const MatchEnded&, const MatchEnded&) = default;
};

// The server was stopped and has started again. No clock and no grace counts the time between. Both players are lost,
// and each has the whole grace to come back.
struct ServerInterrupted {
  int clock = 0;
  MatchTime time{};         // of the stop
  base::Span created_at{};  // as in MatchConditions, by the clock of the new process
  std::string date;         // of the start: ISO 8601, UTC
  friend bool operator==(const ServerInterrupted&, const ServerInterrupted&) = default;
};

// A seat between two games.
struct SnapshotSeat {
  std::string client_id;                   // as in ResumeRequest
  std::optional<MatchTime> lost_at;        // set while the connection is lost
  bool is_lost_by_server = false;          // the server was stopped, so the player has the whole grace to come back
  base::Span grace_used{};                 // by earlier absences
  std::uint64_t update_count = 0;          // of the updates that it was sent
  std::optional<GameEnd> unsent_game_end;  // of a game that was saved while the seat was lost
  int late_keys = 0;                       // the number of keys that came after their frame
  bool reports_quality = false;
  friend bool operator==(const SnapshotSeat&, const SnapshotSeat&) = default;
};

// The whole state of a match before its next game. The match goes on from here without the events before, so a match of
// many games needs only those of its present one. Applied to a match that has had these events, it changes nothing.
struct SnapshotTaken {
  MatchCreated created;  // with the present conditions, players and subscriptions
  int games = 0;         // that have ended, at least 1
  Score score;
  std::array<SnapshotSeat, 2> seats;
  MatchTime time{};
  friend bool operator==(const SnapshotTaken&, const SnapshotTaken&) = default;
};

using MatchEvent = std::variant<MatchCreated, GameStarted, InputAccepted, DecisionMissed, FramesDelayed, StallSkipped,
                                SeatsLost, SeatTaken, QualityReported, SeriesEnded, GameEnded, GameSaved, MatchEnded,
                                ServerInterrupted, SnapshotTaken, GameVoided>;

// Returns how the match began, or a snapshot says that it did, if a match can be made again from events of which this
// is the first; otherwise null.
const MatchCreated* creation_of(const MatchEvent& first);

}  // namespace rensa::match
