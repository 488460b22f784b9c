#include "tests/e2e/fake_player.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <variant>

#include "engine/players/registry.h"
#include "tests/tools/time_limit.h"

namespace rensa::e2e {

namespace {

using namespace std::chrono_literals;

constexpr int kWrongRounds = 5;  // within the message rate for people
constexpr int kMessagesAtOnce = 500;
constexpr int kMostFlood = 4'000'000;

}  // namespace

FakePlayer::FakePlayer(const FakeOptions& options) : options_(options), give_up_at_(Clock::now() + test::kTimeLimit) {}

FakePlayer::~FakePlayer() = default;

std::unique_ptr<Wire> FakePlayer::enter(const std::string& name, Buffer buffer) {
  auto wire = std::make_unique<Wire>(options_.speech, options_.port, buffer);
  proto::Hello hello;
  hello.name = name;
  hello.token = options_.token;
  hello.software = "fake";
  wire->send(hello);
  while (const auto message = wire->next(give_up_at_)) {
    if (std::holds_alternative<proto::Welcome>(*message)) return wire;
    hear(*message);
  }
  return wire;
}

PlayerReport FakePlayer::run() {
  const bool is_slow_spectator = options_.fault == Fault::slow_spectator;
  const bool is_slow = is_slow_spectator || options_.fault == Fault::slow_reader;
  wire_ = enter(options_.name, is_slow ? Buffer::small : Buffer::usual);
  if (is_slow_spectator) {
    watch_all();
  } else {
    for (int i = 0; i < options_.matches; ++i) {
      wire_->send(proto::QuickMatch{.terms = options_.terms, .subscription = options_.subscription});
    }
  }
  while (!is_over()) {
    const auto message = wire_->next(give_up_at_);
    if (!message) break;
    hear(*message);
  }
  report_.gave_up = !is_over() && wire_->end().empty();
  report_.end = wire_->end();
  return report_;
}

bool FakePlayer::is_over() const {
  if (options_.fault == Fault::slow_spectator) return report_.skipped > 1;
  if (options_.ends_with_last_match && ended_ > 0) return ended_ == static_cast<int>(report_.matches.size());
  return ended_ >= options_.matches;
}

void FakePlayer::hear(const proto::ServerMessage& message) {
  if (const auto* error = std::get_if<proto::Error>(&message)) ++report_.errors[error->code];
  if (const auto* standing = std::get_if<proto::PauseStatus>(&message)) {
    if (standing->missing) ++report_.standing;
  }
  if (const auto* start = std::get_if<proto::MatchStart>(&message)) hear(*start);
  if (const auto* start = std::get_if<proto::GameStart>(&message)) hear(*start);
  if (const auto* update = std::get_if<proto::Update>(&message)) hear(*update);
  if (const auto* end = std::get_if<proto::GameEnd>(&message)) hear(*end);
  if (const auto* end = std::get_if<proto::MatchEnd>(&message)) hear(*end);
}

void FakePlayer::hear(const proto::MatchStart& start) {
  if (!start.seat) return;
  SeatState& seat_state = seats_[{start.match, *start.seat}];
  seat_state.match = start.match;
  seat_state.seat = *start.seat;
  seat_state.token = start.token;
  report_.matches[static_cast<std::uint64_t>(start.match)].seat = *start.seat;
  const bool all_began = static_cast<int>(seats_.size()) >= options_.matches;
  if (options_.fault == Fault::slow_reader && all_began) read_nothing();
}

void FakePlayer::hear(const proto::GameStart& start) {
  if (!start.seat) return;
  SeatState& seat_state = seats_[{start.match, *start.seat}];
  if (seat_state.player) return;
  const rules::Ruleset* ruleset = rules::find_ruleset(options_.terms.ruleset);
  const players::PlayerKind* kind = players::find_player(options_.player);
  if (ruleset == nullptr || kind == nullptr) throw std::runtime_error("no such ruleset or player");
  seat_state.ruleset = ruleset;
  seat_state.player = kind->make({.ruleset = *ruleset, .seed = options_.seed});
}

void FakePlayer::hear(const proto::Update& update) {
  if (!update.seat) {
    auto& [game, clock] = watched_[update.match];
    if (game == update.game) report_.skipped = std::max(report_.skipped, update.view.clock - clock);
    game = update.game;
    clock = update.view.clock;
    return;
  }
  SeatState& seat_state = seats_[{update.match, *update.seat}];
  seat_state.last = update.number;
  for (const duel::Event& event : update.events) {
    if (event.kind == duel::EventKind::placement_refused && event.seat == seat_state.seat) ++report_.refused;
  }
  const bool is_new = update.game != seat_state.decided_game || update.view.own.hand != seat_state.decided_hand;
  const bool is_real = options_.terms.clock == proto::Clock::real;
  if (is_real ? update.view.decision_due && is_new : update.answer_due) answer(seat_state, update);
}

void FakePlayer::hear(const proto::GameEnd& end) {
  if (!end.seat) return;
  seats_[{end.match, *end.seat}].player.reset();
  report_.matches[static_cast<std::uint64_t>(end.match)].games.push_back(
      {.game = end.game, .winner = end.outcome.winner, .cause = end.outcome.cause, .record = end.record});
}

void FakePlayer::hear(const proto::MatchEnd& end) {
  if (!end.seat) return;
  ++ended_;
  MatchReport& match = report_.matches[static_cast<std::uint64_t>(end.match)];
  match.ended = true;
  match.wins = end.wins;
  match.cause = end.cause;
}

void FakePlayer::answer(SeatState& seat_state, const proto::Update& update) {
  while (answers_ == 0 && !options_.go_file.empty() && !std::filesystem::exists(options_.go_file)) {
    std::this_thread::sleep_for(10ms);
  }
  if (act_out_fault(seat_state, update)) return;
  ++answers_;
  if (options_.think_milliseconds > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(options_.think_milliseconds));
  proto::Decide decide{.match = seat_state.match,
                       .seat = seat_state.seat,
                       .game = update.game,
                       .clock = update.view.clock,
                       .id = ++decisions_,
                       .input = {}};
  if (update.view.decision_due) {
    duel::View view = update.view;
    if (options_.terms.clock == proto::Clock::turns) view.pacing = rules::Pacing::turns;  // the pacing is not sent
    decide.input = duel::Input::place(seat_state.player->choose(players::position_of(view, *seat_state.ruleset), {}));
    if (options_.fault == Fault::illegal) decide.input = duel::Input::place({6, rules::Rotation::right});
    seat_state.decided_game = update.game;
    seat_state.decided_hand = update.view.own.hand;
  }
  if (options_.fault == Fault::wrong_frame && answers_ <= kWrongRounds) say_wrong_things(decide);
  if (options_.fault == Fault::resume_twice && answers_ == options_.after) return resume_beside(seat_state, decide);
  wire_->send(decide);
}

// Returns true if the update needs no further answer.
bool FakePlayer::act_out_fault(SeatState& seat_state, const proto::Update& update) {
  if (options_.fault == Fault::crash) {
    if (update.view.clock >= options_.crash_frame) std::_Exit(70);
    return false;
  }
  if (options_.fault == Fault::stall) return true;
  if (answers_ < options_.after) return false;
  switch (options_.fault) {
    case Fault::resign:
      wire_->send(proto::Leave{.match = seat_state.match, .seat = seat_state.seat});
      return true;
    case Fault::flood:
      flood();
      return true;
    case Fault::garbage:
      wire_->send_bytes(options_.speech == Speech::web_json ? "this is no message" : "\xff\xff\xff");
      return true;
    case Fault::oversize:
      wire_->announce(1024 * 1024);
      return true;
    case Fault::disconnect_resume:
      if (report_.resumed) return false;
      come_back(seat_state);
      return true;  // the question comes again
    default:
      return false;
  }
}

void FakePlayer::flood() {
  std::string burst;
  for (int i = 0; i < kMessagesAtOnce; ++i) burst += wire_->framed(proto::Ping{.nonce = 1});
  for (int said = 0; said < kMostFlood && wire_->end().empty(); said += kMessagesAtOnce) {
    wire_->send_raw(burst);
    while (wire_->next(Clock::now())) {
    }
  }
}

void FakePlayer::say_wrong_things(const proto::Decide& right) {
  proto::Decide ahead = right;
  ahead.clock += 1000;
  proto::Decide other_game = right;
  ++other_game.game;
  proto::Decide other_seat = right;
  other_seat.seat = duel::opponent_of(right.seat);
  proto::Decide other_match = right;
  other_match.match = proto::MatchId{1'000'000};
  for (const proto::Decide& wrong : {ahead, other_game, other_seat, other_match}) wire_->send(wrong);
}

void FakePlayer::resume(Wire& wire, const SeatState& seat_state) {
  wire.send(proto::Resume{.match = seat_state.match,
                          .seat = seat_state.seat,
                          .token = seat_state.token,
                          .last = seat_state.last,
                          .subscription = options_.subscription});
}

void FakePlayer::come_back(SeatState& seat_state) {
  report_.resumed = true;
  wire_.reset();
  wire_ = enter(options_.name + "-again", Buffer::usual);
  resume(*wire_, seat_state);
}

// The newer connection has the seat. The older one sends the same, is refused, and closes; the seat stays.
void FakePlayer::resume_beside(SeatState& seat_state, const proto::Decide& answer) {
  std::unique_ptr<Wire> newer = enter(options_.name + "-too", Buffer::usual);
  resume(*newer, seat_state);
  std::vector<proto::ServerMessage> heard;
  while (const auto message = newer->next(give_up_at_)) {
    heard.push_back(*message);
    if (std::holds_alternative<proto::PauseStatus>(*message)) break;
  }
  wire_->send(answer);
  while (const auto message = wire_->next(give_up_at_)) {
    if (!std::holds_alternative<proto::Error>(*message)) continue;
    hear(*message);
    break;
  }
  wire_ = std::move(newer);
  report_.resumed = true;
  for (const proto::ServerMessage& message : heard) hear(message);
}

// Goes on until the server closes the connection and sending fails.
void FakePlayer::read_nothing() {
  while (wire_->end().empty() && Clock::now() < give_up_at_) {
    std::this_thread::sleep_for(100ms);
    wire_->send(proto::Ping{.nonce = 1});
  }
}

// Alternates between slow and fast reading until states have been left out.
void FakePlayer::watch_all() {
  std::size_t running = 0;
  while (running < static_cast<std::size_t>(options_.matches) && Clock::now() < give_up_at_) {
    wire_->send(proto::ListLobby{});
    const auto message = wire_->next(give_up_at_);
    const auto* lobby = message ? std::get_if<proto::Lobby>(&*message) : nullptr;
    running = lobby != nullptr ? lobby->matches.size() : 0;
    if (running < static_cast<std::size_t>(options_.matches)) {
      std::this_thread::sleep_for(50ms);
      continue;
    }
    for (const proto::LobbyMatch& match : lobby->matches) {
      wire_->send(proto::Watch{.match = match.match, .subscription = proto::Subscription::frames});
    }
  }
  for (bool slowly = true; wire_->end().empty() && !is_over() && Clock::now() < give_up_at_; slowly = !slowly) {
    wire_->read_at_once(slowly ? 1024 : 64 * 1024);
    const auto until = Clock::now() + 1500ms;
    while (wire_->end().empty() && !is_over() && Clock::now() < until) {
      if (slowly) std::this_thread::sleep_for(20ms);
      if (const auto message = wire_->next(until)) hear(*message);
    }
  }
}

}  // namespace rensa::e2e
