#include "engine/duel/frame_game.h"

#include <algorithm>
#include <cassert>

#include "engine/rules/hash.h"

namespace rensa::duel {

FrameGame::FrameGame(const GameSetup& setup)
    : ruleset_(setup.ruleset),
      queues_(setup),
      setup_hash_(rules::Hash(rules::digest(ruleset_)).add(queues_.hash_of_pairs()).value()),
      sides_{FrameSide(setup.seed), FrameSide(setup.seed)} {
  assert(ruleset_.pacing == rules::Pacing::frames);
}

Events FrameGame::step(const Inputs& inputs, const RoutesBySeat* routes) {
  Events events;
  if (outcome_) return events;
  ++frame_;
  std::array<FrameSide::StepReport, 2> reports;
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    const FrameSide::StepContext context{
        .ruleset = ruleset_, .queues = queues_, .frame = frame_, .seat = seat, .routes = routes};
    reports[i] = sides_[i].step(inputs[i], context, events);
  }
  if (reports[0].started_link || reports[1].started_link) {
    queues_.use_own_queues_after(std::max(sides_[0].hand(), sides_[1].hand()) + ruleset_.visible_pairs - 1);
  }
  exchange_attacks(reports, events);
  check_for_end(events);
  assert(is_consistent());
  return events;
}

Events FrameGame::advance(int last_frame) {
  while (!outcome_ && frame_ < last_frame) {
    const int quiet = std::min(frames_without_event(), last_frame - frame_);
    if (quiet > 0) {
      for (FrameSide& side : sides_) side.skip(quiet);
      frame_ += quiet;
      continue;
    }
    const Events events = step({});
    if (!events.empty()) return events;
  }
  return {};
}

int FrameGame::frames_without_event() const {
  const int quiet = std::min(sides_[0].frames_without_event(), sides_[1].frames_without_event());
  return ruleset_.frame_limit > 0 ? std::min(quiet, ruleset_.frame_limit - 1 - frame_) : quiet;
}

void FrameGame::exchange_attacks(const std::array<FrameSide::StepReport, 2>& reports, Events& events) {
  std::array<int, 2> rest{};
  for (const Seat seat : kSeats) {
    const std::size_t i = index_of(seat);
    if (reports[i].attack == 0) continue;
    rest[i] = cancel_garbage(sides_[i].waiting(), reports[i].attack);
    Event sent = make_event(EventKind::garbage_sent, seat);
    sent.amount = rest[i];
    sent.cancelled = reports[i].attack - rest[i];
    events.add(sent);
  }
  for (const Seat seat : kSeats)
    add_pending_garbage(sides_[index_of(opponent_of(seat))].waiting(), rest[index_of(seat)]);
  for (const Seat seat : kSeats) {
    if (!reports[index_of(seat)].hand_ended) continue;
    Event fixed = make_event(EventKind::garbage_fixed, opponent_of(seat));
    fixed.amount = fix_pending_garbage(sides_[index_of(fixed.seat)].waiting());
    if (fixed.amount > 0) events.add(fixed);
  }
}

void FrameGame::check_for_end(Events& events) {
  const bool one_died = sides_[0].is_dead();
  const bool two_died = sides_[1].is_dead();
  if (one_died || two_died) {
    outcome_ = Outcome{.winner = std::nullopt, .cause = Cause::choked, .frame = frame_};
    if (one_died != two_died) outcome_->winner = one_died ? Seat::two : Seat::one;
  } else if (ruleset_.frame_limit > 0 && frame_ >= ruleset_.frame_limit) {
    outcome_ = Outcome{.winner = std::nullopt, .cause = Cause::limit, .frame = frame_};
  } else {
    return;
  }
  Event over = make_event(EventKind::game_over, outcome_->winner.value_or(Seat::one));
  over.amount = outcome_->winner ? 1 : 0;
  events.add(over);
}

std::uint64_t FrameGame::hash() const {
  rules::Hash hash(setup_hash_);
  hash.add(static_cast<std::uint64_t>(frame_)).add(outcome_ ? 1 : 0);
  queues_.add_to(hash);
  for (const FrameSide& side : sides_) side.add_to(hash);
  return hash.value();
}

bool FrameGame::is_consistent() const {
  if (frame_ < 0 || !sides_[0].is_consistent() || !sides_[1].is_consistent()) return false;
  if (outcome_) return outcome_->frame == frame_;
  return !sides_[0].is_dead() && !sides_[1].is_dead();
}

}  // namespace rensa::duel
