#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/rules/rng.h"
#include "server/base/types.h"
#include "server/net/limits.h"

namespace rensa::sessions {

// The precedence of a client that connects, from the lowest.
enum class Arrival : std::uint8_t {
  newcomer,
  returning_spectator,
  returning_player,  // of a running match: its opponent waits for it
};

// Decides which clients are let in when many come at once, such as those of all matches after a restart of the server.
// In the long run `per_second` of the rate come in, and `burst` at once. Players that take their seats over never wait.
// Half of a burst is kept for spectators that return. All others are told when to come back: their times are spread so
// that they come as quickly as they are let in, with some chance. Has no clock.
class ArrivalBudget {
 public:
  // A rate of 0 is no limit.
  ArrivalBudget(const net::MessageRate& rate, std::uint64_t seed);

  void change_rate(const net::MessageRate& rate);
  // Lets the client in, or returns the time after which it shall come back.
  std::optional<std::chrono::milliseconds> wait_of(Arrival arrival, base::Time now);

 private:
  void fill(base::Time now);
  std::chrono::milliseconds next_return(Arrival arrival, double missing, base::Time now);

  net::MessageRate rate_;
  double tokens_;
  base::Time filled_;
  base::Time next_newcomer_;   // the time for which the last refused newcomer was told to come back
  base::Time next_spectator_;  // the same for spectators
  rules::Rng chance_;
};

}  // namespace rensa::sessions
