#include "server/lobby/capacity/capacity.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rensa::lobby {

Reserve reserve_beyond(std::size_t limit) {
  const std::size_t matches = std::max(limit / Reserve::kPart, std::min(limit, Reserve::kAtLeast));
  return {.matches = matches, .for_accounts = (matches + 3) / 4};
}

Availability availability_of_matches(std::size_t used, std::size_t limit) {
  const Reserve reserve = reserve_beyond(limit);
  if (used < limit) return Availability::any_match;
  if (used < limit + reserve.matches - reserve.for_accounts) return Availability::first_match;
  if (used < limit + reserve.matches) return Availability::first_of_account;
  return Availability::none;
}

Availability availability_of_share(double used) {
  constexpr double kReserve = 1.0 / Reserve::kPart;
  if (used <= 1) return Availability::any_match;
  if (used <= 1 + kReserve * 3 / 4) return Availability::first_match;
  if (used <= 1 + kReserve) return Availability::first_of_account;
  return Availability::none;
}

bool Capacity::may_begin(const Payer& payer, Availability available, base::Time now) const {
  if (!matches_.contains(payer.name)) {
    return available >= (payer.is_guest ? Availability::first_match : Availability::first_of_account);
  }
  if (available != Availability::any_match) return false;
  return std::ranges::none_of(refusals_, [&](const Refusal& refusal) {
    return now - refusal.at < kRefusalMemory && precedes(refusal.payer, payer);
  });
}

// Of an account and a guest with as many matches, the account comes first.
bool Capacity::precedes(const Payer& refused, const Payer& payer) const {
  return std::pair(matches_of(refused.name), refused.is_guest) < std::pair(matches_of(payer.name), payer.is_guest);
}

void Capacity::remember_refusal(const Payer& payer, base::Time now) {
  forget_refusal(payer.name);
  waiting_[payer.name] = refusals_.insert(refusals_.end(), {payer, now});
  while (now - refusals_.front().at >= kRefusalMemory) forget_refusal(std::string(refusals_.front().payer.name));
}

void Capacity::forget_refusal(const std::string& payer) {
  const auto entry = waiting_.find(payer);
  if (entry == waiting_.end()) return;
  refusals_.erase(entry->second);
  waiting_.erase(entry);
}

void Capacity::add_match(const std::string& payer) { ++matches_[payer]; }

void Capacity::remove_match(const std::string& payer) {
  const auto entry = matches_.find(payer);
  assert(entry != matches_.end());
  if (--entry->second == 0) matches_.erase(entry);
}

std::size_t Capacity::matches_of(const std::string& payer) const {
  const auto entry = matches_.find(payer);
  return entry == matches_.end() ? 0 : entry->second;
}

}  // namespace rensa::lobby
