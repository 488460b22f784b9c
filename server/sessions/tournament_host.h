#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/base/types.h"
#include "server/match/match_output.h"

namespace rensa::sessions {

// A session wants to play matches that a tournament host arranges.
struct ArrangedOffer {
  int matches = 1;  // at a time
  match::Subscription subscription = match::Subscription::events;
  bool bound_only = false;  // only if the host has started the player itself
};

// A session that entered with a token.
struct PlayerArrival {
  base::SessionId session{};
  base::PlayerId player;
  std::string name;
  std::string token;
  std::optional<ArrangedOffer> offer;
  bool wants_messages = false;  // of the organisers of its tournaments
};

// The messages of a tournament to the sessions that follow it, and to its players.

enum class RunState : std::uint8_t { running, paused, over, failed, waiting };  // waiting: for the time of its start
constexpr std::string_view name_of(RunState state) {
  constexpr std::array<std::string_view, 5> kNames = {"running", "paused", "over", "failed", "waiting"};
  return kNames[static_cast<std::size_t>(state)];
}

struct TournamentEvent {
  std::string tournament;
  std::uint64_t number = 0;
  std::string event;  // JSON
};

struct TournamentState {
  std::string tournament;
  RunState state = RunState::running;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> most_games;  // none: unlimited
  std::uint64_t running = 0;
  std::uint64_t events = 0;
  friend bool operator==(const TournamentState&, const TournamentState&) = default;
};

using TournamentMessage = std::variant<match::Refusal, TournamentEvent, TournamentState>;

inline match::Refusal no_such_tournament(const std::string& tournament) {
  return {.reason = match::RefusalReason::unknown_tournament, .text = "there is no tournament " + tournament};
}

// The place at which a session enters with a ticket.
enum class Entrance : std::uint8_t {
  socket_of_ticket,  // a socket that was opened for this ticket
  common             // a port or a socket at which anybody may connect
};

// The interface of the part that runs tournaments: it arranges matches between sessions, admits the players that it has
// started itself, and saves the games of arranged matches.
class TournamentHost {
 public:
  virtual ~TournamentHost() = default;

  // Returns the name under which this ticket admits a session, which then plays only arranged matches; nullopt if it is
  // not a ticket, or not one for this entrance.
  virtual std::optional<std::string> admit(const std::string& ticket, Entrance entrance) = 0;
  virtual void arrived(const PlayerArrival& arrival) = 0;
  virtual void left(base::SessionId session) = 0;
  // The account of the session has another name now.
  virtual void renamed(base::SessionId, const std::string& /*name*/) {}
  // The session takes back its offer to play arranged matches. It still plays those that have begun.
  virtual void withdrew_offer(base::SessionId) {}
  // Begins a session's subscription to a tournament, with the events from number `from` on; nullopt: only new events.
  // Returns a refusal if that is not possible. A host without tournaments returns that there is no such tournament.
  virtual std::optional<match::Refusal> follow(base::SessionId, const std::string& tournament,
                                               std::optional<std::uint64_t> /*from*/) {
    return no_such_tournament(tournament);
  }
  virtual std::optional<match::Refusal> unfollow(base::SessionId, const std::string& tournament) {
    return no_such_tournament(tournament);
  }
  // Saves a game of an arranged match, and calls `kept` once it is on disk. Its result is sent to no session before. A
  // game that does not count, and so has no record, is kept as nullopt.
  using Kept = std::function<void(const std::optional<match::TournamentGame>&)>;
  virtual void keep(match::FinishedGame game, Kept kept) = 0;
  // The beginning of an arranged match is in the log of running matches. Calls `saved` once the start of its game is on
  // disk, too. No session is told of the match before.
  virtual void save_start(base::MatchId, std::function<void()> saved) { saved(); }
};

}  // namespace rensa::sessions
