#include "engine/research/chances/recorded_moments.h"

#include <utility>

#include "engine/chances/chance_to_win.h"
#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/view.h"
#include "engine/record/replay.h"

namespace rensa::chances {

namespace {

bool changes_chances(duel::EventKind kind) {
  return kind == duel::EventKind::controllable || kind == duel::EventKind::link_started ||
         kind == duel::EventKind::garbage_fell;
}

Moment moment_of(const duel::FrameGame& frames, const duel::Game& game) {
  Moment moment{.clock = game.clock(), .sides = {}};
  for (const duel::Seat seat : duel::kSeats) {
    duel::SideView& side = moment.sides[duel::index_of(seat)];
    side = duel::view_for_seat(game, seat).own;
    side.motion = frames.side(seat).motion();
  }
  return moment;
}

class MomentCollector final : public duel::GameObserver {
 public:
  void after_step(const duel::Game& game, const duel::Events& events) override {
    if (game.outcome()) return;
    for (const duel::Event& event : events) {
      if (!changes_chances(event.kind)) continue;
      const duel::FrameSide& side = game.frame_game()->side(event.seat);
      moments.push_back({.clock = game.clock(),
                         .seat = event.seat,
                         .hand = side.hand(),
                         .link = side.link(),
                         .is_controllable = event.kind == duel::EventKind::controllable,
                         .standings = counter_.count(moment_of(*game.frame_game(), game), game.ruleset())});
      return;
    }
  }
  std::vector<RecordedMoment> moments;

 private:
  StandingCounter counter_;
};

}  // namespace

std::vector<RecordedMoment> moments_of(const record::Record& record) {
  if (!can_estimate(record.setup.ruleset)) return {};
  MomentCollector collector;
  record::replay_all(record, collector);
  return std::move(collector.moments);
}

std::optional<RatedGame> rated_game_of(const record::Record& record) {
  const auto& [winner, cause, frame] = record.outcome;
  if (!can_estimate(record.setup.ruleset) || cause > duel::Cause::limit) return std::nullopt;
  return RatedGame{.seed = record.setup.seed,
                   .result = !winner                      ? 0.5
                             : *winner == duel::Seat::one ? 1.0
                                                          : 0.0,
                   .moments = moments_of(record)};
}

}  // namespace rensa::chances
