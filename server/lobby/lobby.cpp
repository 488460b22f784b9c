#include "server/lobby/lobby.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/base/name_skeleton.h"

namespace rensa::lobby {

namespace {

// How often the quality of a connection is forwarded at most.
constexpr base::Span kMinQualityInterval = std::chrono::milliseconds(900);

// A part of a second counts as a whole one, so that the time is 0 only when it is over.
Drain drain_message(base::Time end, base::Time now) {
  const auto left = std::max(std::chrono::ceil<std::chrono::seconds>(end - now), std::chrono::seconds(0));
  return {.seconds = static_cast<int>(left.count())};
}

}  // namespace

Lobby::Lobby(const LobbySettings& settings, base::IdSource& match_ids, LobbyOutput& output)
    : settings_(settings), match_ids_(match_ids), output_(output), invitations_(settings.max_hostless_invitations) {}

bool Lobby::is_name_free(const std::string& name) const {
  return !players_by_skeleton_.contains(base::skeleton_of(name));
}

void Lobby::enter(base::PlayerId player, const std::string& name, base::Time now, Access access) {
  Player& state = players_[player];
  state.name = name;
  state.access = access;
  state.entered = entered_count_++;
  state.payer.is_guest = base::is_guest(player);
  players_by_skeleton_.emplace(base::skeleton_of(name), player);
  ++snapshot_version_;
  if (drain_end_) output_.send(player, drain_message(*drain_end_, now));
}

void Lobby::rename(base::PlayerId player, const std::string& name) {
  Player& state = players_.at(player);
  players_by_skeleton_.erase(skeleton_entry_of(player));
  players_by_skeleton_.emplace(base::skeleton_of(name), player);
  state.name = name;
  ++snapshot_version_;
}

std::unordered_multimap<std::string, base::PlayerId>::iterator Lobby::skeleton_entry_of(base::PlayerId player) {
  const auto [begin, end] = players_by_skeleton_.equal_range(base::skeleton_of(players_.at(player).name));
  return std::find_if(begin, end, [player](const auto& entry) { return entry.second == player; });
}

std::vector<base::PlayerId> Lobby::players_with_name_like(const std::string& name) const {
  std::vector<base::PlayerId> players;
  const auto [begin, end] = players_by_skeleton_.equal_range(base::skeleton_of(name));
  for (auto entry = begin; entry != end; ++entry) players.push_back(entry->second);
  return players;
}

bool Lobby::is_open(const std::string& name) const {
  return std::ranges::any_of(players_with_name_like(name), [&](base::PlayerId id) {
    const Player& player = players_.at(id);
    return player.name == name && player.open.has_value();
  });
}

std::optional<std::string> Lobby::seat_name(base::PlayerId player, base::MatchId match, duel::Seat seat) const {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  const match::Match& played = *running->second.match;
  if (played.is_arranged() || !played.has_seat(player, seat)) return std::nullopt;
  return played.names()[duel::index_of(seat)];
}

bool Lobby::is_seat_token(base::MatchId match, duel::Seat seat, const std::string& token) const {
  const auto running = matches_.find(match);
  return running != matches_.end() && running->second.match->is_token_of(seat, token);
}

std::optional<std::array<match::MatchPlayer, 2>> Lobby::seat_players(base::MatchId match) const {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  const auto [one, two] = running->second.match->players();
  const auto [name_one, name_two] = running->second.match->names();
  return std::array{match::MatchPlayer{.id = one, .name = name_one}, match::MatchPlayer{.id = two, .name = name_two}};
}

std::optional<base::PlayerId> Lobby::recognise_guest(base::PlayerId guest, base::MatchId match, duel::Seat seat,
                                                     const std::string& token) {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  const auto earlier = running->second.match->lost_player(seat, token);
  if (!earlier || !base::is_guest(*earlier) || !base::is_guest(guest) || players_.contains(*earlier))
    return std::nullopt;
  const Player& state = players_.at(guest);
  const bool is_challenging = std::any_of(challenges_.begin(), challenges_.end(), [guest](const auto& entry) {
    return entry.second.from == guest || entry.second.to == guest;
  });
  if (is_challenging || !state.matches.empty() || state.open_requests > 0 || !state.invitation.empty()) {
    return std::nullopt;
  }
  skeleton_entry_of(guest)->second = *earlier;
  auto node = players_.extract(guest);
  node.key() = *earlier;
  players_.insert(std::move(node));
  ++snapshot_version_;
  return earlier;
}

void Lobby::leave(base::PlayerId player, base::Time now) {
  const auto state = players_.find(player);
  if (state == players_.end()) return;
  cancel_quick_matches(player);
  if (const Player& gone = state->second; !gone.invitation.empty()) {
    invitations_.keep_without_host(gone.invitation, gone.payer.name, now + settings_.match.grace);
  }
  end_challenges_of(player);
  const std::vector<base::MatchId> matches = std::move(state->second.matches);
  players_by_skeleton_.erase(skeleton_entry_of(player));
  players_.erase(state);
  ++snapshot_version_;
  for (const base::MatchId id : matches) {
    match::Match* match = find(id);
    if (match == nullptr) continue;
    match->lose_player(player, now);
    stop_watching(matches_.at(id), player);
    match->run(now);
    reschedule_or_remove(match->id());
  }
  for (const auto& [id, group] : delayed_groups_) {
    if (!matches_.contains(id)) group->leave(player);
  }
}

bool Lobby::may_request(base::PlayerId player, base::Time now) {
  skip_stall(now);
  if (players_.at(player).access == Access::full) return true;
  refuse(player, match::RefusalReason::not_yours, "this connection can only play in its tournament");
  return false;
}

void Lobby::report_round_trip(base::PlayerId player, int milliseconds, base::Time now) {
  skip_stall(now);
  Player& state = players_.at(player);
  if (now - state.quality_sent_at < kMinQualityInterval) return;
  state.quality_sent_at = now;
  for (const base::MatchId id : state.matches) {
    if (match::Match* match = find(id)) match->forward_connection_quality(player, milliseconds);
  }
}

void Lobby::resign(base::PlayerId player, base::MatchId id, duel::Seat seat, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  if (!match->has_seat(player, seat)) {
    return refuse(player, match::RefusalReason::not_yours, "only a player with this seat can leave the match");
  }
  match->resign(seat, now);
  reschedule_or_remove(id);
}

void Lobby::watch(base::PlayerId player, base::MatchId id, const match::WatchRequest& wanted, base::Time now) {
  if (!may_request(player, now)) return;
  match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  if (matches_.at(id).is_waiting) {
    return output_.send(player, match::Refusal{.reason = match::RefusalReason::unknown_match,
                                               .text = "this match has not begun yet",
                                               .match = id});
  }
  if (match->has_seat(player, duel::Seat::one) || match->has_seat(player, duel::Seat::two)) {
    return refuse(player, match::RefusalReason::not_yours, "a player of this match cannot also watch it");
  }
  attach_match(player, id);
  match->run(now);  // the game may have slept
  RunningMatch& running = matches_.at(id);
  stop_watching(running, player);
  const bool is_first = !running.spectators;
  if (is_first) {
    running.spectators =
        std::make_shared<match::SpectatorGroup>(id, match->introduction(), spectator_delay_of(running));
  }
  running.spectators->join(player, wanted);
  match->set_spectators(running.spectators.get());
  match->show_state_to_spectators(now);
  if (is_first) match->show_comments_to_spectators();
  reschedule_or_remove(id);
}

// A seat alone cannot make the delay shorter: only the host of an invitation can, and a tournament.
match::SpectatorDelay Lobby::spectator_delay_of(const RunningMatch& running) {
  const match::Match& match = *running.match;
  const base::Span usual = match.has_person() ? match.spectator_delay_with_person() : base::Span::zero();
  const auto wanted = match.terms().spectator_delay_seconds;
  if (!wanted) return match::SpectatorDelay::of(usual, match.terms().clock);
  const base::Span seconds = std::chrono::seconds(*wanted);
  const bool may_be_shorter = match.is_invited() || match.is_arranged();
  return match::SpectatorDelay::of(may_be_shorter ? seconds : std::max(usual, seconds), match.terms().clock);
}

void Lobby::queue_for_spectators(const RunningMatch& running) {
  if (!running.spectators) return;
  if (running.spectators->has_delayed()) delayed_groups_.emplace(running.match->id(), running.spectators);
  broadcaster_.add(running.spectators);
}

void Lobby::release_to_spectators(base::Time now) {
  const bool is_last_chance = is_draining() && matches_.empty();  // nothing can be told to a player any more
  std::erase_if(delayed_groups_, [&](const auto& entry) {
    match::SpectatorGroup& group = *entry.second;
    const auto running = matches_.find(entry.first);
    if (is_last_chance) {
      group.release_all();
    } else if (running == matches_.end()) {
      group.release_after_match(now);
    } else {
      group.release(running->second.match->moment_at(now));
    }
    broadcaster_.add(entry.second);
    return !group.has_delayed() || group.is_empty();
  });
}

void Lobby::stop_watching(RunningMatch& running, base::PlayerId player) {
  if (!running.spectators) return;
  running.spectators->leave(player);
  if (running.spectators->is_empty()) {
    running.match->set_spectators(nullptr);
    running.spectators.reset();
    delayed_groups_.erase(running.match->id());
  } else {
    running.match->update_frame_subscribers();
  }
}

void Lobby::unwatch(base::PlayerId player, base::MatchId id, base::Time now) {
  if (!may_request(player, now)) return;
  const auto delayed = delayed_groups_.find(id);
  if (delayed != delayed_groups_.end() && !matches_.contains(id)) return delayed->second->leave(player);
  match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  stop_watching(matches_.at(id), player);
  reschedule_or_remove(id);
}

void Lobby::decide(base::PlayerId player, base::MatchId id, const match::SeatDecision& decision, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(player, id, decision.decision.id);
  if (match == nullptr) return;
  ++counts_.decisions;
  const bool is_accepted = match->decide(player, decision, now);
  if (is_accepted && match->terms().clock == match::Clock::real) {
    int& paid_clock = matches_.at(id).paid_clocks[duel::index_of(decision.seat)];
    if (std::exchange(paid_clock, match->clock()) != match->clock()) ++counts_.paid_decisions;
  }
  reschedule_or_remove(id);
}

void Lobby::resume(base::PlayerId player, base::MatchId id, const match::ResumeRequest& wanted, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  match->resume_seat(player, wanted, now);
  if (match->has_seat(player, wanted.seat)) note_taken_seat(matches_.at(id), player);
  reschedule_or_remove(id);
}

void Lobby::note_taken_seat(RunningMatch& running, base::PlayerId player) {
  stop_watching(running, player);  // a player may see only what its seat sees
  attach_match(player, running.match->id());
  update_load_estimate(running);
  if (running.spectators) running.spectators->set_delay(spectator_delay_of(running));
  ++snapshot_version_;  // an open player may take fewer matches now
}

void Lobby::attach_match(base::PlayerId player, base::MatchId match) {
  std::vector<base::MatchId>& matches = players_.at(player).matches;
  std::erase_if(matches, [this](base::MatchId id) { return find(id) == nullptr; });
  if (std::find(matches.begin(), matches.end(), match) == matches.end()) matches.push_back(match);
}

void Lobby::update_load_estimate(RunningMatch& running) {
  const match::Match& match = *running.match;
  if (match.terms().clock != match::Clock::real) return;
  double cpu_load = 0;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t seats = real_time_seat_count(match.players()[duel::index_of(seat)]);
    cpu_load += match::CpuLoadEstimate::expected_share(match.subscription(seat), std::max<std::size_t>(seats, 1));
  }
  cpu_load_.remove_match(running.expected_load);
  if (running.is_paused) cpu_load_.resume_match(running.expected_load);
  cpu_load_.add_match(cpu_load);
  if (running.is_paused) cpu_load_.pause_match(cpu_load);
  running.expected_load = cpu_load;
}

