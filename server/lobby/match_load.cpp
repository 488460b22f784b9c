#include "server/lobby/match_load.h"

#include <algorithm>

namespace rensa::lobby {

MatchLoad::MatchLoad(const LobbySettings& settings, const base::IdSource& match_ids)
    : settings_(settings), match_ids_(match_ids) {}

std::optional<std::string> MatchLoad::choose_payer(match::Clock clock, const std::vector<Payer>& payers,
                                                   base::Time now) {
  struct Limit {
    Capacity& capacity;
    Availability available;
  };
  if (match_ids_.is_empty()) return std::nullopt;
  std::vector<Limit> limits{{capacity_, availability_of_matches(match_count_, settings_.max_matches)}};
  if (clock == match::Clock::real) {
    if (loop_load_.is_overloaded()) return std::nullopt;
    Availability available = availability_of_matches(real_time_match_count_, settings_.max_real_time_matches);
    const double share = settings_.max_real_time_share;
    if (share < 1) available = std::min(available, availability_of_share(cpu_load_.used_share() / share));
    limits.push_back({real_time_capacity_, available});
  }
  for (const Payer& payer : payers) {
    const auto allows = [&](const Limit& limit) { return limit.capacity.may_begin(payer, limit.available, now); };
    if (!std::ranges::all_of(limits, allows)) continue;
    for (const Limit& limit : limits) {
      for (const Payer& asked : payers) limit.capacity.forget_refusal(asked.name);
    }
    return payer.name;
  }
  const Payer& first = payers.front();
  for (const Limit& limit : limits) {
    if (!limit.capacity.may_begin(first, limit.available, now)) limit.capacity.remember_refusal(first, now);
  }
  return std::nullopt;
}

void MatchLoad::add_match(const MatchCharge& match) {
  ++match_count_;
  capacity_.add_match(match.payer);
  if (match.clock != match::Clock::real) return;
  ++real_time_match_count_;
  real_time_capacity_.add_match(match.payer);
}

void MatchLoad::remove_match(const MatchCharge& match) {
  --match_count_;
  capacity_.remove_match(match.payer);
  if (match.clock == match::Clock::real) {
    --real_time_match_count_;
    real_time_capacity_.remove_match(match.payer);
  }
  cpu_load_.remove_match(match.expected_share);
  if (match.is_paused) cpu_load_.resume_match(match.expected_share);
}

void MatchLoad::set_expected_share(MatchCharge& match, double share) {
  cpu_load_.remove_match(match.expected_share);
  if (match.is_paused) cpu_load_.resume_match(match.expected_share);
  cpu_load_.add_match(share);
  if (match.is_paused) cpu_load_.pause_match(share);
  match.expected_share = share;
}

void MatchLoad::set_paused(MatchCharge& match, bool is_paused) {
  if (is_paused == match.is_paused) return;
  match.is_paused = is_paused;
  is_paused ? cpu_load_.pause_match(match.expected_share) : cpu_load_.resume_match(match.expected_share);
}

}  // namespace rensa::lobby
