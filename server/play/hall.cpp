#include "server/play/hall.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

namespace {

constexpr std::size_t kMatchesTogether = 64;  // of a connection, in one phase
// As often as people look at how a connection does.
constexpr base::Span kBetweenLines = std::chrono::milliseconds(900);

}  // namespace

Hall::Hall(const HallSettings& settings, proto::MatchId last_match, Outlet& outlet)
    : settings_(settings),
      outlet_(outlet),
      last_match_(static_cast<std::uint64_t>(last_match)),
      invitations_(settings.max_away_invitations) {}

bool Hall::is_free(const std::string& name) const { return !names_.contains(name); }

void Hall::enter(base::SessionId session, const std::string& name, Presence presence) {
  members_[session].name = name;
  members_[session].presence = presence;
  names_.insert(name);
  if (draining_) outlet_.tell(session, proto::Drain{});
}

void Hall::rename(base::SessionId session, const std::string& name) {
  Member& member = members_.at(session);
  names_.erase(names_.find(member.name));
  names_.insert(name);
  member.name = name;
}

std::vector<base::SessionId> Hall::named(const std::string& name) const {
  std::vector<base::SessionId> sessions;
  if (is_free(name)) return sessions;
  for (const auto& [session, member] : members_) {
    if (member.name == name) sessions.push_back(session);
  }
  return sessions;
}

std::optional<std::string> Hall::seat_name(base::SessionId session, proto::MatchId match, duel::Seat seat) const {
  const auto playing = matches_.find(match);
  if (playing == matches_.end()) return std::nullopt;
  const Match& played = *playing->second.match;
  if (played.is_arranged() || !played.has_seat(session, seat)) return std::nullopt;
  return played.names()[duel::index_of(seat)];
}

void Hall::leave(base::SessionId session, base::Time now) {
  const auto member = members_.find(session);
  if (member == members_.end()) return;
  take_wishes_back(session);
  if (const Member& gone = member->second; !gone.invitation.empty()) {
    invitations_.leave_behind(gone.invitation, gone.payer, now + settings_.match.grace);
  }
  end_challenges_of(session);
  const std::vector<proto::MatchId> matches = std::move(member->second.matches);
  names_.erase(names_.find(member->second.name));
  members_.erase(member);
  for (const proto::MatchId id : matches) {
    Match* match = find(id);
    if (match == nullptr) continue;
    match->lose(session, now);
    match->run(now);
    settle(match->id());
  }
}

// One overload a message.
struct Hall::Asked {
  Hall& hall;
  base::SessionId session;
  base::Time now;

  void operator()(const proto::Hello&) const {}   // the session's own business
  void operator()(const proto::Advice&) const {}  // an adviser's
  void operator()(const proto::Follow&) const {}  // a host's, as Unfollow
  void operator()(const proto::Unfollow&) const {}
  void operator()(const proto::Ping& message) const {
    Member& member = hall.members_.at(session);
    if (now - member.line_noted_at < kBetweenLines) return;
    member.line_noted_at = now;
    for (const proto::MatchId id : member.matches) {
      if (Match* match = hall.find(id)) match->note_round_trip(session, message.round_trip);
    }
  }
  void operator()(const proto::ListLobby&) const { hall.outlet_.tell(session, hall.lobby()); }
  void operator()(const proto::QuickMatch& message) const { hall.wish(session, message, now); }
  void operator()(const proto::Challenge& message) const { hall.challenge(session, message, now); }
  void operator()(const proto::Invite& message) const { hall.invite(session, message, now); }
  void operator()(const proto::Join& message) const { hall.join(session, message, now); }
  void operator()(const proto::Accept& message) const { hall.accept(session, message, now); }
  void operator()(const proto::Decline& message) const { hall.decline(session, message); }
  void operator()(const proto::Leave& message) const {
    if (!message.match) {
      hall.withdraw_invitation(session);
      return hall.take_wishes_back(session);
    }
    Match* match = found(*message.match);
    if (match == nullptr) return;
    if (!match->has_seat(session, message.seat)) {
      return hall.refuse(session, proto::ErrorCode::not_yours, "only who has a seat can leave it");
    }
    match->resign(message.seat, now);
    hall.settle(match->id());
  }
  void operator()(const proto::Watch& message) const {
    if (Match* match = found(message.match)) {
      if (match->has_seat(session, duel::Seat::one) || match->has_seat(session, duel::Seat::two)) {
        return hall.refuse(session, proto::ErrorCode::not_yours, "a player sees what its seat may see, and no more");
      }
      hall.attach(session, message.match);
      match->watch(session, message, now);
      hall.settle(match->id());
    }
  }
  void operator()(const proto::Unwatch& message) const {
    if (Match* match = found(message.match)) {
      match->unwatch(session);
      hall.settle(match->id());
    }
  }
  void operator()(const proto::Decide& message) const {
    const auto entry = hall.matches_.find(message.match);
    if (entry == hall.matches_.end()) {
      return hall.outlet_.tell(session, proto::Error{.code = proto::ErrorCode::unknown_match,
                                                     .text = "there is no such match, or it is over",
                                                     .match = message.match,
                                                     .id = message.id});
    }
    ++hall.tally_.decisions;
    entry->second.match->decide(session, message, now);
    hall.settle(message.match);
  }
  void operator()(const proto::Resume& message) const {
    if (Match* match = found(message.match)) {
      match->resume(session, message, now);
      if (match->has_seat(session, message.seat)) {
        hall.attach(session, message.match);
        hall.weigh(hall.matches_.at(message.match));
      }
      hall.settle(match->id());
    }
  }

