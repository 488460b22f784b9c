#include "server/lobby/lobby.h"

#include <algorithm>
#include <utility>

namespace rensa::lobby {

namespace {

constexpr std::size_t kMatchesPerPhase = 64;  // of one connection
// How often the quality of a connection is forwarded at most.
constexpr base::Span kMinQualityInterval = std::chrono::milliseconds(900);

}  // namespace

Lobby::Lobby(const LobbySettings& settings, base::IdSource& match_ids, LobbyOutput& output)
    : settings_(settings), match_ids_(match_ids), output_(output), invitations_(settings.max_hostless_invitations) {}

bool Lobby::is_name_free(const std::string& name) const { return !names_.contains(name); }

void Lobby::enter(base::SessionId session, const std::string& name, Access access) {
  players_[session].name = name;
  players_[session].access = access;
  names_.insert(name);
  if (is_draining_) output_.send(session, Drain{});
}

void Lobby::rename(base::SessionId session, const std::string& name) {
  Player& player = players_.at(session);
  names_.erase(names_.find(player.name));
  names_.insert(name);
  player.name = name;
}

std::vector<base::SessionId> Lobby::sessions_named(const std::string& name) const {
  std::vector<base::SessionId> sessions;
  if (is_name_free(name)) return sessions;
  for (const auto& [session, player] : players_) {
    if (player.name == name) sessions.push_back(session);
  }
  return sessions;
}

std::optional<std::string> Lobby::seat_name(base::SessionId session, base::MatchId match, duel::Seat seat) const {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  const match::Match& played = *running->second.match;
  if (played.is_arranged() || !played.has_seat(session, seat)) return std::nullopt;
  return played.names()[duel::index_of(seat)];
}

void Lobby::leave(base::SessionId session, base::Time now) {
  const auto player = players_.find(session);
  if (player == players_.end()) return;
  cancel_quick_matches(session);
  if (const Player& gone = player->second; !gone.invitation.empty()) {
    invitations_.keep_without_host(gone.invitation, gone.budget_key, now + settings_.match.grace);
  }
  end_challenges_of(session);
  const std::vector<base::MatchId> matches = std::move(player->second.matches);
  names_.erase(names_.find(player->second.name));
  players_.erase(player);
  for (const base::MatchId id : matches) {
    match::Match* match = find(id);
    if (match == nullptr) continue;
    match->lose_session(session, now);
    stop_watching(matches_.at(id), session);
    match->run(now);
    reschedule_or_remove(match->id());
  }
}

bool Lobby::may_request(base::SessionId session, base::Time now) {
  skip_stall(now);
  if (players_.at(session).access == Access::full) return true;
  refuse(session, match::RefusalReason::not_yours, "this connection can only play in its tournament");
  return false;
}

void Lobby::report_round_trip(base::SessionId session, int milliseconds, base::Time now) {
  skip_stall(now);
  Player& player = players_.at(session);
  if (now - player.quality_sent_at < kMinQualityInterval) return;
  player.quality_sent_at = now;
  for (const base::MatchId id : player.matches) {
    if (match::Match* match = find(id)) match->forward_connection_quality(session, milliseconds);
  }
}

void Lobby::resign(base::SessionId session, base::MatchId id, duel::Seat seat, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(session, id);
  if (match == nullptr) return;
  if (!match->has_seat(session, seat)) {
    return refuse(session, match::RefusalReason::not_yours, "only a player with this seat can leave the match");
  }
  match->resign(seat, now);
  reschedule_or_remove(id);
}

void Lobby::watch(base::SessionId session, base::MatchId id, const match::WatchRequest& wanted, base::Time now) {
  if (!may_request(session, now)) return;
  match::Match* match = find_or_refuse(session, id);
  if (match == nullptr) return;
  if (match->has_seat(session, duel::Seat::one) || match->has_seat(session, duel::Seat::two)) {
    return refuse(session, match::RefusalReason::not_yours, "a player of this match cannot also watch it");
  }
  attach_match(session, id);
  match->run(now);  // the game may have slept
  RunningMatch& running = matches_.at(id);
  stop_watching(running, session);
  const bool is_first = !running.spectators;
  if (is_first) running.spectators = std::make_shared<match::SpectatorGroup>(id, match->introduction());
  running.spectators->join(session, wanted);
  match->set_spectators(running.spectators.get());
  match->show_state_to_spectators(now);
  if (is_first) match->show_comments_to_spectators();
  reschedule_or_remove(id);
}

void Lobby::stop_watching(RunningMatch& running, base::SessionId session) {
  if (!running.spectators) return;
  running.spectators->leave(session);
  if (running.spectators->is_empty()) {
    running.match->set_spectators(nullptr);
    running.spectators.reset();
  } else {
    running.match->update_frame_subscribers();
  }
}

void Lobby::unwatch(base::SessionId session, base::MatchId id, base::Time now) {
  if (!may_request(session, now)) return;
  match::Match* match = find_or_refuse(session, id);
  if (match == nullptr) return;
  stop_watching(matches_.at(id), session);
  reschedule_or_remove(id);
}

void Lobby::decide(base::SessionId session, base::MatchId id, const match::SeatDecision& decision, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(session, id, decision.decision.id);
  if (match == nullptr) return;
  ++counts_.decisions;
  match->decide(session, decision, now);
  reschedule_or_remove(id);
}

void Lobby::resume(base::SessionId session, base::MatchId id, const match::ResumeRequest& wanted, base::Time now) {
  skip_stall(now);
  match::Match* match = find_or_refuse(session, id);
  if (match == nullptr) return;
  match->resume_seat(session, wanted, now);
  if (match->has_seat(session, wanted.seat)) {
    stop_watching(matches_.at(id), session);  // a player may see only what its seat sees
    attach_match(session, id);
    update_load_estimate(matches_.at(id));
  }
  reschedule_or_remove(id);
}

bool Lobby::has_room(bool is_real_time) const {
  if (matches_.size() >= settings_.max_matches || match_ids_.is_empty()) return false;
  if (!is_real_time) return true;
  const bool exceeds = settings_.max_real_time_share < 1 && cpu_load_.exceeds(settings_.max_real_time_share);
  return real_time_match_count_ < settings_.max_real_time_matches && !exceeds;
}

void Lobby::attach_match(base::SessionId session, base::MatchId match) {
  std::vector<base::MatchId>& matches = players_.at(session).matches;
  std::erase_if(matches, [this](base::MatchId id) { return find(id) == nullptr; });
  if (std::find(matches.begin(), matches.end(), match) == matches.end()) matches.push_back(match);
}

// All updates for a connection in one phase leave in one write, so matches of one connection share phases. They do not
// all share one phase, or the last matches of that phase would be late.
std::size_t Lobby::choose_phase(Player& one, Player& two) {
  for (Player* player : {&one, &two}) {
    if (player->free_phase_places > 0) {
      --player->free_phase_places;
      return player->phase;
    }
  }
  const std::size_t phase = scheduler_.smallest_real_time_group();
  for (Player* player : {&one, &two}) {
    if (player->free_phase_places > 0) continue;
    player->phase = phase;
    player->free_phase_places = kMatchesPerPhase;
  }
  return phase;
}

void Lobby::update_load_estimate(RunningMatch& running) {
  const match::Match& match = *running.match;
  if (match.terms().clock != match::Clock::real) return;
  double cpu_load = 0;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t seats = real_time_seat_count(match.sessions()[duel::index_of(seat)]);
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

std::size_t Lobby::seat_count(base::SessionId session) const {
  return seat_count(session, [](const match::Match&) { return true; });
}

std::size_t Lobby::real_time_seat_count(base::SessionId session) const {
  return seat_count(session, [](const match::Match& match) { return match.terms().clock == match::Clock::real; });
}

template <typename Counts>
std::size_t Lobby::seat_count(base::SessionId session, Counts counts) const {
  const auto player = players_.find(session);
  if (player == players_.end()) return 0;
  std::size_t seats = 0;
  for (const base::MatchId id : player->second.matches) {
    const auto running = matches_.find(id);
    if (running == matches_.end() || !counts(*running->second.match)) continue;
    for (const duel::Seat seat : duel::kSeats) {
      if (running->second.match->has_seat(session, seat)) ++seats;
    }
  }
  return seats;
}

void Lobby::start_match(const match::Terms& terms, const match::FirstGameSeed& first_seed, match::MatchPlayer one,
                        match::MatchPlayer two, base::Time now) {
  match::MatchCreated created;
  created.terms = terms;
  created.first_seed = first_seed;
  created.seats[0].player = std::move(one);
  created.seats[1].player = std::move(two);
  start_match(std::move(created), now);
}

std::optional<base::MatchId> Lobby::start_arranged_match(const match::Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.players;
  const bool is_real_time = arrangement.terms.clock == match::Clock::real;
  if (is_draining_ || !has_room(is_real_time) || !players_.contains(one.session) || !players_.contains(two.session)) {
    return std::nullopt;
  }
  match::MatchCreated created;
  created.terms = arrangement.terms;
  created.arranged = arrangement.game;
  created.seats[0].player = one;
  created.seats[1].player = two;
  return start_match(std::move(created), now);
}

bool Lobby::forfeit(base::MatchId id, duel::Seat seat, duel::Cause cause, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return false;
  match->forfeit(seat, cause, now);
  reschedule_or_remove(id);
  return true;
}

base::MatchId Lobby::start_match(match::MatchCreated created, base::Time now) {
  const base::MatchId id{match_ids_.take()};
  created.match = id;
  created.date = output_.date();
  const bool is_real_time = created.terms.clock == match::Clock::real;
  const base::SessionId one = created.seats[0].player.session;
  const base::SessionId two = created.seats[1].player.session;
  const std::size_t group =
      is_real_time ? choose_phase(players_.at(one), players_.at(two)) : match::MatchScheduler::kOtherClocksGroup;
  attach_match(one, id);
  attach_match(two, id);
  RunningMatch& running = matches_[id];
  running.match = std::make_unique<match::Match>(std::move(created), settings_.match,
                                                 is_real_time ? static_cast<int>(group) : 0, now, output_);
  running.slot = scheduler_.add(*running.match, group);
  if (is_real_time) ++real_time_match_count_;
  update_load_estimate(running);
  ++counts_.matches_started;
  running.match->run(now);
  reschedule_or_remove(id);
  return id;
}

void Lobby::skip_stall(base::Time now) {
  const base::Time before = std::exchange(last_active_at_, now).value_or(now);
  if (settings_.stall_threshold == base::Span::zero() || now - before <= settings_.stall_threshold) return;
  ++counts_.stalls;
  counts_.stalled += now - before;
  for (auto& [id, running] : matches_) {
    if (running.match->terms().clock == match::Clock::real) continue;  // late frames are made up for
    running.match->skip_stall(now - before);
    scheduler_.set_due(running.slot, running.match->next_deadline());
  }
}

void Lobby::reschedule_or_remove(base::MatchId id) {
  const auto entry = matches_.find(id);
  const match::Match& match = *entry->second.match;
  update_pause(entry->second);
  if (entry->second.spectators) broadcaster_.add(entry->second.spectators);
  if (!match.is_over()) return scheduler_.set_due(entry->second.slot, match.next_deadline());
  for (const base::SessionId session : match.sessions()) {
    if (const auto player = players_.find(session); player != players_.end()) {
      std::erase(player->second.matches, id);
    }
  }
  if (match.terms().clock == match::Clock::real) --real_time_match_count_;
  cpu_load_.remove_match(entry->second.expected_load);
  if (entry->second.is_paused) cpu_load_.resume_match(entry->second.expected_load);
  ++counts_.matches_ended;
  scheduler_.remove(entry->second.slot);
  matches_.erase(entry);
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

void Lobby::run_phase(int phase, base::Time now) { run_group(static_cast<std::size_t>(phase), now); }

void Lobby::run_due_matches(base::Time now) {
  skip_stall(now);
  invitations_.remove_expired(now);
  run_group(match::MatchScheduler::kOtherClocksGroup, now);
}

// No match is removed here: a match ends only when its last game has been saved.
void Lobby::run_group(std::size_t group, base::Time now) {
  scheduler_.run_due(group, now, [&](match::Match& match) {
    match.run(now);
    if (const base::Span late = match.take_lateness(); late > base::Span::zero()) counts_.lateness.add(late);
    if (match.has_spectators()) broadcaster_.add(matches_.at(match.id()).spectators);
    return match.next_deadline();
  });
}

void Lobby::drain(int seconds) {
  is_draining_ = true;
  quick_match_requests_.clear();
  invitations_.clear();
  for (auto& [session, player] : players_) {
    player.open_requests = 0;
    player.invitation.clear();
    output_.send(session, Drain{.seconds = seconds});
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
}

match::Match* Lobby::find_or_refuse(base::SessionId session, base::MatchId id, std::uint32_t decision) {
  match::Match* match = find(id);
  if (match == nullptr) {
    output_.send(session, match::Refusal{.reason = match::RefusalReason::unknown_match,
                                         .text = "there is no such match, or it is over",
                                         .match = id,
                                         .decision = decision});
  }
  return match;
}

void Lobby::refuse(base::SessionId session, match::RefusalReason reason, std::string text) {
  output_.send(session, match::Refusal{.reason = reason, .text = std::move(text)});
}

}  // namespace rensa::lobby
