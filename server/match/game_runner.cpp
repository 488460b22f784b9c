#include "server/match/game_runner.h"

#include <algorithm>
#include <utility>

#include "engine/record/replay.h"
#include "server/match/real_time_runner.h"

namespace rensa::match {

RecordedGame::RecordedGame(const record::Record& opening, int clock, const std::array<std::string, 2>& names)
    : RecordedGame(opening.setup, names) {
  record::ReplayState state(opening);
  // The replay stops at each checkpoint, which the writer must see.
  while (!state.game.outcome() && state.game.clock() < clock) {
    record::replay_until(state, opening, std::min(clock, writer_.next_required_clock()), writer_);
  }
  game_ = std::move(state.game);
}

duel::Events RecordedGame::step(const duel::Inputs& inputs) {
  writer_.before_step(game_, inputs);
  const duel::Events events = game_.step(inputs);
  writer_.after_step(game_, events);
  return events;
}

duel::Events RecordedGame::advance(int last) {
  const duel::Events events = game_.advance(std::min(last, writer_.next_required_clock()));
  writer_.after_step(game_, events);
  return events;
}

void GameRunner::run(base::Time now, RunnerListener& listener) {
  for (;;) {
    const ClockStep step = next_clock_step(now);
    if (step.missed) miss_decision(*step.missed, now);
    if (step.late_frames > 0) delay_frames(step.late_frames);
    play(now, listener);
    if (!step.is_any()) return;
  }
}

DecisionResult GameRunner::decide(duel::Seat seat, const Decision& decision, base::Time now) {
  const Judgement judgement = judge(seat, decision, now);
  if (judgement.is_accepted()) accept(input_of(seat, decision, judgement), now);
  return judgement.result;
}

namespace {

// The game stands still while a player thinks. The thinking cost is a number of frames that pass before the decision
// takes effect: none, a fixed number, or as many as the thinking took.
class VirtualTimeRunner final : public GameRunner {
 public:
  VirtualTimeRunner(const Terms& terms, const ClockSettings& settings, RecordedGame& game);

  void set_frame_subscribers(const FrameSubscribers& subscribers) override { subscribers_ = subscribers; }
  ClockStep next_clock_step(base::Time now) override;
  void miss_decision(duel::Seat seat, base::Time now) override;
  void play(base::Time now, RunnerListener& listener) override;
  Judgement judge(duel::Seat seat, const Decision& decision, base::Time now) const override;
  void accept(const AcceptedInput& input, base::Time now) override;
  base::Time next_deadline() const override;
  void skip_pause(base::Span pause) override;
  bool waits_for(duel::Seat seat) const override { return seats_[duel::index_of(seat)].waits; }

 private:
  struct ScheduledDecision {
    int clock = 0;  // the frame in which it is played
    std::uint32_t id = 0;
    duel::Input input;
  };
  struct SeatDecision {
    bool waits = false;
    base::Time asked_at;
    std::optional<base::Time> first_asked_at;  // in this game
    bool has_decided = false;                  // in this game, or has missed an answer
    int asked_clock = -1;
    int answered_clock = -1;  // the last answered frame, for a seat that is asked in every frame
    int answered_hand = 0;    // the last answered pair
    int refused_hand = 0;
    int refusals = 0;  // of that pair
    std::optional<ScheduledDecision> scheduled;
  };

  base::Time deadline_of(const SeatDecision& pending) const;
  bool must_ask(duel::Seat seat) const;
  bool is_waiting_for_answer(base::Time now, RunnerListener& listener);
  void mark_answered(duel::Seat seat);
  int cost_frames(const SeatDecision& pending, base::Time now) const;
  void play_to_next_event(RunnerListener& listener);
  void count_refusals(const duel::Events& events);