void Lobby::update_pause(RunningMatch& running) {
  if (running.match->is_paused() == running.is_paused) return;
  running.is_paused = !running.is_paused;
  running.is_paused ? cpu_load_.pause_match(running.expected_load) : cpu_load_.resume_match(running.expected_load);
}

std::size_t Lobby::seat_count(base::PlayerId player) const {
  return seat_count(player, [](const match::Match&) { return true; });
}

std::size_t Lobby::real_time_seat_count(base::PlayerId player) const {
  return seat_count(player, [](const match::Match& match) { return match.terms().clock == match::Clock::real; });
}

template <typename Counts>
std::size_t Lobby::seat_count(base::PlayerId player, Counts counts) const {
  const auto state = players_.find(player);
  if (state == players_.end()) return 0;
  std::size_t seats = 0;
  for (const base::MatchId id : state->second.matches) {
    const auto running = matches_.find(id);
    if (running == matches_.end() || !counts(*running->second.match)) continue;
    for (const duel::Seat seat : duel::kSeats) {
      if (running->second.match->has_seat(player, seat)) ++seats;
    }
  }
  return seats;
}

void Lobby::close_seat(base::PlayerId player, base::MatchId id, duel::Seat seat, const std::string& why,
                       base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return;
  match->close_seat(player, seat, why, now);
  reschedule_or_remove(id);
}

