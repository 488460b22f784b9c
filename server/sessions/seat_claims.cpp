#include "server/sessions/seat_claims.h"

namespace rensa::sessions {

std::optional<net::ConnectionId> SeatClaims::add(const std::string& payer, net::ConnectionId connection,
                                                 std::size_t max_per_payer) {
  std::list<net::ConnectionId>& claims = claims_[payer];
  claims.push_back(connection);
  if (claims.size() <= max_per_payer) return std::nullopt;
  const net::ConnectionId oldest = claims.front();
  remove(payer, oldest);
  return oldest;
}

void SeatClaims::remove(const std::string& payer, net::ConnectionId connection) {
  const auto entry = claims_.find(payer);
  if (entry == claims_.end()) return;
  entry->second.remove(connection);
  if (entry->second.empty()) claims_.erase(entry);
}

std::size_t SeatClaims::count_of(const std::string& payer) const {
  const auto entry = claims_.find(payer);
  return entry == claims_.end() ? 0 : entry->second.size();
}

}  // namespace rensa::sessions
