#include "server/lobby/capacity.h"

#include <cassert>

namespace rensa::lobby {

namespace {

constexpr double kReserve = 1.0 / 8;  // of the limit, beyond it

}  // namespace

void Capacity::add_seat(const std::string& payer) {
  ++seats_[payer];
  ++total_;
}

void Capacity::remove_seat(const std::string& payer) {
  const auto entry = seats_.find(payer);
  assert(entry != seats_.end());
  if (--entry->second == 0) seats_.erase(entry);
  --total_;
}

bool Capacity::may_take_more(const std::string& payer, double used) const {
  if (used <= 1) return true;
  if (used > 1 + kReserve) return false;
  const std::size_t payers = seats_.size() + (seats_.contains(payer) ? 0 : 1);
  return seats_of(payer) * payers < total_;
}

std::size_t Capacity::seats_of(const std::string& payer) const {
  const auto entry = seats_.find(payer);
  return entry == seats_.end() ? 0 : entry->second;
}

}  // namespace rensa::lobby