  const Terms terms_;
  const ClockSettings settings_;
  RecordedGame& recorded_game_;
  FrameSubscribers subscribers_;
  std::array<SeatDecision, 2> seats_;
};

VirtualTimeRunner::VirtualTimeRunner(const Terms& terms, const ClockSettings& settings, RecordedGame& game)
    : terms_(terms), settings_(settings), recorded_game_(game) {}

ClockStep VirtualTimeRunner::next_clock_step(base::Time now) {
  if (recorded_game_.game().outcome()) return {};
  for (const duel::Seat seat : duel::kSeats) {
    const SeatDecision& pending = seats_[duel::index_of(seat)];
    if (pending.waits && now >= deadline_of(pending)) return {.missed = seat};
  }
  return {};
}

// A program may need a longer time once, for example to read its files before its first decision.
base::Time VirtualTimeRunner::deadline_of(const SeatDecision& pending) const {
  const base::Time usual = pending.asked_at + settings_.think_limit;
  if (pending.has_decided) return usual;
  return std::max<base::Time>(usual, *pending.first_asked_at + settings_.first_think_limit);
}

// A seat that thinks too long has passed.
void VirtualTimeRunner::miss_decision(duel::Seat seat, base::Time) {
  seats_[duel::index_of(seat)].has_decided = true;
  mark_answered(seat);
}

void VirtualTimeRunner::play(base::Time now, RunnerListener& listener) {
  while (!recorded_game_.game().outcome() && !is_waiting_for_answer(now, listener)) play_to_next_event(listener);
}

bool VirtualTimeRunner::must_ask(duel::Seat seat) const {
  const SeatDecision& pending = seats_[duel::index_of(seat)];
  const duel::Game& game = recorded_game_.game();
  if (subscribers_.seats[duel::index_of(seat)]) return pending.answered_clock != game.clock();
  return game.is_decision_due(seat) && pending.answered_hand != game.hand(seat);
}

// Asks the seats that must decide, and returns true while an answer is missing.
bool VirtualTimeRunner::is_waiting_for_answer(base::Time now, RunnerListener& listener) {
  bool waits = false;
  for (const duel::Seat seat : duel::kSeats) {
    SeatDecision& pending = seats_[duel::index_of(seat)];
    if (!pending.waits && must_ask(seat)) {
      pending.waits = true;
      pending.asked_at = now;
      if (!pending.first_asked_at) pending.first_asked_at = now;
      pending.asked_clock = recorded_game_.game().clock();
      listener.on_question(seat);
    }
    waits = waits || pending.waits;
  }
  return waits;
}

void VirtualTimeRunner::mark_answered(duel::Seat seat) {
  SeatDecision& pending = seats_[duel::index_of(seat)];
  pending.waits = false;
  pending.answered_clock = recorded_game_.game().clock();
  pending.answered_hand = recorded_game_.game().hand(seat);
}

int VirtualTimeRunner::cost_frames(const SeatDecision& pending, base::Time now) const {
  switch (terms_.charge) {
    case ThinkingCost::none:
      return 0;
    case ThinkingCost::fixed:
      return terms_.charge_frames;
    case ThinkingCost::measured:
      // This includes a seat that passed first and goes on thinking while the opponent does.
      if (pending.asked_clock != recorded_game_.game().clock()) return 0;
      return static_cast<int>(std::max(now - pending.asked_at, base::Time::duration::zero()) / base::kFrame);
  }
  return 0;
}

Judgement VirtualTimeRunner::judge(duel::Seat seat, const Decision& decision, base::Time now) const {
  const SeatDecision& pending = seats_[duel::index_of(seat)];
  const int clock = recorded_game_.game().clock();
  if (decision.clock > clock) return {.result = DecisionResult::not_yet_played};
  if (pending.waits && decision.clock != clock) return {.result = DecisionResult::outdated};
  return {.result = DecisionResult::accepted, .from = clock + 1 + cost_frames(pending, now)};
}

void VirtualTimeRunner::accept(const AcceptedInput& input, base::Time) {
  SeatDecision& pending = seats_[duel::index_of(input.seat)];
  if (pending.waits) mark_answered(input.seat);
  if (input.input.kind == duel::Input::Kind::none) return;
  pending.has_decided = true;
  pending.scheduled = {input.from, input.id, input.input};
}

// Plays to the next event or to the next decision that takes effect.
void VirtualTimeRunner::play_to_next_event(RunnerListener& listener) {
  const int clock = recorded_game_.game().clock();
  duel::Inputs inputs{};
  int last = duel::kNoFrameLimit;
  bool any = subscribers_.is_any();
  for (const duel::Seat seat : duel::kSeats) {
    SeatDecision& pending = seats_[duel::index_of(seat)];
    if (!pending.scheduled) continue;
    if (pending.scheduled->clock > clock + 1) {
      last = std::min(last, pending.scheduled->clock - 1);
      continue;
    }
    inputs[duel::index_of(seat)] = pending.scheduled->input;
    listener.on_decision_played(seat, pending.scheduled->id, clock + 1);
    pending.scheduled.reset();
    any = true;
  }
  const duel::Events events = any ? recorded_game_.step(inputs) : recorded_game_.advance(last);
  count_refusals(events);
  listener.on_events(events);
}

// After a refused placement the pair needs another decision; after max_refusals it falls undecided.
void VirtualTimeRunner::count_refusals(const duel::Events& events) {
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::placement_refused) continue;
    SeatDecision& pending = seats_[duel::index_of(event.seat)];
    const int hand = recorded_game_.game().hand(event.seat);
    pending.refusals = pending.refused_hand == hand ? pending.refusals + 1 : 1;
    pending.refused_hand = hand;
    if (pending.refusals < settings_.max_refusals) pending.answered_hand = 0;
  }
}

