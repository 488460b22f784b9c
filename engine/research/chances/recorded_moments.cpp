#include "engine/research/chances/recorded_moments.h"

#include <algorithm>
#include <utility>

#include "engine/chances/chance_to_win.h"
#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/view.h"
#include "engine/record/replay.h"

namespace rensa::chances {

namespace {

bool changes_chances(const duel::Event& event) {
  return event.kind == duel::EventKind::controllable || event.kind == duel::EventKind::link_started ||
         event.kind == duel::EventKind::garbage_fell;
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
    if (game.outcome() || std::none_of(events.begin(), events.end(), changes_chances)) return;
    const duel::FrameGame& frames = *game.frame_game();
    RecordedMoment& moment = moments.emplace_back();
    moment.clock = game.clock();
    moment.standings = counter_.count(moment_of(frames, game), game.ruleset());
    for (const duel::Event& event : events) {
      if (event.kind != duel::EventKind::controllable) continue;
      moment.hands_begun[duel::index_of(event.seat)] = frames.side(event.seat).hand();
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
