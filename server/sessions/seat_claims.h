#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/net/connections.h"

namespace rensa::sessions {

// The clients that were let in because they claim a seat, and have not proved it yet. Each payer may have a limited
// number of them.
class SeatClaims {
 public:
  // Adds a claim. If the payer then has more than `max_per_payer`, its oldest claim is removed and returned.
  std::optional<net::ConnectionId> add(const std::string& payer, net::ConnectionId connection,
                                       std::size_t max_per_payer);
  // Does nothing if there is no such claim.
  void remove(const std::string& payer, net::ConnectionId connection);
  std::size_t count_of(const std::string& payer) const;
  std::size_t payer_count() const { return claims_.size(); }

 private:
  std::unordered_map<std::string, std::list<net::ConnectionId>> claims_;  // of each payer, oldest first; none is empty
};

}  // namespace rensa::sessions
