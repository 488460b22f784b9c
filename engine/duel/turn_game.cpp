#include "engine/duel/turn_game.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/duel/garbage_drop.h"
#include "engine/duel/state_hash.h"
#include "engine/rules/drop.h"

namespace rensa::duel {

namespace {

// Returns 0 for a placement that does not exist.
std::uint32_t placement_bit(rules::Placement placement) {
  return 1U << rules::index_of(placement) & rules::kAllPlacements;
}

// Returns the placement for a seat that gave no legal one: straight down if that is legal, or else the first legal one.
rules::Placement default_placement(std::uint32_t legal) {
  assert(legal != 0);
  constexpr rules::Placement kStraight{rules::kSpawnColumn, rules::Rotation::up};
  if ((legal & placement_bit(kStraight)) != 0) return kStraight;
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(legal))];
}

}  // namespace

TurnGame::TurnGame(const GameSetup& setup)
    : ruleset_(setup.ruleset),
      queues_(setup),
      setup_hash_(rules::Hash(rules::digest(ruleset_)).add(queues_.hash_of_pairs()).value()),
      sides_{Side{.rng = make_garbage_rng(setup.seed)}, Side{.rng = make_garbage_rng(setup.seed)}} {
  assert(ruleset_.pacing == rules::Pacing::turns);
}

Events TurnGame::step(const Inputs& inputs) {
  Events events;
  if (outcome_) return events;
  ++turn_;
  std::array<TurnResult, 2> turns;
  for (const Seat seat : kSeats) turns[index_of(seat)] = play_turn(seat, inputs[index_of(seat)], events);
  exchange_attacks(turns, events);
  for (const Seat seat : kSeats) drop_garbage(seat, events);
  if (turns[0].links > 0 || turns[1].links > 0) queues_.use_own_queues_after(turn_ + ruleset_.visible_pairs);
  check_for_end(events);
  assert(is_consistent());
  return events;
}

rules::Placement TurnGame::legal_placement_for(Seat seat, const Input& input, Events& events) const {
  const std::uint32_t legal = rules::droppable_placements(sides_[index_of(seat)].field.heights());
  const bool placed = input.kind == Input::Kind::placement;
  const std::uint32_t wanted = placed ? placement_bit(input.placement) : 0;
  if ((wanted & legal) != 0) return input.placement;

  Event refused = make_event(EventKind::placement_refused, seat);
  refused.refusal = !placed ? Refusal::missing : wanted == 0 ? Refusal::off_field : Refusal::unreachable;
  refused.x = input.placement.x;
  refused.r = input.placement.r;
  events.add(refused);
  return default_placement(legal);
}

TurnGame::TurnResult TurnGame::play_turn(Seat seat, const Input& input, Events& events) {
  Side& side = sides_[index_of(seat)];
  const rules::Placement placement = legal_placement_for(seat, input, events);
  const rules::Landing rest = rules::landing(side.field.heights(), placement);
  Event locked = make_event(EventKind::locked, seat);
  locked.number = turn_;
  locked.x = placement.x;
  locked.y = static_cast<std::int8_t>(rest.axis_y);
  locked.r = placement.r;
  events.add(locked);
  rules::drop_pair(side.field, queues_.at(seat, turn_), placement);
  TurnResult turn;
  resolve(seat, turn, events);
  return turn;
}

void TurnGame::resolve(Seat seat, TurnResult& turn, Events& events) {
  Side& side = sides_[index_of(seat)];
  for (;;) {
    const rules::Link link = rules::erase_groups(side.field);
    if (link.erased == 0) return;
    rules::settle(side.field);
    ++turn.links;
    Event started = make_event(EventKind::link_started, seat);
    started.number = turn.links;
    started.amount = link.erased;
    started.points = rules::link_score(link, turn.links);
    side.score += started.points;
    events.add(started);
    turn.attack = std::min(turn.attack + attack_of(side, link, turn.links), kMaxWaitingGarbage);
    if (!side.field.is_all_clear()) continue;
    Event cleared = make_event(EventKind::all_clear, seat);
    cleared.points = ruleset_.all_clear_points;
    side.score += cleared.points;
    events.add(cleared);
  }
}

