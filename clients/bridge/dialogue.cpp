#include "clients/bridge/dialogue.h"

#include <algorithm>
#include <utility>

#include "clients/worker/unplayable.h"
#include "proto/feature.h"
#include "proto/plain_text.h"

namespace rensa::bridge {

namespace {

constexpr int kReferenceColours = 4;
// Limits the stored responses, because a program may send some without a request.
constexpr std::size_t kMaxCollected = 256;

bool shows_purple(const duel::SideView& side) {
  if (!side.field.board(rules::Cell::purple).empty()) return true;
  return std::any_of(side.pairs.begin(), side.pairs.end(), [](const rules::Pair& pair) {
    return pair.axis == rules::Cell::purple || pair.child == rules::Cell::purple;
  });
}

std::optional<Ending> ending_in(const proto::Update& update) {
  for (const duel::Event& event : update.events) {
    if (event.kind != duel::EventKind::game_over) continue;
    return ending_of(event.amount == 0 ? std::nullopt : std::optional(event.seat), *update.seat);
  }
  return std::nullopt;
}

std::string comment_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " / ") + line;
  return proto::plain_text(text, proto::kMaxCommentBytes);
}

}  // namespace

std::optional<std::string> why_unbridgeable(const rules::Ruleset& ruleset) {
  if (ruleset.pacing != rules::Pacing::frames) return ruleset.id + " is played by turns: the reference has frames only";
  if (ruleset.colours > kReferenceColours) return ruleset.id + " has five colours: the reference knows four";
  return std::nullopt;
}

void Dialogue::connected(const proto::Welcome& welcome, Doings& doings) {
  connected_ = true;
  refused_ = false;
  is_bound_ = proto::has_feature(welcome.features, proto::kArrangedFeature);
  if (is_arranged()) doings.notices.emplace_back("waits for matches that are arranged");
  if (!seat_) return wish(doings);
  seat_->resuming = true;
  doings.say.push_back(proto::Resume{seat_->start.match, *seat_->start.seat, seat_->start.token, seat_->last,
                                     proto::Subscription::frames});
}

void Dialogue::disconnected() {
  connected_ = false;
  wished_ = false;  // it ends with the connection
}

void Dialogue::hear(const proto::ServerMessage& message, Doings& doings) {
  std::visit([&](const auto& body) { on(body, doings); }, message);
}

void Dialogue::hear_program(std::string_view text, Doings& doings) {
  auto response = response_of(text);
  if (!response) {
    ++counts_.unheard;
    return;
  }
  if (!response->message.empty() && response->message != shown_) {
    shown_ = response->message;
    doings.messages = lines_of(shown_);
    unsaid_ = comment_of(doings.messages);
  }
  const int id = response->id;
  if (response->placement) {
    if (collected_.size() == kMaxCollected) collected_.erase(collected_.begin());
    collected_.push_back({.id = id, .placement = response->placement, .message = {}});
  }
  if (awaited_ == id) answer(doings);
}

void Dialogue::heard_all(Doings& doings) {
  if (!is_real()) return;
  const bool is_playing = seat_ && seat_->is_asked && !seat_->is_told;
  const auto placement = is_playing ? decision_among(collected_, id_of_clock(seat_->newest.view.clock)) : std::nullopt;
  collected_.clear();
  if (placement && seat_->newest.view.own.falling) decide(placement, doings);
}

void Dialogue::time_is_up(Doings& doings) {
  if (!awaited_) return;
  ++counts_.late;
  answer(doings);
}

void Dialogue::answer(Doings& doings) {
  const auto placement = decision_among(collected_, *awaited_);
  collected_.clear();
  awaited_.reset();
  // A decision before the pair can move is lost. The reference loses it, too: it reads a key in each frame.
  decide(seat_->newest.view.own.falling ? placement : std::nullopt, doings);
}

void Dialogue::decide(std::optional<rules::Placement> placement, Doings& doings) {
  const proto::Update& update = seat_->newest;
  const auto input = placement ? duel::Input::place(*placement) : duel::Input{};
  const proto::Decide decide{.match = update.match,
                             .seat = *update.seat,
                             .game = update.game,
                             .clock = update.view.clock,
                             .id = ++decides_,
                             .input = input,
                             .comment = placement ? std::exchange(unsaid_, {}) : ""};
  seat_->answer = decide;
  // Without a connection it waits until the server asks again.
  if (connected_ && !seat_->resuming) doings.say.push_back(decide);
}

