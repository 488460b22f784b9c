#include "engine/record/game_history.h"

#include <bit>
#include <cassert>
#include <utility>

#include "engine/record/replay.h"
#include "engine/rules/drop.h"

namespace rensa::record {

namespace {

class HandCollector final : public duel::GameObserver {
 public:
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

std::vector<Decision> decisions_of(const Record& record, duel::Seat seat) {
  std::vector<Decision> decisions;
  ReplayState state(record);
  for (int now = 0; now <= record.outcome.frame; ++now) {
    replay_until(state, record, now);
    if (state.game.outcome()) break;
    duel::View view = duel::view_for_seat(state.game, seat);
    // For a player who moves the pair by keys, a decision is due until the pair lands. Only the first such frame
    // counts.
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

std::optional<Decision> decision_at(const Record& record, duel::Seat seat, int clock) {
  const std::vector<Decision> decisions = decisions_of(record, seat);
  if (decisions.empty()) return std::nullopt;
  std::size_t last = 0;
  while (last + 1 < decisions.size() && decisions[last + 1].view.clock <= clock) ++last;
  return decisions[last];
}

rules::ChainResult largest_available_chain(const rules::Field& field, std::span<const rules::Pair> pairs) {
  assert(pairs.size() <= 2);
  rules::ChainResult largest;
  if (pairs.empty() || !rules::is_colour(pairs.front().axis)) return largest;
  const rules::Heights heights = field.heights();
  const std::uint32_t placements = rules::droppable_placements(heights);
  std::array<rules::PlacementResult, rules::kPlacementCount> children;
  rules::fastest_chain_kernel().expand(field, heights, pairs.front(), placements, children.data());
  for (const rules::PlacementResult& child :
       std::span(children).first(static_cast<std::size_t>(std::popcount(placements)))) {
    // If the first pair fires a chain, no second pair is placed.
    const rules::ChainResult chain =
        child.chain.links > 0
            ? child.chain
            : largest_available_chain(child.field,
                                      child.field.is_choked() ? std::span<const rules::Pair>() : pairs.subspan(1));
    if (chain.score > largest.score) largest = chain;
  }
  return largest;
}

}  // namespace rensa::record