void Lobby::return_lost_seat(base::MatchId id, duel::Seat seat, const match::MatchPlayer& player, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr || !players_.contains(player.id)) return;
  match->return_lost_seat(seat, player.id, player.subscription, now);
  if (match->has_seat(player.id, seat)) note_taken_seat(matches_.at(id), player.id);
  reschedule_or_remove(id);
}

bool Lobby::forfeit(base::MatchId id, duel::Seat seat, duel::Cause cause, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return false;
  match->forfeit(seat, cause, now);
  reschedule_or_remove(id);
  return true;
}

void Lobby::skip_stall(base::Time now) {
  const base::Time before = std::exchange(last_active_at_, now).value_or(now);
  if (settings_.stall_threshold == base::Span::zero() || now - before <= settings_.stall_threshold) return;
  ++counts_.stalls;
  counts_.stalled += now - before;
  for (auto& [id, running] : matches_) {
    if (running.match->terms().clock == match::Clock::real) continue;  // late frames are made up for
    if (running.is_waiting) continue;
    running.match->skip_stall(now - before);
    scheduler_.set_due(running.slot, running.match->next_deadline());
  }
}

void Lobby::reschedule_or_remove(base::MatchId id) {
  const auto entry = matches_.find(id);
  const match::Match& match = *entry->second.match;
  update_pause(entry->second);
  queue_for_spectators(entry->second);
  if (std::exchange(entry->second.listed_game, match.game_number()) != match.game_number()) ++snapshot_version_;
  if (entry->second.is_waiting && !match.is_over()) return scheduler_.set_due(entry->second.slot, base::Time::max());
  if (!match.is_over()) return scheduler_.set_due(entry->second.slot, match.next_deadline());
  ++counts_.matches_ended;
  remove_match(id);
}

