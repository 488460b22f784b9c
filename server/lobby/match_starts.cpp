#include <algorithm>
#include <limits>
#include <utility>

#include "server/lobby/lobby.h"

namespace rensa::lobby {

// The part of the lobby that begins matches and makes them again.

namespace {

constexpr std::size_t kMatchesPerPhase = 64;  // of one connection

// Returns the part of a limit that is used once there is one more. Nothing of a limit of zero can be used.
double part_with_one_more(std::size_t count, std::size_t limit) {
  if (limit == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(count + 1) / static_cast<double>(limit);
}

}  // namespace

bool Lobby::has_room(bool is_real_time, const std::string& payer) const {
  if (match_ids_.is_empty()) return false;
  if (!seats_.may_take_more(payer, part_with_one_more(matches_.size(), settings_.max_matches))) return false;
  if (!is_real_time) return true;
  if (loop_load_.is_overloaded()) return false;
  double used = part_with_one_more(real_time_match_count_, settings_.max_real_time_matches);
  const double limit = settings_.max_real_time_share;
  if (limit < 1) used = std::max(used, cpu_load_.used_share() / limit);
  return real_time_seats_.may_take_more(payer, used);
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

base::MatchId Lobby::start_match(const match::Terms& terms, const match::FirstGameSeed& first_seed,
                                 match::MatchPlayer one, match::MatchPlayer two, base::Time now) {
  match::MatchCreated created;
  created.terms = terms;
  created.first_seed = first_seed;
  created.seats[0].player = std::move(one);
  created.seats[1].player = std::move(two);
  return start_match(std::move(created), now);
}

std::optional<base::MatchId> Lobby::start_arranged_match(const match::Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.players;
  const bool is_real_time = arrangement.terms.clock == match::Clock::real;
  if (drain_end_ || !players_.contains(one.id) || !players_.contains(two.id) ||
      !has_room(is_real_time, players_.at(one.id).payer)) {
    return std::nullopt;
  }
  match::MatchCreated created;
  created.terms = arrangement.terms;
  created.arranged = arrangement.game;
  created.seats[0].player = one;
  created.seats[1].player = two;
  return start_match(std::move(created), now);
}

base::MatchId Lobby::start_match(match::MatchCreated created, base::Time now) {
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
  running.payers = {players_.at(one).payer, players_.at(two).payer};
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
  running.delay_with_person = settings_.spectator_delay;
  for (const std::string& payer : running.payers) {
    seats_.add_seat(payer);
    if (is_real_time) real_time_seats_.add_seat(payer);
  }
  if (is_real_time) ++real_time_match_count_;
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

// The addresses of guests are not logged, so all of them share one part of the capacity.
bool Lobby::restore_match(std::span<const match::MatchEvent> events, base::Span played, base::Time now) {
  const auto& created = std::get<match::MatchCreated>(events.front());
  const match::MatchConditions& conditions = created.conditions.value();
  const base::Time created_at = match::creation_time(conditions.created_at, played, now);
  auto made_again = std::make_unique<match::Match>(events, settings_.match, conditions.phase, created_at, output_);
  if (made_again->has_diverged()) return false;
  RunningMatch& running = matches_[created.match];
  running.match = std::move(made_again);
  for (const duel::Seat seat : duel::kSeats) {
    const base::PlayerId player = running.match->players()[duel::index_of(seat)];
    running.payers[duel::index_of(seat)] =
        base::is_guest(player) ? "guests of restored matches" : "token " + std::to_string(player.number);
  }
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

}  // namespace rensa::lobby
