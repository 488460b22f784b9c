#include "clients/bridge/dialogue.h"

#include <algorithm>

#include "server/base/plain_text.h"

namespace rensa::bridge {

namespace {

constexpr int kReferenceColours = 4;
// The most responses that are stored. A program may send responses without a request.
constexpr std::size_t kMaxCollected = 256;

bool shows_purple(const duel::SideView& side) {
  if (!side.field.board(rules::Cell::purple).empty()) return true;
  return std::any_of(side.pairs.begin(), side.pairs.end(), [](const rules::Pair& pair) {
    return pair.axis == rules::Cell::purple || pair.child == rules::Cell::purple;
  });
}

std::optional<Ending> ending_of_update(const proto::Update& update) {
  for (const duel::Event& event : update.events) {
    if (event.kind != duel::EventKind::game_over) continue;
    return ending_of(event.amount == 0 ? std::nullopt : std::optional(event.seat), *update.seat);
  }
  return std::nullopt;
}

std::string comment_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " / ") + line;
  return base::plain_text(text, proto::kMaxCommentBytes);
}

session::MatchPlan one_match_at_a_time(session::MatchPlan plan) {
  plan.subscription = proto::Subscription::frames;
  plan.slots = 1;
  plan.one_at_a_time = true;
  return plan;
}

}  // namespace

Dialogue::Dialogue(const session::MatchPlan& plan) : matches_(one_match_at_a_time(plan), *this) {}

std::optional<std::string> why_unbridgeable(const rules::Ruleset& ruleset) {
  if (ruleset.pacing != rules::Pacing::frames) return ruleset.id + " is played by turns: the reference has frames only";
  if (ruleset.colours > kReferenceColours) return ruleset.id + " has five colours: the reference knows four";
  return std::nullopt;
}

void Dialogue::receive_from_program(std::string_view text) {
  auto response = response_of(text);
  if (!response) {
    ++counts_.without_id;
    return;
  }
  if (!response->message.empty() && response->message != last_message_) {
    last_message_ = response->message;
    actions_.messages = lines_of(last_message_);
    unsent_comment_ = comment_of(actions_.messages);
  }
  const int id = response->id;
  if (response->placement) {
    if (game_ && game_->is_asked && id <= id_of_clock(game_->newest.view.clock)) game_->has_decided = true;
    if (collected_.size() == kMaxCollected) collected_.erase(collected_.begin());
    collected_.push_back({.id = id, .placement = response->placement, .message = {}});
  }
  if (game_) game_->last_response = id;
  if (awaited() == id) answer(false);
}

void Dialogue::on_all_received() {
  if (!is_real_ || matches_.is_stopped()) return;
  const bool is_playing = game_ && game_->is_asked && !game_->is_told;
  const auto placement = is_playing ? decision_among(collected_, id_of_clock(game_->newest.view.clock)) : std::nullopt;
  collected_.clear();
  if (placement && game_->newest.view.own.falling) decide(placement, false);
}

void Dialogue::on_time_up() {
  if (!awaited()) return;
  ++counts_.late;
  game_->has_decided = true;
  answer(true);
}

void Dialogue::answer(bool is_late) {
  const auto placement = decision_among(collected_, *awaited_);
  forget_responses();
  // A decision that comes before the pair can move is lost. With the reference it is lost, too, because the reference
  // reads one key in each frame.
  const auto possible = game_->newest.view.own.falling ? placement : std::nullopt;
  decide(possible, is_late && !possible);
}

void Dialogue::decide(std::optional<rules::Placement> placement, bool is_missed) {
  const proto::Update& update = game_->newest;
  const auto input = placement ? duel::Input::place(*placement) : duel::Input{};
  const proto::Decide decide{.match = update.match,
                             .seat = *update.seat,
                             .game = update.game,
                             .clock = update.view.clock,
                             .id = matches_.next_decision_id(),
                             .input = input,
                             .comment = placement ? std::exchange(unsent_comment_, {}) : "",
                             .is_missed = is_missed};
  game_->answer = decide;
  if (matches_.can_decide({update.match, *update.seat})) matches_.send(decide);
}

void Dialogue::forget_responses() {
  awaited_.reset();
  collected_.clear();
}

std::optional<std::string> Dialogue::why_refused(const rules::Ruleset& ruleset) const {
  return why_unbridgeable(ruleset);
}

void Dialogue::match_began(const session::MatchTracker::Seat& seat) {
  is_real_ = seat.start.terms.clock == proto::Clock::real;
  if (!matches_.is_stopped()) actions_.begin = seat.key.seat;
}

