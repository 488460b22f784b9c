#include "engine/record/reel.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace rensa::record {

namespace {

// Two seconds of a game are played again in some tens of microseconds.
constexpr int kSpacing = 120;

class Ignore final : public duel::Observer {
 public:
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game&, const duel::Events&) override {}
};

class TakeDown final : public duel::Observer {
 public:
  explicit TakeDown(std::vector<Reel::Happening>& happenings) : happenings_(happenings) {}
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) happenings_.push_back({game.clock(), event});
  }

 private:
  std::vector<Reel::Happening>& happenings_;
};

}  // namespace

Reel::Reel(duel::Record record) : record_(std::move(record)), head_(record_) {
  TakeDown take_down(happenings_);
  Head head = head_;
  for (int clock = 0; clock < last(); clock += kSpacing) {
    kept_.push_back(head);
    play_on(head, record_, clock + kSpacing, take_down);
  }
  if (kept_.empty()) kept_.push_back(head_);
}

void Reel::wind_to(int clock) {
  assert(clock >= 0 && clock <= last());
  const auto later = std::upper_bound(kept_.begin(), kept_.end(), clock,
                                      [](int wanted, const Head& kept) { return wanted < kept.game.clock(); });
  const Head& nearest = *std::prev(later);
  if (head_.game.clock() > clock || head_.game.clock() < nearest.game.clock()) head_ = nearest;
  Ignore nobody;
  play_on(head_, record_, clock, nobody);
}

}  // namespace rensa::record
