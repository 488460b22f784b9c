#include "server/lobby/lobby.h"

#include <algorithm>
#include <utility>

namespace rensa::lobby {

namespace {

constexpr std::size_t kMatchesPerPhase = 64;  // of one connection
// How often the quality of a connection is forwarded at most.
constexpr base::Span kMinQualityInterval = std::chrono::milliseconds(900);

}  // namespace

Lobby::Lobby(const LobbySettings& settings, base::IdSource& match_ids, match::MatchOutput& output)
    : settings_(settings), match_ids_(match_ids), output_(output), invitations_(settings.max_hostless_invitations) {}

bool Lobby::is_name_free(const std::string& name) const { return !names_.contains(name); }

void Lobby::enter(base::SessionId session, const std::string& name, Access access) {
  players_[session].name = name;
  players_[session].access = access;
  names_.insert(name);
  if (is_draining_) output_.send(session, proto::Drain{});
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

std::optional<std::string> Lobby::seat_name(base::SessionId session, proto::MatchId match, duel::Seat seat) const {
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
  const std::vector<proto::MatchId> matches = std::move(player->second.matches);
  names_.erase(names_.find(player->second.name));
  players_.erase(player);
  for (const proto::MatchId id : matches) {
    match::Match* match = find(id);
    if (match == nullptr) continue;
    match->lose_session(session, now);
    match->run(now);
    reschedule_or_remove(match->id());
  }
}

// One overload for each message.
struct Lobby::MessageHandler {
  Lobby& lobby;
  base::SessionId session;
  base::Time now;

  void operator()(const proto::Hello&) const {}   // SessionProtocol handles these
  void operator()(const proto::Advice&) const {}  // Advisers handles these
  void operator()(const proto::Follow&) const {}  // the tournament host handles Follow and Unfollow
  void operator()(const proto::Unfollow&) const {}
  void operator()(const proto::Ping& message) const {
    Player& player = lobby.players_.at(session);
    if (now - player.quality_sent_at < kMinQualityInterval) return;
    player.quality_sent_at = now;
    for (const proto::MatchId id : player.matches) {
      if (match::Match* match = lobby.find(id)) match->forward_connection_quality(session, message.round_trip);
    }
  }
  void operator()(const proto::ListLobby&) const { lobby.output_.send(session, lobby.snapshot()); }
  void operator()(const proto::QuickMatch& message) const { lobby.request_quick_match(session, message, now); }
  void operator()(const proto::Challenge& message) const { lobby.challenge(session, message, now); }
  void operator()(const proto::Invite& message) const { lobby.invite(session, message, now); }
  void operator()(const proto::Join& message) const { lobby.join(session, message, now); }
  void operator()(const proto::Accept& message) const { lobby.accept(session, message, now); }
  void operator()(const proto::Decline& message) const { lobby.decline(session, message); }
  void operator()(const proto::Leave& message) const {
    if (!message.match) {
      lobby.withdraw_invitation(session);
      return lobby.cancel_quick_matches(session);
    }
    match::Match* match = find_or_refuse(*message.match);
    if (match == nullptr) return;
    if (!match->has_seat(session, message.seat)) {
      return lobby.refuse(session, proto::ErrorCode::not_yours, "only a player with this seat can leave the match");
    }
    match->resign(message.seat, now);
    lobby.reschedule_or_remove(match->id());
  }
  void operator()(const proto::Watch& message) const {
    if (match::Match* match = find_or_refuse(message.match)) {
      if (match->has_seat(session, duel::Seat::one) || match->has_seat(session, duel::Seat::two)) {
        return lobby.refuse(session, proto::ErrorCode::not_yours, "a player of this match cannot also watch it");
      }
      lobby.attach_match(session, message.match);
      match->watch(session, message, now);
      lobby.reschedule_or_remove(match->id());
    }
  }
  void operator()(const proto::Unwatch& message) const {
    if (match::Match* match = find_or_refuse(message.match)) {
      match->unwatch(session);
      lobby.reschedule_or_remove(match->id());
    }
  }
  void operator()(const proto::Decide& message) const {
    match::Match* match = find_or_refuse(message.match, message.id);
    if (match == nullptr) return;
    ++lobby.counts_.decisions;
    match->decide(session, message, now);
    lobby.reschedule_or_remove(message.match);
  }
  void operator()(const proto::Resume& message) const {
    if (match::Match* match = find_or_refuse(message.match)) {
      match->resume_seat(session, message, now);
      if (match->has_seat(session, message.seat)) {
        lobby.attach_match(session, message.match);
        lobby.update_load_estimate(lobby.matches_.at(message.match));
      }
      lobby.reschedule_or_remove(match->id());
    }
  }

 private:
  // `decision`: the id of the Decide that names the match; 0: another message names it.
  match::Match* find_or_refuse(proto::MatchId id, std::uint32_t decision = 0) const {
    match::Match* match = lobby.find(id);
    if (match == nullptr) {
      lobby.output_.send(session, proto::Error{.code = proto::ErrorCode::unknown_match,
                                               .text = "there is no such match, or it is over",
                                               .match = id,
                                               .id = decision});
    }
    return match;
  }
};

void Lobby::handle_message(base::SessionId session, const proto::ClientMessage& message, base::Time now) {
  skip_stall(now);
  const bool is_of_play = std::holds_alternative<proto::Decide>(message) ||
                          std::holds_alternative<proto::Resume>(message) ||
                          std::holds_alternative<proto::Ping>(message) || std::holds_alternative<proto::Leave>(message);
  if (players_.at(session).access == Access::arranged_matches_only && !is_of_play) {
    return refuse(session, proto::ErrorCode::not_yours, "this connection can only play in its tournament");
  }
  std::visit(MessageHandler{*this, session, now}, message);
}

bool Lobby::has_room(bool is_real_time) const {
  if (matches_.size() >= settings_.max_matches || match_ids_.is_empty()) return false;
  if (!is_real_time) return true;
  const bool exceeds = settings_.max_real_time_share < 1 && cpu_load_.exceeds(settings_.max_real_time_share);
  return real_time_match_count_ < settings_.max_real_time_matches && !exceeds;
}

void Lobby::attach_match(base::SessionId session, proto::MatchId match) {
  std::vector<proto::MatchId>& matches = players_.at(session).matches;
  std::erase_if(matches, [this](proto::MatchId id) { return find(id) == nullptr; });
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
  if (match.terms().clock != proto::Clock::real) return;
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
  return seat_count(session, [](const match::Match& match) { return match.terms().clock == proto::Clock::real; });
}

template <typename Counts>
std::size_t Lobby::seat_count(base::SessionId session, Counts counts) const {
  const auto player = players_.find(session);
  if (player == players_.end()) return 0;
  std::size_t seats = 0;
  for (const proto::MatchId id : player->second.matches) {
    const auto running = matches_.find(id);
    if (running == matches_.end() || !counts(*running->second.match)) continue;
    for (const duel::Seat seat : duel::kSeats) {
      if (running->second.match->has_seat(session, seat)) ++seats;
    }
  }
  return seats;
}

void Lobby::start_match(const proto::Terms& terms, const match::FirstGameSeed& first_seed, match::MatchPlayer one,
                        match::MatchPlayer two, base::Time now) {
  const auto make = [&](proto::MatchId id, int phase) {
    return std::make_unique<match::Match>(id, terms, first_seed, std::array{one, two}, settings_.match, phase, output_);
  };
  start_match(terms.clock == proto::Clock::real, one.session, two.session, make, now);
}

std::optional<proto::MatchId> Lobby::start_arranged_match(const match::Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.seats;
  const bool is_real_time = arrangement.terms.clock == proto::Clock::real;
  if (is_draining_ || !has_room(is_real_time) || !players_.contains(one.session) || !players_.contains(two.session)) {
    return std::nullopt;
  }
  const auto make = [&](proto::MatchId id, int phase) {
    return std::make_unique<match::Match>(id, arrangement, settings_.match, phase, output_);
  };
  return start_match(is_real_time, one.session, two.session, make, now);
}

bool Lobby::forfeit(proto::MatchId id, duel::Seat seat, duel::Cause cause, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return false;
  match->forfeit(seat, cause, now);
  reschedule_or_remove(id);
  return true;
}

proto::MatchId Lobby::start_match(bool is_real_time, base::SessionId one, base::SessionId two, const MakeMatch& make,
                                  base::Time now) {
  const proto::MatchId id{match_ids_.take()};
  const std::size_t group =
      is_real_time ? choose_phase(players_.at(one), players_.at(two)) : match::MatchScheduler::kOtherClocksGroup;
  attach_match(one, id);
  attach_match(two, id);
  auto match = make(id, is_real_time ? static_cast<int>(group) : 0);
  match::Match& started = *match;
  const match::MatchScheduler::Slot slot = scheduler_.add(started, group);
  RunningMatch& running = matches_[id];
  running = {.match = std::move(match), .slot = slot};
  if (is_real_time) ++real_time_match_count_;
  update_load_estimate(running);
  ++counts_.matches_started;
  started.start(now);
  reschedule_or_remove(id);
  return id;
}

void Lobby::skip_stall(base::Time now) {
  const base::Time before = std::exchange(last_active_at_, now).value_or(now);
  if (settings_.stall_threshold == base::Span::zero() || now - before <= settings_.stall_threshold) return;
  ++counts_.stalls;
  counts_.stalled += now - before;
  for (auto& [id, running] : matches_) {
    if (running.match->terms().clock == proto::Clock::real) continue;  // late frames are made up for
    running.match->skip_stall(now - before);
    scheduler_.set_due(running.slot, running.match->next_deadline());
  }
}

void Lobby::reschedule_or_remove(proto::MatchId id) {
  const auto entry = matches_.find(id);
  const match::Match& match = *entry->second.match;
  update_pause(entry->second);
  if (match.spectators()) broadcaster_.add(match.spectators());
  if (!match.is_over()) return scheduler_.set_due(entry->second.slot, match.next_deadline());
  for (const base::SessionId session : match.sessions()) {
    if (const auto player = players_.find(session); player != players_.end()) {
      std::erase(player->second.matches, id);
    }
  }
  if (match.terms().clock == proto::Clock::real) --real_time_match_count_;
  cpu_load_.remove_match(entry->second.expected_load);
  if (entry->second.is_paused) cpu_load_.resume_match(entry->second.expected_load);
  ++counts_.matches_ended;
  scheduler_.remove(entry->second.slot);
  matches_.erase(entry);
}

match::Match* Lobby::find(proto::MatchId id) {
  const auto entry = matches_.find(id);
  return entry == matches_.end() ? nullptr : entry->second.match.get();
}

void Lobby::on_game_saved(proto::MatchId match, int game, std::uint64_t record, base::Time now) {
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
    if (match.spectators()) broadcaster_.add(match.spectators());
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
    output_.send(session, proto::Drain{.seconds = seconds});
  }
}

std::optional<match::AbandonResult> Lobby::abandon(proto::MatchId id, base::Time now) {
  match::Match* match = find(id);
  if (match == nullptr) return std::nullopt;
  const match::AbandonResult abandoned = match->abandon(now);
  reschedule_or_remove(id);
  return abandoned;
}

void Lobby::abandon_all(base::Time now) {
  std::vector<proto::MatchId> ids;
  for (const auto& [id, running] : matches_) ids.push_back(id);
  for (const proto::MatchId id : ids) abandon(id, now);
}

void Lobby::refuse(base::SessionId session, proto::ErrorCode code, std::string text) {
  output_.send(session, make_error(code, std::move(text)));
}

}  // namespace rensa::lobby