 private:
  Match* found(proto::MatchId id) const {
    Match* match = hall.find(id);
    if (match == nullptr) {
      hall.outlet_.tell(session, proto::Error{.code = proto::ErrorCode::unknown_match,
                                              .text = "there is no such match, or it is over",
                                              .match = id,
                                              .id = 0});
    }
    return match;
  }
};

void Hall::handle(base::SessionId session, const proto::ClientMessage& message, base::Time now) {
  heed_stall(now);
  const bool is_of_play = std::holds_alternative<proto::Decide>(message) ||
                          std::holds_alternative<proto::Resume>(message) ||
                          std::holds_alternative<proto::Ping>(message) || std::holds_alternative<proto::Leave>(message);
  if (members_.at(session).presence == Presence::only_plays && !is_of_play) {
    return refuse(session, proto::ErrorCode::not_yours, "a player of a tournament does nothing but play in it");
  }
  std::visit(Asked{*this, session, now}, message);
}

bool Hall::has_room(bool is_real) const {
  if (matches_.size() >= settings_.max_matches) return false;
  if (!is_real) return true;
  const bool is_beyond = settings_.max_real_share < 1 && burden_.is_beyond(settings_.max_real_share);
  return real_matches_ < settings_.max_real_matches && !is_beyond;
}

void Hall::attach(base::SessionId session, proto::MatchId match) {
  std::vector<proto::MatchId>& matches = members_.at(session).matches;
  std::erase_if(matches, [this](proto::MatchId id) { return find(id) == nullptr; });
  if (std::find(matches.begin(), matches.end(), match) == matches.end()) matches.push_back(match);
}

// What a connection with many seats is told in one phase leaves in one write, so its matches share phases; not all of
// them one phase, or whoever comes last in it would be late.
std::size_t Hall::phase_for(Member& one, Member& two) {
  for (Member* member : {&one, &two}) {
    if (member->phase_has_room > 0) {
      --member->phase_has_room;
      return member->phase;
    }
  }
  const std::size_t phase = rota_.emptiest_real_group();
  for (Member* member : {&one, &two}) {
    if (member->phase_has_room > 0) continue;
    member->phase = phase;
    member->phase_has_room = kMatchesTogether;
  }
  return phase;
}

void Hall::weigh(Playing& playing) {
  const Match& match = *playing.match;
  if (match.terms().clock != proto::Clock::real) return;
  double burden = 0;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t seats = real_seats_of(match.sessions()[duel::index_of(seat)]);
    burden += Burden::expected_of(match.subscription(seat), std::max<std::size_t>(seats, 1));
  }
  burden_.put_down(playing.burden);
  if (playing.rests) burden_.wake(playing.burden);
  burden_.take_on(burden);
  if (playing.rests) burden_.rest(burden);
  playing.burden = burden;
}

void Hall::note_rest(Playing& playing) {
  if (playing.match->is_paused() == playing.rests) return;
  playing.rests = !playing.rests;
  playing.rests ? burden_.rest(playing.burden) : burden_.wake(playing.burden);
}

std::size_t Hall::seats_of(base::SessionId session) const {
  return seats_of(session, [](const Match&) { return true; });
}

std::size_t Hall::real_seats_of(base::SessionId session) const {
  return seats_of(session, [](const Match& match) { return match.terms().clock == proto::Clock::real; });
}

template <typename Counts>
std::size_t Hall::seats_of(base::SessionId session, Counts counts) const {
  const auto member = members_.find(session);
  if (member == members_.end()) return 0;
  std::size_t seats = 0;
  for (const proto::MatchId id : member->second.matches) {
    const auto playing = matches_.find(id);
    if (playing == matches_.end() || !counts(*playing->second.match)) continue;
    for (const duel::Seat seat : duel::kSeats) {
      if (playing->second.match->has_seat(session, seat)) ++seats;
    }
  }
  return seats;
}

void Hall::start_match(const proto::Terms& terms, const Beginning& beginning, Entrant one, Entrant two,
                       base::Time now) {
  const auto make = [&](proto::MatchId id, int phase) {
    return std::make_unique<Match>(id, terms, beginning, std::array{one, two}, settings_.match, phase, outlet_);
  };
  start_match(terms.clock == proto::Clock::real, one.session, two.session, make, now);
}

