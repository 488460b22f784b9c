#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "engine/rules/rng.h"
#include "server/base/types.h"
#include "server/net/limits.h"
#include "server/sessions/return_times.h"
#include "server/sessions/shared_bucket.h"

namespace rensa::sessions {

// The kinds of clients that wait for their turn when many connect at once.
enum class Arrival : std::uint8_t { newcomer, returning_spectator };

// Decides which clients are let in when many come at once, such as those of all matches after a restart of the server.
// In the long run `per_second` of the rate come in, and `burst` at once. Each kind has half of them in a bucket of its
// own, and the places that one kind does not need are added to those of the other. Each bucket is shared by payers, so
// no payer can use up what others need. All other clients are told when to come back: their times are spread, with some
// chance. Players that take their seats over never wait, but are charged. Has no clock.
class ArrivalBudget {
 public:
  // A rate of 0 is no limit.
  ArrivalBudget(const net::MessageRate& rate, std::uint64_t seed);

  // With another rate, the buckets are full again.
  void change_rate(const net::MessageRate& rate);
  // Returns true if the client is let in.
  bool let_in(Arrival arrival, const std::string& payer, base::Time now);
  // Returns the time after which a client that was not let in shall come back.
  std::chrono::milliseconds wait_of(Arrival arrival, const std::string& payer, base::Time now);
  // A player has taken its seat over. It takes the place of another client, unless its payer has its share of places.
  void charge_player(const std::string& payer, base::Time now);

 private:
  // The clients of one kind.
  struct Kind {
    SharedBucket bucket;
    ReturnTimes return_times{};
  };
  Kind& kind_of(Arrival arrival) { return kinds_[static_cast<std::size_t>(arrival)]; }
  void refill(base::Time now);

  net::MessageRate rate_;
  std::array<Kind, 2> kinds_;
  base::Time filled_;
  rules::Rng chance_;
};

}  // namespace rensa::sessions
