#include "engine/record/replay.h"

#include "engine/record/head.h"

namespace rensa::record {

namespace {

class HandList final : public duel::Observer {
 public:
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) take_down(game, event);
  }
  std::vector<Hand> hands;

 private:
  void take_down(const duel::Game& game, const duel::Event& event) {
    std::size_t& last = last_[duel::index_of(event.seat)];
    if (event.kind == duel::EventKind::locked) {
      last = hands.size();
      hands.push_back({.seat = event.seat,
                       .number = event.number,
                       .clock = game.clock(),
                       .pair = pair_of(game, event.seat, event.number),
                       .placement = {event.x, event.r}});
    }
    if (last >= hands.size()) return;
    Hand& hand = hands[last];
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

  std::array<std::size_t, 2> last_{};
};

}  // namespace

void play_again(const duel::Record& record, duel::Observer& observer) {
  Head head(record);
  play_on(head, record, record.outcome.frame, observer);
}

std::vector<Hand> hands_of(const duel::Record& record) {
  HandList list;
  play_again(record, list);
  return std::move(list.hands);
}

std::array<duel::Feats, 2> feats_of(const duel::Record& record) {
  duel::FeatCounter counter;
  play_again(record, counter);
  return counter.feats();
}

rules::Pair pair_of(const duel::Game& game, duel::Seat seat, int hand) {
  const duel::Queues& queues = game.duel() != nullptr ? game.duel()->queues() : game.turn_duel()->queues();
  return queues.at(seat, hand);
}

const rules::Field& field_of(const duel::Game& game, duel::Seat seat) {
  return game.duel() != nullptr ? game.duel()->lane(seat).field() : game.turn_duel()->side(seat).field;
}

}  // namespace rensa::record