void Dialogue::wish_again(Doings& doings) {
  refused_ = false;
  wish(doings);
}

void Dialogue::stop(Doings& doings) {
  stopped_ = true;
  awaited_.reset();
  if (!connected_) return seat_.reset();
  if (wished_) doings.say.push_back(proto::Leave{});
  if (seat_) doings.say.push_back(proto::Leave{seat_->start.match, *seat_->start.seat});
}

bool Dialogue::is_over() const {
  if (seat_) return false;
  return stopped_ || (!is_arranged() && plan_.matches && counts_.matches >= *plan_.matches);
}

void Dialogue::on(const proto::MatchStart& start, Doings& doings) {
  if (!start.seat) return;
  if (const auto why = worker::why_unplayable(start, is_arranged() ? "" : plan_.terms.ruleset)) return fail(*why);
  const rules::Ruleset* ruleset = rules::find_ruleset(start.terms.ruleset);
  if (const auto why = why_unbridgeable(*ruleset)) return fail("the server began a match that we cannot play: " + *why);
  if (is_ours(start.match, start.seat)) {
    seat_->start = start;
    return;
  }
  const bool is_expected = (is_arranged() || wished_) && !seat_;
  // We did not ask for this match, or its start crossed our request to leave.
  if (!is_expected || stopped_) doings.say.push_back(proto::Leave{start.match, *start.seat});
  if (!is_expected) return;
  wished_ = false;
  Seat seat;
  seat.start = start;
  seat.ruleset = ruleset;
  seat_ = std::move(seat);
  if (!stopped_) doings.begin = start.seat;
}

// After a lost connection a game that is known already may begin once more.
void Dialogue::on(const proto::GameStart& start, Doings&) {
  if (!is_ours(start.match, start.seat) || start.game <= seat_->game) return;
  if (const auto why = worker::why_unplayable(start, *seat_->ruleset)) return fail(*why);
  begin_game(start.game);
}

void Dialogue::begin_game(int game) {
  seat_->game = game;
  seat_->is_asked = false;
  seat_->is_told = false;
  seat_->writer = {};
  seat_->answer.reset();
  awaited_.reset();
  collected_.clear();
  unsaid_.clear();
}

void Dialogue::on(const proto::Update& update, Doings& doings) {
  if (!is_ours(update.match, update.seat) || stopped_) return;
  Seat& seat = *seat_;
  seat.last = std::max(seat.last, update.number);
  if (update.game < seat.game || update.game <= seat.ended_game) return;
  if (update.game > seat.game) begin_game(update.game);  // its GameStart was lost
  if (update.answer_due) seat.resuming = false;
  if (seat.is_told || (seat.is_asked && update.view.clock < seat.newest.view.clock)) return;
  if (seat.is_asked && update.view.clock == seat.newest.view.clock) {
    // Asked again after a lost connection.
    if (!update.answer_due || awaited_) return;
    if (seat.answer) doings.say.push_back(*seat.answer);
    return;
  }
  if (shows_purple(update.view.own) || shows_purple(update.view.opponent)) {
    return fail("the server shows a colour that the reference does not know");
  }
  if (!seat.is_asked && update.view.clock > 0) ask_opening(update, doings);
  ask(update, doings);
}

// In real time nothing is said of the state before the first frame, but a program knows by ID=1 that a game begins.
void Dialogue::ask_opening(const proto::Update& first, Doings& doings) {
  proto::Update opening = first;
  opening.view.clock = 0;
  opening.events.clear();
  for (duel::SideView* side : {&opening.view.own, &opening.view.opponent}) {
    if (side->hand > 0) *side = {};  // a game that we come back to: it is not known any more how it began
    side->falling.reset();
    side->pairs_shown = 2;
  }
  doings.ask.push_back(seat_->writer.write(
      {.id = id_of_clock(0), .view = opening.view, .events = opening.events, .ending = std::nullopt}));
}

