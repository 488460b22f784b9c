#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "server/lobby/lobby.h"

namespace rensa::lobby {

// The part of the lobby that begins matches and makes them again.

namespace {

constexpr std::size_t kMatchesPerPhase = 64;  // of one connection

constexpr const char* kPayerOfTournaments = "tournaments";

// Returns the account of a player. The addresses of guests are not logged, so matches of guests share one payer.
std::string payer_of_restored(const match::Match& match) {
  if (match.is_arranged()) return kPayerOfTournaments;
  for (const base::PlayerId player : match.players()) {
    if (!base::is_guest(player)) return "token " + std::to_string(player.number);
  }
  return "guests of restored matches";
}

}  // namespace

std::optional<std::string> Lobby::choose_payer(match::Clock clock, const std::vector<Payer>& payers, base::Time now) {
  struct Limit {
    Capacity& capacity;
    Availability available;
  };
  if (match_ids_.is_empty()) return std::nullopt;
  std::vector<Limit> limits{{capacity_, availability_of_matches(matches_.size(), settings_.max_matches)}};
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

// All updates for a connection in one phase leave in one write, so matches of one connection share phases. They do not
// all share one phase, or the last matches of that phase would be late.
std::size_t Lobby::choose_phase(Player& one, Player& two) {
  for (Player* state : {&one, &two}) {
    if (state->free_phase_places > 0) {
      --state->free_phase_places;
      return state->phase;
    }
  }
  const std::size_t phase = scheduler_.smallest_real_time_group();
  for (Player* state : {&one, &two}) {
    if (state->free_phase_places > 0) continue;
    state->phase = phase;
    state->free_phase_places = kMatchesPerPhase;
  }
  return phase;
}

base::MatchId Lobby::start_match(const match::Terms& terms, const NewMatch& checked, match::MatchPlayer one,
                                 match::MatchPlayer two, base::Time now) {
  match::MatchCreated created;
  created.terms = terms;
  created.first_seed = checked.first_seed;
  created.is_invited = checked.is_invited;
  created.seats[0].player = std::move(one);
  created.seats[1].player = std::move(two);
  return start_match(std::move(created), checked.payer, now);
}

std::optional<base::MatchId> Lobby::start_arranged_match(const match::Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.players;
  if (drain_end_ || !players_.contains(one.id) || !players_.contains(two.id)) return std::nullopt;
  const Payer tournaments{.name = kPayerOfTournaments, .is_guest = false};
  const auto payer = choose_payer(arrangement.terms.clock, {tournaments}, now);
  if (!payer) return std::nullopt;
  match::MatchCreated created;
  created.terms = arrangement.terms;
  created.arranged = arrangement.game;
  created.seats[0].player = one;
  created.seats[1].player = two;
  return start_match(std::move(created), *payer, now);
}

base::MatchId Lobby::start_match(match::MatchCreated created, const std::string& payer, base::Time now) {
  const base::MatchId id{match_ids_.take()};
  created.match = id;
  created.date = output_.date();
  const bool is_real_time = created.terms.clock == match::Clock::real;
  const base::PlayerId one = created.seats[0].player.id;
  const base::PlayerId two = created.seats[1].player.id;
  const std::size_t group =
      is_real_time ? choose_phase(players_.at(one), players_.at(two)) : match::MatchScheduler::kOtherClocksGroup;
  attach_match(one, id);
  attach_match(two, id);
  RunningMatch& running = matches_[id];
  running.match = std::make_unique<match::Match>(std::move(created), settings_.match,
                                                 is_real_time ? static_cast<int>(group) : 0, now, output_);
  running.payer = payer;
  count_match(running, group);
  ++counts_.matches_started;
  running.is_waiting = output_.is_new_match_waiting(id);
  if (!running.is_waiting) running.match->run(now);
  reschedule_or_remove(id);
  return id;
}

void Lobby::count_match(RunningMatch& running, std::size_t group) {
  const bool is_real_time = running.match->terms().clock == match::Clock::real;
  running.slot = scheduler_.add(*running.match, group);
  capacity_.add_match(running.payer);
  if (is_real_time) {
    real_time_capacity_.add_match(running.payer);
    ++real_time_match_count_;
  }
  update_load_estimate(running);
  ++snapshot_version_;
}

void Lobby::begin_match(base::MatchId id, base::Time now) {
  const auto running = matches_.find(id);
  if (running == matches_.end() || !std::exchange(running->second.is_waiting, false)) return;
  running->second.match->run(now);
  ++snapshot_version_;
  reschedule_or_remove(id);
}

bool Lobby::restore_match(std::span<const match::MatchEvent> events, base::Span played, base::Time now) {
  const match::MatchCreated& created = *match::creation_of(events.front());
  const match::MatchConditions& conditions = created.conditions.value();
  const base::Time created_at = match::creation_time(conditions.created_at, played, now);
  auto restored = std::make_unique<match::Match>(events, settings_.match, conditions.phase, created_at, output_);
  if (restored->has_diverged()) return false;
  RunningMatch& running = matches_[created.match];
  running.match = std::move(restored);
  running.payer = payer_of_restored(*running.match);
  const bool is_real_time = created.terms.clock == match::Clock::real;
  count_match(running, is_real_time ? static_cast<std::size_t>(conditions.phase) % base::kPhases
                                    : match::MatchScheduler::kOtherClocksGroup);
  try {
    running.match->interrupt(played);
    running.match->save_again();
    running.match->run(now);
    reschedule_or_remove(created.match);
  } catch (...) {
    remove_match(created.match);
    throw;
  }
  ++counts_.matches_restored;
  return true;
}

std::optional<match::RestoredArrangedMatch> Lobby::restored_arranged_match(base::MatchId match) const {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  const match::Match& restored = *running->second.match;
  const match::ArrangedGame* game = restored.arranged_game();
  if (game == nullptr || !game->name) return std::nullopt;
  return match::RestoredArrangedMatch{
      .match = match, .game = *game, .players = restored.names(), .has_ended = restored.is_saving()};
}

}  // namespace rensa::lobby
