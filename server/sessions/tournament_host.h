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

// Arranges matches between sessions, admits its own players, and keeps the games of arranged matches.
class TournamentHost {
 public:
  virtual ~TournamentHost() = default;

  // Returns the name under which this ticket admits a session, which then plays only arranged matches; nullopt if it is
  // not a ticket.
  virtual std::optional<std::string> admit(const std::string& ticket) = 0;
  virtual void arrived(const PlayerArrival& arrival) = 0;
  virtual void left(base::SessionId session) = 0;
  // Begin or end a session's subscription to a tournament. Return an error if that is not possible; without
  // tournaments, that there is no such tournament.
  virtual std::optional<proto::Error> follow(base::SessionId session, const proto::Follow& wanted);
  virtual std::optional<proto::Error> unfollow(base::SessionId session, const proto::Unfollow& unwanted);
  // Saves a game of an arranged match, and calls `done` once it is on disk. Its result is sent to no session before.
  virtual void keep(match::FinishedGame game, std::function<void()> done) = 0;
};

proto::Error no_such_tournament(const std::string& tournament);

inline std::optional<proto::Error> TournamentHost::follow(base::SessionId, const proto::Follow& wanted) {
  return no_such_tournament(wanted.tournament);
}

inline std::optional<proto::Error> TournamentHost::unfollow(base::SessionId, const proto::Unfollow& unwanted) {
  return no_such_tournament(unwanted.tournament);
}

inline proto::Error no_such_tournament(const std::string& tournament) {
  std::string text = "there is no tournament ";
  return {
      .code = proto::ErrorCode::unknown_tournament, .text = text.append(tournament), .match = std::nullopt, .id = 0};
}

}  // namespace rensa::sessions
