#include "engine/duel/duel.h"

#include <algorithm>
#include <cassert>

#include "engine/rules/hash.h"

namespace rensa::duel {

Duel::Duel(const GameSetup& setup)
    : ruleset_(setup.ruleset),
      queues_(setup),
      setup_hash_(rules::Hash(rules::digest(ruleset_)).add(queues_.hash_of_pairs()).value()),
      lanes_{Lane(setup.seed), Lane(setup.seed)} {
  assert(ruleset_.pacing == rules::Pacing::frames);
}

Events Duel::step(const Inputs& inputs) { return play(inputs, nullptr); }

Events Duel::replay(const Inputs& inputs, const Routes& routes) { return play(inputs, &routes); }

Events Duel::play(const Inputs& inputs, const Routes* routes) {
  Events events;
  if (outcome_) return events;
  ++frame_;
  std::array<Lane::Report, 2> reports;
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    const Lane::Surroundings around{
        .ruleset = ruleset_, .queues = queues_, .frame = frame_, .seat = seat, .routes = routes};
    reports[i] = lanes_[i].step(inputs[i], around, events);
  }
  if (reports[0].started_link || reports[1].started_link) part_queues();
  cross(reports, events);
  look_for_end(events);
  assert(is_consistent());
  return events;
}

Events Duel::advance(int last_frame) {
  while (!outcome_ && frame_ < last_frame) {
    const int quiet = std::min(quiet_frames(), last_frame - frame_);
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

int Duel::quiet_frames() const {
  const int quiet = std::min(lanes_[0].quiet_frames(), lanes_[1].quiet_frames());
  return ruleset_.frame_limit > 0 ? std::min(quiet, ruleset_.frame_limit - 1 - frame_) : quiet;
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

void Duel::part_queues() {
  queues_.part_after(std::max(lanes_[0].hand(), lanes_[1].hand()) + ruleset_.visible_pairs - 1);
}

void Duel::look_for_end(Events& events) {
  const bool one_died = lanes_[0].dead();
  const bool two_died = lanes_[1].dead();
  if (one_died || two_died) {
    outcome_ = Outcome{.winner = std::nullopt, .cause = Cause::choked, .frame = frame_};
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
  queues_.add_to(hash);
  for (const Lane& lane : lanes_) lane.add_to(hash);
  return hash.value();
}

bool Duel::is_consistent() const {
  if (frame_ < 0 || !lanes_[0].is_consistent() || !lanes_[1].is_consistent()) return false;
  if (outcome_) return outcome_->frame == frame_;
  return !lanes_[0].dead() && !lanes_[1].dead();
}

}  // namespace rensa::duel