void Dialogue::game_began(const session::MatchTracker::Seat&, std::optional<std::uint64_t>) {
  game_ = Game{};
  forget_responses();
  unsent_comment_.clear();
}

void Dialogue::updated(session::MatchTracker::Seat& seat, const proto::Update& update) {
  if (matches_.is_stopped()) return;
  if (update.answer_due) seat.is_resuming = false;
  if (game_->is_asked && update.view.clock < game_->newest.view.clock) begin_anew();
  const Game& game = *game_;
  if (game.is_told) return;
  if (game.is_asked && update.view.clock == game.newest.view.clock) {
    if (update.answer_due && !awaited_) answer_known_view();
    return;
  }
  if (shows_purple(update.view.own) || shows_purple(update.view.opponent)) {
    return matches_.fail("the server shows a colour that the reference does not know");
  }
  if (!game.is_asked && update.view.clock > 0) ask_opening(update);
  ask(update);
}

// The server asks again after a lost connection. It also asks after it has shown the view, if this seat was taken back
// before the other one: the program may have responded meanwhile.
void Dialogue::answer_known_view() {
  if (game_->answer) return matches_.send(*game_->answer);
  awaited_ = id_of_clock(game_->newest.view.clock);
  if (game_->last_response == *awaited_) answer(false);
}

// A server that was stopped goes on from a moment before. No program can go back, so it is told of a new game, which it
// finds in the state of that moment.
void Dialogue::begin_anew() {
  const bool has_decided = game_->has_decided;
  game_ = Game{};
  game_->has_decided = has_decided;
  forget_responses();
}

// Asks the program about the state before the first frame, with ID=1, by which programs notice a new game. In real time
// the server does not send this state.
void Dialogue::ask_opening(const proto::Update& first) {
  proto::Update opening = first;
  opening.view.clock = 0;
  opening.events.clear();
  for (duel::SideView* side : {&opening.view.own, &opening.view.opponent}) {
    const int shown = std::min(side->pairs_shown, 2);
    if (side->hand > 0) *side = {};  // after a lost connection, the beginning of the game is not known
    side->falling.reset();
    side->pairs_shown = shown;
  }
  actions_.requests.push_back(game_->writer.write(
      {.id = id_of_clock(0), .view = opening.view, .events = opening.events, .ending = std::nullopt}));
}

void Dialogue::ask(const proto::Update& update) {
  Game& game = *game_;
  count(update);
  const int id = id_of_clock(update.view.clock);
  const auto ending = ending_of_update(update);
  actions_.requests.push_back(
      game.writer.write({.id = id, .view = update.view, .events = update.events, .ending = ending}));
  if (awaited_ && !game.is_told) note_missed_answer();
  actions_.begins_game = actions_.begins_game || !game.is_asked;
  game.newest = update;
  game.is_asked = true;
  game.is_told = ending.has_value();
  game.answer.reset();
  awaited_.reset();
  if (update.answer_due && !game.is_told) awaited_ = id;
}

// The server's limit can end a moment before ours. The program then has as little time for its next answers as after
// our own limit.
void Dialogue::note_missed_answer() {
  ++counts_.late;
  game_->has_decided = true;
  actions_.has_missed_answer = true;
}

void Dialogue::count(const proto::Update& update) {
  for (const duel::Event& event : update.events) {
    if (event.seat != update.seat) continue;
    if (event.kind == duel::EventKind::placement_accepted) ++counts_.accepted;
    if (event.kind == duel::EventKind::placement_refused) ++counts_.refused;
  }
}

void Dialogue::game_ended(const session::MatchTracker::Seat&, const proto::GameEnd& end) {
  // Tells the program the end of the game. If the game did not end by its rules, no update shows the end. The program
  // then gets the last state once more, together with the end.
  const bool is_playing = game_ && game_->is_asked && !game_->is_told && game_->newest.game == end.game;
  if (is_playing && !matches_.is_stopped()) {
    const proto::Update& newest = game_->newest;
    actions_.requests.push_back(game_->writer.write({.id = id_of_clock(newest.view.clock) + 1,
                                                     .view = newest.view,
                                                     .events = {},
                                                     .ending = ending_of(end.outcome.winner, *end.seat)}));
    game_->is_told = true;
  }
  forget_responses();
}

void Dialogue::match_ended(const session::MatchTracker::Seat&) {
  game_.reset();
  awaited_.reset();
}

}  // namespace rensa::bridge
