#include "engine/record/game_history.h"

#include <utility>

#include "engine/record/replay.h"

namespace rensa::record {

namespace {

class HandCollector final : public duel::GameObserver {
 public:
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) apply(game, event);
  }
  std::vector<HandResult> hands;

 private:
  void apply(const duel::Game& game, const duel::Event& event) {
    std::size_t& last = last_[duel::index_of(event.seat)];
    if (event.kind == duel::EventKind::locked) {
      last = hands.size();
      hands.push_back({.seat = event.seat,
                       .number = event.number,
                       .clock = game.clock(),
                       .pair = game.pair_at(event.seat, event.number),
                       .placement = {event.x, event.r}});
    }
    if (last >= hands.size()) return;
    HandResult& hand = hands[last];
    if (event.kind == duel::EventKind::link_started) {
      hand.links = event.number;
      hand.points += event.points;
    } else if (event.kind == duel::EventKind::all_clear) {
      hand.all_clear = true;
      hand.points += event.points;
    } else if (event.kind == duel::EventKind::garbage_sent) {
      hand.sent += event.amount;
      hand.cancelled += event.cancelled;
    } else if (event.kind == duel::EventKind::garbage_fell) {
      hand.fell += event.amount;
    }
  }

  std::array<std::size_t, 2> last_{};  // index of each seat's latest hand
};

}  // namespace

std::vector<HandResult> hand_results_of(const Record& record) {
  HandCollector collector;
  replay_all(record, collector);
  return std::move(collector.hands);
}

std::array<duel::GameStatistics, 2> statistics_of(const Record& record) {
  duel::StatisticsCounter counter;
  replay_all(record, counter);
  return counter.statistics();
}

std::optional<Decision> decision_at(const Record& record, duel::Seat seat, int clock) {
  std::optional<duel::View> last;
  ReplayState state(record);
  for (int now = 0; now <= record.outcome.frame && (now <= clock || !last); ++now) {
    replay_until(state, record, now);
    if (state.game.outcome()) break;
    duel::View view = duel::view_for_seat(state.game, seat);
    // A player who moves the pair by keys decides until it lands. Only the first moment counts.
    if (view.decision_due && (!last || last->own.hand != view.own.hand)) last = std::move(view);
  }
  if (!last) return std::nullopt;
  Decision decision{.view = *last, .placement = {}};
  for (const HandResult& hand : hand_results_of(record)) {
    if (hand.seat != seat || hand.number != last->own.hand) continue;
    decision.placement = hand.placement;
    break;
  }
  return decision;
}

std::vector<Decision> decisions_of(const Record& record, duel::Seat seat) {
  std::vector<Decision> decisions;
  ReplayState state(record);
  for (int now = 0; now <= record.outcome.frame; ++now) {
    replay_until(state, record, now);
    if (state.game.outcome()) break;
    duel::View view = duel::view_for_seat(state.game, seat);
    if (!view.decision_due || (!decisions.empty() && decisions.back().view.own.hand == view.own.hand)) continue;
    decisions.push_back({.view = std::move(view), .placement = {}});
  }
  for (const HandResult& hand : hand_results_of(record)) {
    if (hand.seat != seat) continue;
    for (Decision& decision : decisions) {
      if (decision.view.own.hand == hand.number) decision.placement = hand.placement;
    }
  }
  return decisions;
}

}  // namespace rensa::record