void Dialogue::ask(const proto::Update& update, Doings& doings) {
  Seat& seat = *seat_;
  count(update);
  const int id = id_of_clock(update.view.clock);
  const auto ending = ending_in(update);
  doings.ask.push_back(seat.writer.write({.id = id, .view = update.view, .events = update.events, .ending = ending}));
  seat.newest = update;
  seat.is_asked = true;
  seat.is_told = ending.has_value();
  seat.answer.reset();
  awaited_.reset();
  if (update.answer_due && !seat.is_told) awaited_ = id;
}

void Dialogue::count(const proto::Update& update) {
  for (const duel::Event& event : update.events) {
    if (event.seat != update.seat) continue;
    if (event.kind == duel::EventKind::placement_accepted) ++counts_.accepted;
    if (event.kind == duel::EventKind::placement_refused) ++counts_.refused;
  }
}

void Dialogue::on(const proto::GameEnd& end, Doings& doings) {
  if (!is_ours(end.match, end.seat) || end.game <= seat_->ended_game) return;
  Seat& seat = *seat_;
  // One that did not end by the rules: the same state once more.
  if (end.game == seat.game && seat.is_asked && !seat.is_told && !stopped_) {
    doings.ask.push_back(seat.writer.write({.id = id_of_clock(seat.newest.view.clock) + 1,
                                            .view = seat.newest.view,
                                            .events = {},
                                            .ending = ending_of(end.outcome.winner, *end.seat)}));
    seat.is_told = true;
  }
  seat.game = std::max(seat.game, end.game);
  seat.ended_game = end.game;
  awaited_.reset();
  collected_.clear();
  if (end.outcome.cause == duel::Cause::voided) return;
  ++(!end.outcome.winner ? seat.draws : *end.outcome.winner == *end.seat ? seat.wins : seat.losses);
}

void Dialogue::on(const proto::MatchEnd& message, Doings& doings) {
  if (!is_ours(message.match, message.seat)) return;
  worker::MatchReport report;
  const std::size_t own = duel::index_of(*message.seat);
  report.wins = message.wins[own];
  report.losses = message.wins[1 - own];
  report.draws = message.draws;
  report.cause = message.cause;
  end(report, doings);
}

void Dialogue::on(const proto::PauseStatus& standing, Doings&) {
  if (seat_ && standing.match == seat_->start.match && !standing.missing) seat_->resuming = false;
}

// Declines every challenge: our own matches begin without this message.
void Dialogue::on(const proto::Challenged& challenged, Doings& doings) {
  doings.say.push_back(proto::Decline{challenged.challenge});
}

void Dialogue::on(const proto::Error& error, Doings& doings) {
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
    case not_yours: {
      if (!seat_ || error.match != seat_->start.match || (!seat_->resuming && !stopped_)) return;
      worker::MatchReport report;
      report.wins = seat_->wins;
      report.draws = seat_->draws;
      report.losses = seat_->losses;
      report.is_lost = true;
      return end(report, doings);
    }
    case busy:
    case draining:
      if (!error.match) wished_ = false;
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

void Dialogue::on(const proto::Drain& drain, Doings& doings) {
  doings.notices.push_back("the server stops within " + std::to_string(drain.seconds) + " s");
}

bool Dialogue::is_ours(proto::MatchId match, std::optional<duel::Seat> seat) const {
  return seat_ && seat && seat_->start.match == match && seat_->start.seat == seat;
}

void Dialogue::end(const worker::MatchReport& result, Doings& doings) {
  worker::MatchReport report = result;
  report.seat = {seat_->start.match, *seat_->start.seat};
  report.players = seat_->start.players;
  report.terms = seat_->start.terms;
  ++counts_.matches;
  counts_.won += report.wins;
  counts_.drawn += report.draws;
  counts_.lost += report.losses;
  doings.ended.push_back(report);
  seat_.reset();
  awaited_.reset();
  wish(doings);
}

void Dialogue::wish(Doings& doings) {
  if (stopped_ || refused_ || !connected_ || is_arranged() || wished_ || seat_) return;
  if (plan_.matches && counts_.matches >= *plan_.matches) return;
  doings.say.push_back(proto::QuickMatch{plan_.terms, proto::Subscription::frames});
  wished_ = true;
}

void Dialogue::fail(std::string why) {
  if (why_failed_.empty()) why_failed_ = std::move(why);
}

}  // namespace rensa::bridge
