#include "clients/session/match_tracker.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "clients/session/organiser_message.h"
#include "engine/rules/numbers.h"
#include "proto/feature.h"
#include "server/base/plain_text.h"

namespace rensa::session {

namespace {

// How often an opponent that is not back after a lost connection is challenged again.
constexpr int kMaxRepeatedChallenges = 10;
// So many messages of organisers are remembered, so that they are told once.
constexpr std::size_t kMaxToldMessages = 1'000;

bool is_digest_of(std::string_view digest, const rules::Ruleset& ruleset) {
  return rules::parse_number<std::uint64_t>(digest, 16) == rules::digest(ruleset);
}

}  // namespace

void MatchTracker::connected(const proto::Welcome& welcome) {
  is_connected_ = true;
  are_requests_refused_ = false;
  own_name_ = welcome.name;
  is_bound_ = proto::has_feature(welcome.features, proto::kArrangedFeature);
  if (is_bound_ || plan_.source == MatchSource::host) notify("waits for matches that are arranged");
  for (auto& [key, seat] : seats_) {
    seat.is_resuming = true;
    send(proto::Resume{key.match, key.seat, seat.start.token, seat.last_update, plan_.subscription});
  }
  if (is_stopped_) leave_all();
  request_matches();
}

void MatchTracker::disconnected() {
  is_connected_ = false;
  if (requests_.is_challenging()) repeats_left_ = kMaxRepeatedChallenges;
  requests_.clear();  // they end with the connection
  listener_.disconnected();
}

void MatchTracker::hear(const proto::ServerMessage& message) {
  std::visit([&](const auto& body) { on(body); }, message);
}

void MatchTracker::request_again() {
  are_requests_refused_ = false;
  request_matches();
}

void MatchTracker::stop() {
  is_stopped_ = true;
  if (is_connected_) leave_all();
}

void MatchTracker::leave_all() {
  // Otherwise the next match could begin before the connection is closed.
  const bool has_offer = plan_.source == MatchSource::host && !is_bound_;
  if (has_offer) {
    send(proto::Leave{.arranged = true});
  } else if (auto withdrawal = requests_.withdraw()) {
    send(*std::move(withdrawal));
  }
  for (const auto& [key, seat] : seats_) send(proto::Leave{key.match, key.seat});
}

Actions MatchTracker::take_actions() { return std::exchange(actions_, {}); }

bool MatchTracker::is_over() const {
  if (!seats_.empty()) return false;
  return is_stopped_ || (!is_arranged() && plan_.matches && totals_.matches >= *plan_.matches);
}

bool MatchTracker::can_decide(const SeatKey& key) const {
  const auto found = seats_.find(key);
  return is_connected_ && found != seats_.end() && !found->second.is_resuming;
}

// Each tournament of a server begins as many matches as there are slots, and does not know of the others. So this only
// bounds what a hostile server can begin. The seats that are being taken over may be lost already, and the server may
// know that.
bool MatchTracker::has_room_for_match() const {
  const auto busy =
      std::count_if(seats_.begin(), seats_.end(), [](const auto& entry) { return !entry.second.is_resuming; });
  return busy < plan_.slots + kMatchesBeyondSlots;
}

void MatchTracker::fail(std::string why) {
  if (why_failed_.empty()) why_failed_ = std::move(why);
}

void MatchTracker::on(const proto::MatchStart& start) {
  if (!start.seat) return;
  const std::string& id = start.terms.ruleset;
  const rules::Ruleset* ruleset = find_ruleset(id);
  if (ruleset == nullptr) return fail("the server began a match of " + id + ", which is not known here");
  if (!is_arranged() && id != plan_.terms.ruleset) {
    return fail("the server began a match of " + id + " where one of " + plan_.terms.ruleset + " was requested");
  }
  if (const auto why = listener_.why_refused(*ruleset)) {
    return fail("the server began a match that we cannot play: " + *why);
  }
  own_name_ = start.players[duel::index_of(*start.seat)];  // a guest that takes a seat over gets the name of that seat
  if (Seat* known = find(start.match, start.seat)) {
    known->start = start;
    return;
  }
  const bool is_wanted = is_arranged() ? has_room_for_match() : requests_.count() > 0;
  const bool is_expected = is_wanted && !(plan_.one_at_a_time && !seats_.empty());
  // The match is left if we did not ask for it, or if its start crossed our request to leave.
  if (!is_expected || is_stopped_) send(proto::Leave{start.match, *start.seat});
  if (!is_expected) return;
  if (requests_.count() > 0) requests_.fulfil();
  Seat seat;
  seat.key = seat.report.seat = {start.match, *start.seat};
  seat.start = start;
  seat.ruleset = ruleset;
  seat.report.players = start.players;
  seat.report.terms = start.terms;
  listener_.match_began(seats_.insert_or_assign(seat.key, seat).first->second);
  request_matches();  // one challenge is open at a time: now the next one can be
}

// After a lost connection, the server may announce a game again that is already known. A server that was stopped may
// have lost the beginning of a game, and then begins another one with the same number and another seed.
void MatchTracker::on(const proto::GameStart& start) {
  Seat* seat = find(start.match, start.seat);
  if (seat == nullptr || start.game < seat->game || start.game <= seat->ended_game) return;
  const bool is_known = seat->commitment.empty() || start.commitment.empty() || start.commitment == seat->commitment;
  if (start.game == seat->game && is_known) return;
  if (!start.ruleset_digest.empty() && !is_digest_of(start.ruleset_digest, *seat->ruleset)) {
    return fail("the server plays another " + seat->ruleset->id + " than this program knows");
  }
  seat->game = start.game;
  seat->commitment = start.commitment;
  listener_.game_began(*seat, start.chance);
}

void MatchTracker::on(const proto::Update& update) {
  Seat* seat = find(update.match, update.seat);
  if (seat == nullptr) return;
  seat->last_update = update.number;
  if (update.game < seat->game || update.game <= seat->ended_game) return;
  if (update.game > seat->game) {  // its GameStart was lost
    seat->game = update.game;
    seat->commitment.clear();
    listener_.game_began(*seat, std::nullopt);
  }
  listener_.updated(*seat, update);
}

void MatchTracker::on(const proto::GameEnd& end) {
  Seat* seat = find(end.match, end.seat);
  if (seat == nullptr || end.game <= seat->ended_game) return;
  seat->game = std::max(seat->game, end.game);
  seat->ended_game = end.game;
  if (end.outcome.cause != duel::Cause::voided) {
    MatchReport& report = seat->report;
    ++(!end.outcome.winner ? report.draws : *end.outcome.winner == *end.seat ? report.wins : report.losses);
  }
  listener_.game_ended(*seat, end);
}

void MatchTracker::on(const proto::MatchEnd& message) {
  const Seat* seat = find(message.match, message.seat);
  if (seat == nullptr) return;
  MatchReport report = seat->report;
  const std::size_t own = duel::index_of(seat->key.seat);
  report.wins = message.wins[own];
  report.losses = message.wins[1 - own];
  report.draws = message.draws;
  report.cause = message.cause;
  end(*seat, report);
}

void MatchTracker::on(const proto::PauseStatus& status) {
  for (const duel::Seat side : duel::kSeats) {
    Seat* seat = find(status.match, side);
    if (seat == nullptr || status.missing || !seat->is_resuming) continue;
    seat->is_resuming = false;
    listener_.resumed(*seat);
  }
}

// Declines the challenges of others: the matches of those that we take begin without this message.
void MatchTracker::on(const proto::Challenged& challenged) {
  if (!requests_.recognise(challenged, own_name_)) return send(proto::Decline{challenged.challenge});
  repeats_left_ = 0;
}

void MatchTracker::on(const proto::ChallengeEnded& ended) {
  const std::string why = requests_.end(ended);
  if (!why.empty()) refuse_requests(plan_.opponent + " does not play: " + base::plain_text(why, why.size()));
}

// Running matches are played to their end first.
void MatchTracker::refuse_requests(const std::string& why) {
  if (why_refused_.empty()) why_refused_ = why;
  if (seats_.empty() && !is_stopped_) fail(why_refused_);
}

// The opponent of a challenge that a lost connection has ended may not be back yet.
void MatchTracker::repeat_challenge(const std::string& text) {
  const bool is_challenge = requests_.is_challenging() && requests_.refuse();
  if (!is_challenge) return notify("the server says: " + text);
  if (repeats_left_ == 0) return refuse_requests("the server refuses: " + text);
  --repeats_left_;
  are_requests_refused_ = !is_stopped_;
}

void MatchTracker::on(const proto::Error& error) {
  const std::string text = base::plain_text(error.text, error.text.size());
  using enum proto::ErrorCode;
  switch (error.code) {
    case malformed:
    case too_large:
    case version:
    case token:
    case origin:
    case name:
    case terms:
      return fail("the server refuses: " + text);
    case unknown_match:
      if (error.match) forget_unresumed_seats(*error.match);
      return;
    case not_yours:  // another session has taken the seat over: no more is heard of it
      if (error.match) forget_seats(*error.match);
      return;
    case busy:
    case draining:
      if (!error.match) requests_.refuse();
      are_requests_refused_ = !is_stopped_;
      return;
    case late:
      return;
    case unknown_player:
      return repeat_challenge(text);
    case benched:
      // Other tournaments may want the player later, but not if its token is for this tournament alone.
      if (!is_connected_) return fail("the server refuses: " + text);
      if (!is_bound_) return notify("the server says: " + text);
      is_dismissed_ = true;
      return refuse_requests("the server refuses: " + text);
    case unexpected:
    case unknown_challenge:
    case unknown_tournament:
    case rate:
    case ahead:
    case away:
    case elsewhere:
      return notify("the server says: " + text);
  }
}

// After a lost connection, the server tells the newest messages again.
void MatchTracker::on(const proto::TournamentEvent& event) {
  const auto text = organiser_message_text(event);
  if (!text) return;
  if (told_messages_.size() == kMaxToldMessages) told_messages_.clear();
  if (!told_messages_.insert({event.tournament, event.event}).second) return;
  notify(*text);
}

void MatchTracker::on(const proto::Drain& drain) {
  notify("the server stops within " + std::to_string(drain.seconds) + " s");
}

MatchTracker::Seat* MatchTracker::find(proto::MatchId match, std::optional<duel::Seat> seat) {
  if (!seat) return nullptr;
  const auto found = seats_.find({match, *seat});
  return found == seats_.end() ? nullptr : &found->second;
}

void MatchTracker::end(const Seat& seat, const MatchReport& report) {
  listener_.match_ended(seat);
  seats_.erase(SeatKey(seat.key));
  ++totals_.matches;
  totals_.won += report.wins;
  totals_.drawn += report.draws;
  totals_.lost += report.losses;
  actions_.ended.push_back(report);
  if (!why_refused_.empty()) return refuse_requests(why_refused_);
  request_matches();
}

// Forgets the seats of a match that has ended while the connection was lost. A seat that is being played is kept,
// because an error about it comes too late to matter.
void MatchTracker::forget_unresumed_seats(proto::MatchId match) {
  for (const duel::Seat side : duel::kSeats) {
    const Seat* seat = find(match, side);
    if (seat != nullptr && (seat->is_resuming || is_stopped_)) lose(*seat);
  }
}

void MatchTracker::forget_seats(proto::MatchId match) {
  for (const duel::Seat side : duel::kSeats) {
    if (const Seat* seat = find(match, side)) lose(*seat);
  }
}

void MatchTracker::lose(const Seat& seat) {
  MatchReport report = seat.report;
  report.is_lost = true;
  end(seat, report);
}

void MatchTracker::request_matches() {
  if (is_stopped_ || are_requests_refused_ || !is_connected_ || is_arranged() || !why_refused_.empty()) return;
  const auto has_room = [&] {
    const int busy = static_cast<int>(seats_.size()) + requests_.count();
    return requests_.can_add() && busy < plan_.slots && (!plan_.matches || totals_.matches + busy < *plan_.matches);
  };
  while (has_room()) send(requests_.add());
}

}  // namespace rensa::session
