#include "engine/duel/duel.h"

#include <algorithm>
#include <cassert>

#include "engine/duel/state_hash.h"

namespace rensa::duel {

namespace {

rules::PairQueue queue_of(const GameSetup& setup) {
  return setup.queue ? *setup.queue : rules::PairQueue::from_seed(setup.seed, setup.ruleset.colours);
}

// What was agreed on and what will come: the start of every state hash.
std::uint64_t hash_of_terms(const rules::Ruleset& ruleset, const rules::PairQueue& queue) {
  rules::Hash hash;
  hash.add(rules::digest(ruleset));
  add_queue(hash, queue);
  return hash.value();
}

}  // namespace

Duel::Duel(const GameSetup& setup)
    : ruleset_(setup.ruleset),
      queue_(queue_of(setup)),
      setup_hash_(hash_of_terms(ruleset_, queue_)),
      lanes_{Lane(setup.seed), Lane(setup.seed)} {
  assert(ruleset_.pacing == rules::Pacing::frames);
}

Events Duel::step(const Inputs& inputs) {
  Events events;
  if (outcome_) return events;
  ++frame_;
  std::array<Lane::Report, 2> reports;
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    reports[i] =
        lanes_[i].step(inputs[i], {.ruleset = ruleset_, .queue = queue_, .frame = frame_, .seat = seat}, events);
  }
  cross(reports, events);
  look_for_end(events);
  assert(is_consistent());
  return events;
}

Events Duel::advance(int last_frame) {
  while (!outcome_ && frame_ < last_frame) {
    int quiet = std::min({lanes_[0].quiet_frames(), lanes_[1].quiet_frames(), last_frame - frame_});
    if (ruleset_.frame_limit > 0) quiet = std::min(quiet, ruleset_.frame_limit - 1 - frame_);
    if (quiet > 0) {
      for (Lane& lane : lanes_) lane.skip(quiet);
      frame_ += quiet;
      continue;
    }
    const Events events = step({});
    if (!events.empty()) return events;
  }
  return {};
}

void Duel::cross(const std::array<Lane::Report, 2>& reports, Events& events) {
  std::array<int, 2> rest{};
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    if (reports[i].attack == 0) continue;
    rest[i] = offset(lanes_[i].waiting(), reports[i].attack);
    Event sent = blank_event(EventKind::garbage_sent, seat);
    sent.amount = rest[i];
    sent.cancelled = reports[i].attack - rest[i];
    events.add(sent);
  }
  for (const Seat seat : kSeats) land(lanes_[index_of(opponent_of(seat))].waiting(), rest[index_of(seat)]);
  for (const Seat seat : kSeats) {
    if (!reports[index_of(seat)].turn_ended) continue;
    Event fixed = blank_event(EventKind::garbage_fixed, opponent_of(seat));
    fixed.amount = fix_pending(lanes_[index_of(fixed.seat)].waiting());
    if (fixed.amount > 0) events.add(fixed);
  }
}

void Duel::look_for_end(Events& events) {
  const bool one_died = lanes_[0].dead();
  const bool two_died = lanes_[1].dead();
  if (one_died || two_died) {
    const bool choked = (one_died && lanes_[0].is_choked()) || (two_died && lanes_[1].is_choked());
    outcome_ = Outcome{.winner = std::nullopt, .cause = choked ? Cause::choked : Cause::no_move, .frame = frame_};
    if (one_died != two_died) outcome_->winner = one_died ? Seat::two : Seat::one;
  } else if (ruleset_.frame_limit > 0 && frame_ >= ruleset_.frame_limit) {
    outcome_ = Outcome{.winner = std::nullopt, .cause = Cause::limit, .frame = frame_};
  } else {
    return;
  }
  Event over = blank_event(EventKind::game_over, outcome_->winner.value_or(Seat::one));
  over.amount = outcome_->winner ? 1 : 0;
  events.add(over);
}

std::uint64_t Duel::hash() const {
  rules::Hash hash(setup_hash_);
  hash.add(static_cast<std::uint64_t>(frame_)).add(outcome_ ? 1 : 0);
  for (const Lane& lane : lanes_) lane.add_to(hash);
  return hash.value();
}

bool Duel::is_consistent() const {
  if (frame_ < 0 || !lanes_[0].is_consistent() || !lanes_[1].is_consistent()) return false;
  if (outcome_) return outcome_->frame == frame_;
  return !lanes_[0].dead() && !lanes_[1].dead();
}

}  // namespace rensa::duel
