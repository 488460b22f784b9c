#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/base/types.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/lobby_settings.h"
#include "server/lobby/match_load.h"
#include "server/lobby/matchmaking.h"
#include "server/lobby/player_matches.h"
#include "server/lobby/presence.h"
#include "server/lobby/running_matches.h"

namespace rensa::lobby {

// Decides if a match may begin: the terms, the limits of the player and of its payer, the load, and the shutdown. It
// owns the state of the shutdown, and changes nothing else but the payers that wait (MatchLoad).
class MatchAdmission final : public MatchCheck {
 public:
  // The parts that it asks. They outlive it.
  struct Parts {
    const LobbySettings& settings;
    const LobbyOutput& output;
    const Presence& presence;
    const PlayerMatches& players;
    const RunningMatches& matches;
    MatchLoad& load;
  };

  explicit MatchAdmission(const Parts& parts) : parts_(parts) {}

  MatchPermit check_match(base::PlayerId player, std::optional<base::PlayerId> partner, const match::Terms& terms,
                          base::Time now) override;
  std::size_t seat_count(base::PlayerId player) const override;
  // Returns the payer of a match of a tournament; nullopt if none may begin.
  std::optional<std::string> check_arranged_match(match::Clock clock, base::Time now);

  // From now on no match may begin.
  void drain() { is_draining_ = true; }
  bool is_draining() const { return is_draining_; }
  // Returns the number of matches that were refused because the server was full, for metrics.
  std::uint64_t refused_count() const { return refused_count_; }

 private:
  const Parts parts_;
  bool is_draining_ = false;
  std::uint64_t refused_count_ = 0;
};

}  // namespace rensa::lobby
