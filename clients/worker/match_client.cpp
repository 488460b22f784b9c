#include "clients/worker/match_client.h"

#include <algorithm>

#include "clients/worker/unplayable.h"
#include "engine/players/choices.h"
#include "proto/feature.h"
#include "proto/plain_text.h"

namespace rensa::worker {

namespace {

bool was_refused(const proto::Update& update) {
  return std::any_of(update.events.begin(), update.events.end(), [&](const duel::Event& event) {
    return event.kind == duel::EventKind::placement_refused && event.seat == update.seat;
  });
}

MatchReport report_of(const SeatKey& key, const proto::MatchStart& start) {
  MatchReport report;
  report.seat = key;
  report.players = start.players;
  report.terms = start.terms;
  return report;
}

}  // namespace

std::string why_impossible(const duel::View& view) {
  const rules::Pair pair = view.own.pairs[0];
  if (!rules::is_colour(pair.axis) || !rules::is_colour(pair.child)) return "a choice is asked for without a pair";
  if (view.pacing == rules::Pacing::frames) {
    if (!view.own.falling) return "a choice is asked for while no pair is under control";
    const movement::FallingPair& falling = *view.own.falling;
    const movement::ObstacleMap obstacles(view.own.field);
    const bool inside = falling.y < 15 && falling.child_y() <= 15;
    if (!inside || obstacles.is_blocked(falling.x, falling.y) ||
        obstacles.is_blocked(falling.child_x(), falling.child_y())) {
      return "the pair stands inside of the field's cells or walls";
    }
  }
  return players::possible_placements(view) == 0 ? "a choice is asked for where none is possible" : "";
}

MatchClient::MatchClient(const MatchClientPlan& plan, MakeBrain make_brain)
    : plan_(plan), make_brain_(std::move(make_brain)) {}

void MatchClient::connected(const proto::Welcome& welcome, Doings& doings) {
  connected_ = true;
  refused_ = false;
  is_bound_ = proto::has_feature(welcome.features, proto::kArrangedFeature);
  if (is_bound_ || plan_.source == Source::host) doings.notices.emplace_back("waits for matches that are arranged");
  for (auto& [key, seat] : seats_) {
    seat.resuming = true;
    doings.say.push_back(proto::Resume{key.match, key.seat, seat.start.token, seat.last, proto::Subscription::events});
  }
  wish(doings);
}

void MatchClient::disconnected() {
  connected_ = false;
  wishes_ = 0;  // they end with the connection, as questions do
  questions_.clear();
}

void MatchClient::hear(const proto::ServerMessage& message, Doings& doings) {
  std::visit([&](const auto& body) { on(body, doings); }, message);
}

void MatchClient::hear(const Answer& answer, Doings& doings) {
  if (answer.seat.match == kNoMatch) return advise(answer, doings);
  if (!answer.failure.empty()) return fail(answer.failure);
  Seat* seat = find(answer.seat.match, answer.seat.seat);
  // The question is out of date: its time ran out, or the game has ended.
  if (seat == nullptr || !seat->asked || seat->asked->ticket != answer.ticket) return;
  if (!answer.placement.is_on_field()) return fail("the brain chose a placement that does not exist");
  Asked& asked = *seat->asked;
  asked.decide = proto::Decide{.match = answer.seat.match,
                               .seat = answer.seat.seat,
                               .game = asked.game,
                               .clock = asked.clock,
                               .id = ++decides_,
                               .input = duel::Input::place(answer.placement),
                               .comment = proto::plain_text(answer.comment, proto::kMaxCommentBytes)};
  // Without a connection, or before the seat is ours again, it waits until the server asks again.
  if (connected_ && !seat->resuming) doings.say.push_back(*asked.decide);
}

void MatchClient::wish_again(Doings& doings) {
  refused_ = false;
  wish(doings);
}

void MatchClient::stop(Doings& doings) {
  stopped_ = true;
  if (!connected_) return seats_.clear();
  if (wishes_ > 0) doings.say.push_back(proto::Leave{});
  for (const auto& [key, seat] : seats_) doings.say.push_back(proto::Leave{key.match, key.seat});
}

bool MatchClient::is_over() const {
  if (!seats_.empty()) return false;
  return stopped_ || (!plays_unasked() && plan_.matches && played_ >= *plan_.matches);
}

void MatchClient::on(const proto::MatchStart& start, Doings& doings) {
  if (!start.seat) return;
  const SeatKey key{start.match, *start.seat};
  if (const auto why = why_unplayable(start, plays_unasked() ? "" : plan_.terms.ruleset)) return fail(*why);
  const rules::Ruleset* ruleset = rules::find_ruleset(start.terms.ruleset);
  if (Seat* known = find(start.match, start.seat)) {
    known->start = start;
    return;
  }
  const bool is_expected = plays_unasked() || wishes_ > 0;
  // We did not ask for this match, or its start crossed our request to leave.
  if (!is_expected || stopped_) doings.say.push_back(proto::Leave{key.match, key.seat});
  if (!is_expected) return;
  if (wishes_ > 0) --wishes_;
  Seat& seat = seats_[key];
  seat.start = start;
  seat.ruleset = ruleset;
}

// After a lost connection a game that is known already may begin once more.
void MatchClient::on(const proto::GameStart& start, Doings&) {
  Seat* seat = find(start.match, start.seat);
  if (seat == nullptr || start.game <= seat->game) return;
  if (const auto why = why_unplayable(start, *seat->ruleset)) return fail(*why);
  begin_game({start.match, *start.seat}, *seat, start.game, start.chance);
}

void MatchClient::on(const proto::Update& update, Doings& doings) {
  Seat* seat = find(update.match, update.seat);
  if (seat == nullptr) return;
  seat->last = std::max(seat->last, update.number);
  if (update.game < seat->game || update.game <= seat->ended_game) return;
  const SeatKey key{update.match, *update.seat};
  if (update.game > seat->game) begin_game(key, *seat, update.game, std::nullopt);  // its GameStart was lost
  if (!shall_think(*seat, update)) return;

  if (seat->asked && seat->asked->game == update.game && seat->asked->clock == update.view.clock) {
    // The server asks again after a lost connection. A brain that still thinks answers when it is done.
    seat->resuming = false;
    if (seat->asked->decide) doings.say.push_back(*seat->asked->decide);
    return;
  }
  seat->resuming = false;
  if (!update.view.decision_due) {
    doings.say.push_back(proto::Decide{update.match, *update.seat, update.game, update.view.clock, ++decides_, {}});
    return;
  }
  duel::View view = update.view;
  view.pacing = seat->ruleset->pacing;
  if (const std::string why = why_impossible(view); !why.empty()) {
    return fail("the server shows what cannot be: " + why);
  }
  seat->asked = Asked{update.game, view.clock, view.own.hand, ++tickets_, std::nullopt};
  doings.ask.push_back({key, seat->asked->ticket, seat->brain, view});
}

// In real time the game does not wait: we think once about a pair, unless the server refused our choice.
bool MatchClient::shall_think(const Seat& seat, const proto::Update& update) const {
  if (!seat.brain || stopped_) return false;
  if (seat.start.terms.clock != proto::Clock::real) return update.answer_due;
  if (!update.view.decision_due) return false;
  const bool same_pair = seat.asked && seat.asked->game == update.game && seat.asked->hand == update.view.own.hand;
  return !same_pair || seat.resuming || was_refused(update);
}

void MatchClient::on(const proto::GameEnd& end, Doings& doings) {
  Seat* seat = find(end.match, end.seat);
  if (seat == nullptr || end.game <= seat->ended_game) return;
  seat->game = std::max(seat->game, end.game);
  seat->ended_game = end.game;
  seat->asked.reset();
  if (end.outcome.cause != duel::Cause::voided) {
    ++(!end.outcome.winner ? seat->draws : *end.outcome.winner == *end.seat ? seat->wins : seat->losses);
  }
  if (seat->brain) doings.ask.push_back({{end.match, *end.seat}, 0, std::move(seat->brain), end.outcome});
  seat->brain.reset();
}

void MatchClient::on(const proto::MatchEnd& message, Doings& doings) {
  const Seat* seat = find(message.match, message.seat);
  if (seat == nullptr) return;
  const SeatKey key{message.match, *message.seat};
  MatchReport report = report_of(key, seat->start);
  const std::size_t own = duel::index_of(key.seat);
  report.wins = message.wins[own];
  report.losses = message.wins[1 - own];
  report.draws = message.draws;
  report.cause = message.cause;
  end(key, report, doings);
}

void MatchClient::on(const proto::PauseStatus& standing, Doings& doings) {
  for (const duel::Seat side : duel::kSeats) {
    Seat* seat = find(standing.match, side);
    if (seat == nullptr || standing.missing == side) continue;
    if (standing.missing || !seat->resuming) continue;
    seat->resuming = false;
    // In real time the server does not ask again. A decision that it already has is late and does no harm.
    const bool untold = seat->start.terms.clock == proto::Clock::real && seat->asked && seat->asked->decide;
    if (untold) doings.say.push_back(*seat->asked->decide);
  }
}

// Declines every challenge: our own matches begin without this message.
void MatchClient::on(const proto::Challenged& challenged, Doings& doings) {
  doings.say.push_back(proto::Decline{challenged.challenge});
}

// A question that we cannot answer gets empty advice, so that the server does not wait for it.
void MatchClient::on(const proto::Question& question, Doings& doings) {
  const rules::Ruleset* ruleset = rules::find_ruleset(question.terms.ruleset);
  duel::View view = question.view;
  if (ruleset != nullptr) view.pacing = ruleset->pacing;
  if (stopped_ || ruleset == nullptr || !view.decision_due || !why_impossible(view).empty()) {
    doings.say.push_back(proto::Advice{question.question, {}});
    return;
  }
  // The seed is always 0, so that the same question gets the same answer.
  std::shared_ptr<Brain> brain = make_brain_({kNoMatch, view.seat, 1, {}, question.terms, *ruleset, 0});
  if (!brain) {
    doings.notices.emplace_back("there is no brain for a question");
    doings.say.push_back(proto::Advice{question.question, {}});
    return;
  }
  questions_.emplace(++tickets_, question.question);
  doings.ask.push_back({{kNoMatch, view.seat}, tickets_, std::move(brain), Consultation{view}});
}

void MatchClient::advise(const Answer& answer, Doings& doings) {
  const auto question = questions_.find(answer.ticket);
  if (question == questions_.end()) return;  // of a connection that was lost
  if (!answer.failure.empty()) doings.notices.push_back("asked for advice, " + answer.failure);
  proto::Advice advice{question->second, {}};
  questions_.erase(question);
  for (const players::Candidate& candidate : answer.candidates) {
    if (advice.candidates.size() == rules::kPlacementCount) break;
    if (candidate.placement.is_on_field()) advice.candidates.push_back({candidate.placement, candidate.worth});
  }
  doings.say.push_back(std::move(advice));
}

void MatchClient::on(const proto::Error& error, Doings& doings) {
  using enum proto::ErrorCode;
  switch (error.code) {
    case malformed:
    case too_large:
    case version:
    case token:
    case origin:
    case name:
    case terms:
      return fail("the server refuses: " + error.text);
    case unknown_match:
    case not_yours:
      if (error.match) forget(*error.match, doings);
      return;
    case busy:
    case draining:
      if (wishes_ > 0 && !error.match) --wishes_;
      refused_ = !stopped_;
      return;
    case late:
      return;
    case benched:
      // Other tournaments may follow, but not for a client with a token for this one alone.
      if (is_bound_ || !connected_) return fail("the server refuses: " + error.text);
      [[fallthrough]];
    case unexpected:
    case unknown_challenge:
    case unknown_tournament:
    case unknown_player:
    case rate:
    case ahead:
    case away:
    case elsewhere:
      doings.notices.push_back("the server says: " + error.text);
      return;
  }
}

void MatchClient::on(const proto::Drain& drain, Doings& doings) {
  doings.notices.push_back("the server stops within " + std::to_string(drain.seconds) + " s");
}

MatchClient::Seat* MatchClient::find(proto::MatchId match, std::optional<duel::Seat> seat) {
  if (!seat) return nullptr;
  const auto found = seats_.find({match, *seat});
  return found == seats_.end() ? nullptr : &found->second;
}

void MatchClient::begin_game(const SeatKey& key, Seat& seat, int game, std::optional<std::uint64_t> chance) {
  seat.game = game;
  seat.asked.reset();
  seat.brain = make_brain_({key.match, key.seat, game, seat.start.players, seat.start.terms, *seat.ruleset, chance});
  if (!seat.brain) fail("there is no brain for a game");
}

void MatchClient::end(const SeatKey& key, const MatchReport& report, Doings& doings) {
  seats_.erase(key);
  ++played_;
  doings.ended.push_back(report);
  wish(doings);
}

// Only a seat that has not been taken over again: an error about one that is played comes too late to matter.
void MatchClient::forget(proto::MatchId match, Doings& doings) {
  for (const duel::Seat side : duel::kSeats) {
    const Seat* seat = find(match, side);
    if (seat == nullptr || (!seat->resuming && !stopped_)) continue;
    MatchReport report = report_of({match, side}, seat->start);
    report.wins = seat->wins;
    report.draws = seat->draws;
    report.losses = seat->losses;
    report.is_lost = true;
    end({match, side}, report, doings);
  }
}

void MatchClient::wish(Doings& doings) {
  if (stopped_ || refused_ || !connected_ || plays_unasked()) return;
  const auto more = [&] {
    const int busy = static_cast<int>(seats_.size()) + wishes_;
    return busy < plan_.slots && (!plan_.matches || played_ + busy < *plan_.matches);
  };
  while (more()) {
    doings.say.push_back(proto::QuickMatch{plan_.terms, proto::Subscription::events});
    ++wishes_;
  }
}

void MatchClient::fail(std::string why) {
  if (why_failed_.empty()) why_failed_ = std::move(why);
}

}  // namespace rensa::worker