base::Time VirtualTimeRunner::next_deadline() const {
  base::Time wake = base::Time::max();
  for (const SeatDecision& pending : seats_) {
    if (pending.waits) wake = std::min(wake, deadline_of(pending));
  }
  return wake;
}

void VirtualTimeRunner::skip_pause(base::Span pause) {
  const auto moved_by = std::chrono::duration_cast<base::Time::duration>(pause);
  for (SeatDecision& pending : seats_) {
    pending.asked_at += moved_by;
    if (pending.first_asked_at) *pending.first_asked_at += moved_by;
  }
}

// Both players choose, then both choices are played. A turn has the ruleset's time, and a bank of extra time for the
// whole game. A player that has used up both has chosen nothing; the rules then choose a placement.
class TurnRunner final : public GameRunner {
 public:
  TurnRunner(const ClockSettings& settings, RecordedGame& game);

  ClockStep next_clock_step(base::Time now) override;
  void miss_decision(duel::Seat seat, base::Time now) override;
  void play(base::Time now, RunnerListener& listener) override;
  Judgement judge(duel::Seat seat, const Decision& decision, base::Time now) const override;
  void accept(const AcceptedInput& input, base::Time now) override;
  base::Time next_deadline() const override;
  void skip_pause(base::Span pause) override;
  bool waits_for(duel::Seat seat) const override { return seats_[duel::index_of(seat)].waits; }
  base::Span time_left(duel::Seat seat) const override {
    return is_limited_ ? turn_time_ + seats_[duel::index_of(seat)].bank : base::Span::zero();
  }

 private:
  struct SeatTurn {
    bool waits = false;
    base::Span bank{};
    duel::Input input;
    std::optional<std::uint32_t> id;
  };

  base::Time deadline_of(const SeatTurn& seat_turn) const {
    return turn_began_ + (asked_turn_ <= first_turn_ ? first_turn_time_ : turn_time_) + seat_turn.bank;
  }
  void ask(base::Time now, RunnerListener& listener);
  void end_thinking(SeatTurn& seat_turn, base::Time now);

  RecordedGame& recorded_game_;
  bool is_limited_;  // by the ruleset
  base::Span turn_time_;
  base::Span first_turn_time_;
  int first_turn_;  // that is asked for; a game may go on from an earlier one
  base::Time turn_began_;
  int asked_turn_ = 0;
  std::array<SeatTurn, 2> seats_;
};

TurnRunner::TurnRunner(const ClockSettings& settings, RecordedGame& game)
    : recorded_game_(game), first_turn_(game.game().clock() + 1) {
  const int limit = game.game().ruleset().turn_milliseconds;
  is_limited_ = limit > 0;
  turn_time_ = limit > 0 ? base::Span(std::chrono::milliseconds(limit)) : settings.think_limit;
  first_turn_time_ = limit > 0 ? turn_time_ : std::max(turn_time_, settings.first_think_limit);
  for (SeatTurn& seat_turn : seats_) seat_turn.bank = limit > 0 ? settings.turn_bank : base::Span::zero();
}