int TurnGame::attack_of(Side& side, const rules::Link& link, int number) const {
  switch (ruleset_.attack) {
    case rules::AttackFormula::score:
      return attack_from_points(ruleset_, 0, side.score, side.converted);
    case rules::AttackFormula::literature:
      return literature_attack(number, link.erased);
  }
  return 0;
}

void TurnGame::exchange_attacks(const std::array<TurnResult, 2>& turns, Events& events) {
  std::array<int, 2> rest{};
  for (std::size_t i = 0; i < 2; ++i) rest[i] = cancel_garbage(sides_[i].waiting, turns[i].attack);
  const int met = std::min(rest[0], rest[1]);
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    if (turns[i].attack == 0) continue;
    Event sent = make_event(EventKind::garbage_sent, seat);
    sent.amount = rest[i] - met;
    sent.cancelled = turns[i].attack - sent.amount;
    events.add(sent);
    add_pending_garbage(sides_[index_of(opponent_of(seat))].waiting, sent.amount);
  }
}

void TurnGame::drop_garbage(Seat seat, Events& events) {
  Side& side = sides_[index_of(seat)];
  const int count = std::min(side.waiting.fixed, ruleset_.max_garbage_drop);
  if (count > 0) {
    side.waiting.fixed -= count;
    GarbageColumns columns = spread_garbage(count, side.rng);
    duel::drop_garbage(side.field, columns);
    Event fell = make_event(EventKind::garbage_fell, seat);
    fell.amount = count - count_garbage(columns);
    events.add(fell);
  }
  Event fixed = make_event(EventKind::garbage_fixed, seat);
  fixed.amount = fix_pending_garbage(side.waiting);
  if (fixed.amount > 0) events.add(fixed);
}

void TurnGame::check_for_end(Events& events) {
  const std::array<bool, 2> died = {is_lost(sides_[0].field, ruleset_.choke), is_lost(sides_[1].field, ruleset_.choke)};
  for (const Seat seat : kSeats) {
    Event event = make_event(died[index_of(seat)] ? EventKind::died : EventKind::controllable, seat);
    event.number = died[index_of(seat)] ? turn_ : turn_ + 1;
    const bool over = died[0] || died[1] || turn_ == ruleset_.turn_limit;
    if (died[index_of(seat)] || !over) events.add(event);
  }
  if (died[0] || died[1]) {
    const bool choke = ruleset_.choke == rules::Choke::spawn_cell;
    Outcome outcome{.winner = std::nullopt, .cause = choke ? Cause::choked : Cause::no_move, .frame = turn_};
    if (died[0] != died[1]) outcome.winner = died[0] ? Seat::two : Seat::one;
    end_game(outcome, events);
  } else if (turn_ == ruleset_.turn_limit) {
    end_game({.winner = std::nullopt, .cause = Cause::limit, .frame = turn_}, events);
  }
}

void TurnGame::end_game(const Outcome& outcome, Events& events) {
  outcome_ = outcome;
  Event over = make_event(EventKind::game_over, outcome.winner.value_or(Seat::one));
  over.amount = outcome.winner ? 1 : 0;
  events.add(over);
}

std::uint64_t TurnGame::hash() const {
  rules::Hash hash(setup_hash_);
  hash.add(static_cast<std::uint64_t>(turn_)).add(outcome_ ? 1 : 0);
  queues_.add_to(hash);
  for (const Side& side : sides_) {
    add_field(hash, side.field);
    hash.add(static_cast<std::uint64_t>(side.waiting.pending)).add(static_cast<std::uint64_t>(side.waiting.fixed));
    hash.add(static_cast<std::uint64_t>(side.score)).add(static_cast<std::uint64_t>(side.converted));
    hash.add(side.rng.state());
  }
  return hash.value();
}

bool TurnGame::is_consistent() const {
  for (const Side& side : sides_) {
    if (!side.field.is_consistent() || !side.field.is_at_rest()) return false;
    if (side.waiting.pending != 0 || side.waiting.fixed < 0) return false;
    if (side.score < 0 || side.converted < 0 || side.converted > side.score) return false;
    if (!outcome_ && rules::droppable_placements(side.field.heights()) == 0) return false;
  }
  return turn_ >= 0 && (!outcome_ || outcome_->frame == turn_);
}

}  // namespace rensa::duel