std::optional<proto::MatchId> Hall::arrange(const Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.seats;
  const bool is_real = arrangement.terms.clock == proto::Clock::real;
  if (draining_ || !has_room(is_real) || !members_.contains(one.session) || !members_.contains(two.session)) {
    return std::nullopt;
  }
  const auto make = [&](proto::MatchId id, int phase) {
    return std::make_unique<Match>(id, arrangement, settings_.match, phase, outlet_);
  };
  return start_match(is_real, one.session, two.session, make, now);
}

bool Hall::forfeit(proto::MatchId id, duel::Seat seat, duel::Cause cause, base::Time now) {
  Match* match = find(id);
  if (match == nullptr) return false;
  match->forfeit(seat, cause, now);
  settle(id);
  return true;
}

proto::MatchId Hall::start_match(bool is_real, base::SessionId one, base::SessionId two, const MakeMatch& make,
                                 base::Time now) {
  const proto::MatchId id{++last_match_};
  const std::size_t group = is_real ? phase_for(members_.at(one), members_.at(two)) : Rota::kOthers;
  attach(one, id);
  attach(two, id);
  auto match = make(id, is_real ? static_cast<int>(group) : 0);
  Match& started = *match;
  const Rota::Place place = rota_.add(started, group);
  Playing& playing = matches_[id];
  playing = {.match = std::move(match), .place = place};
  if (is_real) ++real_matches_;
  weigh(playing);
  ++tally_.matches_started;
  started.start(now);
  settle(id);
  return id;
}

void Hall::heed_stall(base::Time now) {
  const base::Time before = std::exchange(awake_at_, now).value_or(now);
  if (settings_.longest_silence == base::Span::zero() || now - before <= settings_.longest_silence) return;
  ++tally_.stalls;
  tally_.stalled += now - before;
  for (auto& [id, playing] : matches_) {
    if (playing.match->terms().clock == proto::Clock::real) continue;  // its frames are caught up with
    playing.match->excuse(now - before);
    rota_.set(playing.place, playing.match->wake_at());
  }
}

void Hall::settle(proto::MatchId id) {
  const auto entry = matches_.find(id);
  const Match& match = *entry->second.match;
  note_rest(entry->second);
  if (match.crowd()) crowds_.add(match.crowd());
  if (!match.is_over()) return rota_.set(entry->second.place, match.wake_at());
  for (const base::SessionId session : match.sessions()) {
    if (const auto member = members_.find(session); member != members_.end()) {
      std::erase(member->second.matches, id);
    }
  }
  if (match.terms().clock == proto::Clock::real) --real_matches_;
  burden_.put_down(entry->second.burden);
  if (entry->second.rests) burden_.wake(entry->second.burden);
  ++tally_.matches_ended;
  rota_.remove(entry->second.place);
  matches_.erase(entry);
}

Match* Hall::find(proto::MatchId id) {
  const auto entry = matches_.find(id);
  return entry == matches_.end() ? nullptr : entry->second.match.get();
}

void Hall::saved(proto::MatchId match, int game, std::uint64_t record, base::Time now) {
  ++tally_.games_saved;
  if (Match* played = find(match)) {
    played->saved(game, record, now);
    settle(match);
  }
}

void Hall::run_phase(int phase, base::Time now) { run(static_cast<std::size_t>(phase), now); }

void Hall::run_waiting(base::Time now) {
  heed_stall(now);
  invitations_.forget_lapsed(now);
  run(Rota::kOthers, now);
}

// A match ends only once its last game is saved, so none goes away here.
void Hall::run(std::size_t group, base::Time now) {
  rota_.run(group, now, [&](Match& match) {
    match.run(now);
    if (const base::Span late = match.take_lateness(); late > base::Span::zero()) tally_.lateness.add(late);
    if (match.crowd()) crowds_.add(match.crowd());
    return match.wake_at();
  });
}

void Hall::drain(int seconds) {
  draining_ = true;
  wishes_.clear();
  invitations_.clear();
  for (auto& [session, member] : members_) {
    member.wishes = 0;
    member.invitation.clear();
    outlet_.tell(session, proto::Drain{.seconds = seconds});
  }
}

std::optional<Abandoned> Hall::abandon(proto::MatchId id, base::Time now) {
  Match* match = find(id);
  if (match == nullptr) return std::nullopt;
  const Abandoned abandoned = match->abandon(now);
  settle(id);
  return abandoned;
}

void Hall::abandon_all(base::Time now) {
  std::vector<proto::MatchId> running;
  for (const auto& [id, playing] : matches_) running.push_back(id);
  for (const proto::MatchId id : running) abandon(id, now);
}

void Hall::refuse(base::SessionId session, proto::ErrorCode code, std::string text) {
  outlet_.tell(session, proto::Error{.code = code, .text = std::move(text), .match = std::nullopt, .id = 0});
}

}  // namespace rensa::play
