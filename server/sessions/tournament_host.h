#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/base/types.h"
#include "server/match/match_output.h"

namespace rensa::sessions {

// A session that entered with a token.
struct PlayerArrival {
  base::SessionId session{};
  std::string name;
  std::string token;
  std::vector<std::string> features;  // as in its Hello
};

inline proto::Error no_such_tournament(const std::string& tournament) {
  return make_error(proto::ErrorCode::unknown_tournament, "there is no tournament " + tournament);
}

// A game as its tournament names it.
struct ArrangedGame {
  std::string tournament;
  std::string game;
};

// The interface of the part that runs tournaments: it arranges matches between sessions, admits the players that it has
// started itself, and saves the games of arranged matches.
class TournamentHost {
 public:
  virtual ~TournamentHost() = default;

  // Returns the name under which this ticket admits a session, which then plays only arranged matches; nullopt if it is
  // not a ticket.
  virtual std::optional<std::string> admit(const std::string& ticket) = 0;
  virtual void arrived(const PlayerArrival& arrival) = 0;
  virtual void left(base::SessionId session) = 0;
  // Begin or end a session's subscription to a tournament. Return an error if that is not possible. A host without
  // tournaments returns that there is no such tournament.
  virtual std::optional<proto::Error> follow(base::SessionId, const proto::Follow& wanted) {
    return no_such_tournament(wanted.tournament);
  }
  virtual std::optional<proto::Error> unfollow(base::SessionId, const proto::Unfollow& unwanted) {
    return no_such_tournament(unwanted.tournament);
  }
  // Saves a game of an arranged match, and calls `kept` once it is on disk. Its result is sent to no session before. A
  // game that does not count, and so has no record, is kept as nullopt.
  using Kept = std::function<void(const std::optional<ArrangedGame>&)>;
  virtual void keep(match::FinishedGame game, Kept kept) = 0;
};

}  // namespace rensa::sessions