ClockStep TurnRunner::next_clock_step(base::Time now) {
  if (recorded_game_.game().outcome()) return {};
  for (const duel::Seat seat : duel::kSeats) {
    const SeatTurn& seat_turn = seats_[duel::index_of(seat)];
    if (seat_turn.waits && now >= deadline_of(seat_turn)) return {.missed = seat};
  }
  return {};
}

void TurnRunner::miss_decision(duel::Seat seat, base::Time now) { end_thinking(seats_[duel::index_of(seat)], now); }

void TurnRunner::play(base::Time now, RunnerListener& listener) {
  while (!recorded_game_.game().outcome()) {
    const int turn = recorded_game_.game().clock() + 1;
    if (asked_turn_ != turn) {
      ask(now, listener);
      asked_turn_ = turn;
    }
    if (seats_[0].waits || seats_[1].waits) return;

    duel::Inputs inputs{};
    for (const duel::Seat seat : duel::kSeats) {
      SeatTurn& seat_turn = seats_[duel::index_of(seat)];
      inputs[duel::index_of(seat)] = std::exchange(seat_turn.input, {});
      if (seat_turn.id) listener.on_decision_played(seat, *seat_turn.id, turn);
      seat_turn.id.reset();
    }
    listener.on_events(recorded_game_.step(inputs));
  }
}

void TurnRunner::ask(base::Time now, RunnerListener& listener) {
  turn_began_ = now;
  for (const duel::Seat seat : duel::kSeats) {
    seats_[duel::index_of(seat)].waits = true;
    listener.on_question(seat);
  }
}

void TurnRunner::end_thinking(SeatTurn& seat_turn, base::Time now) {
  seat_turn.waits = false;
  const base::Span over = now - turn_began_ - turn_time_;
  seat_turn.bank -= std::clamp(over, base::Span::zero(), seat_turn.bank);
}

Judgement TurnRunner::judge(duel::Seat seat, const Decision& decision, base::Time) const {
  const int clock = recorded_game_.game().clock();
  if (decision.clock > clock) return {.result = DecisionResult::not_yet_played};
  if (decision.clock < clock || !seats_[duel::index_of(seat)].waits) return {.result = DecisionResult::outdated};
  return {.result = DecisionResult::accepted, .from = clock + 1};
}

void TurnRunner::accept(const AcceptedInput& input, base::Time now) {
  SeatTurn& seat_turn = seats_[duel::index_of(input.seat)];
  end_thinking(seat_turn, now);
  seat_turn.input = input.input;
  seat_turn.id = input.id;
}

base::Time TurnRunner::next_deadline() const {
  base::Time wake = base::Time::max();
  for (const SeatTurn& seat_turn : seats_) {
    if (seat_turn.waits) wake = std::min(wake, deadline_of(seat_turn));
  }
  return wake;
}

void TurnRunner::skip_pause(base::Span pause) {
  turn_began_ += std::chrono::duration_cast<base::Time::duration>(pause);
}

}  // namespace

AcceptedInput input_of(duel::Seat seat, const Decision& decision, const Judgement& judgement) {
  return {.seat = seat,
          .id = decision.id,
          .input = decision.input,
          .from = judgement.from,
          .keys_at = decision.at,
          .is_late = judgement.result == DecisionResult::accepted_late};
}

std::unique_ptr<GameRunner> make_runner(const Terms& terms, const ClockSettings& settings, RecordedGame& game,
                                        base::Time start) {
  static_assert(sizeof(RealTimeRunner) <= kRunnerBytes);
  switch (terms.clock) {
    case Clock::real:
      return std::make_unique<RealTimeRunner>(settings, game, start);
    case Clock::virtual_time:
      return std::make_unique<VirtualTimeRunner>(terms, settings, game);
    case Clock::turns:
      return std::make_unique<TurnRunner>(settings, game);
  }
  return nullptr;
}

}  // namespace rensa::match