void Lobby::remove_match(base::MatchId id) {
  const auto entry = matches_.find(id);
  const match::Match& match = *entry->second.match;
  for (const base::PlayerId player : match.players()) {
    if (const auto state = players_.find(player); state != players_.end()) {
      std::erase(state->second.matches, id);
    }
  }
  const bool is_real_time = match.terms().clock == match::Clock::real;
  capacity_.remove_match(entry->second.payer);
  if (is_real_time) {
    real_time_capacity_.remove_match(entry->second.payer);
    --real_time_match_count_;
  }
  cpu_load_.remove_match(entry->second.expected_load);
  if (entry->second.is_paused) cpu_load_.resume_match(entry->second.expected_load);
  scheduler_.remove(entry->second.slot);
  matches_.erase(entry);
  ++snapshot_version_;
}

match::Match* Lobby::find(base::MatchId id) {
  const auto entry = matches_.find(id);
  return entry == matches_.end() ? nullptr : entry->second.match.get();
}

void Lobby::on_game_saved(base::MatchId match, int game, std::uint64_t record, base::Time now) {
  ++counts_.games_saved;
  if (match::Match* played = find(match)) {
    played->on_game_saved(game, record, now);
    reschedule_or_remove(match);
  }
}

void Lobby::on_game_voided(base::MatchId match, int game, base::Time now) {
  if (match::Match* played = find(match)) {
    played->on_game_voided(game, now);
    reschedule_or_remove(match);
  }
}

void Lobby::run_phase(int phase, base::Time now) {
  run_due_matches_of_group(static_cast<std::size_t>(phase), now);
  phases_run_until_ = now;
}

void Lobby::run_due_matches(base::Time now) {
  skip_stall(now);
  invitations_.remove_expired(now);
  run_due_matches_of_group(match::MatchScheduler::kOtherClocksGroup, now);
  release_to_spectators(now);
}

// No match is removed here: a match ends only when its last game has been saved.
void Lobby::run_due_matches_of_group(std::size_t group, base::Time now) {
  scheduler_.run_due(group, now, [&](match::Match& match) {
    const int game = match.game_number();
    match.run(now);
    if (match.game_number() != game) ++snapshot_version_;
    if (const base::Span late = match.take_lateness(); late > base::Span::zero()) counts_.lateness.add(late);
    if (match.has_spectators()) {
      const RunningMatch& running = matches_.at(match.id());
      running.spectators->release(match.moment_at(now));  // in every frame, so that a delayed game moves smoothly
      queue_for_spectators(running);
    }
    return match.next_deadline();
  });
}

void Lobby::drain(base::Time end, base::Time now) {
  drain_end_ = end;
  quick_match_requests_.clear();
  invitations_.clear();
  for (auto& [player, state] : players_) {
    state.open_requests = 0;
    state.invitation.clear();
    output_.send(player, drain_message(end, now));
  }
}

std::optional<match::AbandonResult> Lobby::abandon(base::MatchId id, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return std::nullopt;
  const match::AbandonResult abandoned = match->abandon(now);
  reschedule_or_remove(id);
  return abandoned;
}

void Lobby::abandon_all(base::Time now) {
  std::vector<base::MatchId> ids;
  for (const auto& [id, running] : matches_) ids.push_back(id);
  for (const base::MatchId id : ids) abandon(id, now);
  release_to_spectators(now);
}

match::Match* Lobby::find_or_refuse(base::PlayerId player, base::MatchId id, std::uint32_t decision) {
  match::Match* match = find(id);
  if (match == nullptr) {
    output_.send(player, match::Refusal{.reason = match::RefusalReason::unknown_match,
                                        .text = "there is no such match, or it is over",
                                        .match = id,
                                        .decision = decision});
  }
  return match;
}

void Lobby::refuse(base::PlayerId player, match::RefusalReason reason, std::string text) {
  output_.send(player, match::Refusal{.reason = reason, .text = std::move(text)});
}

}  // namespace rensa::lobby
