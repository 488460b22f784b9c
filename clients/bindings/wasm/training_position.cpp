#include "clients/bindings/wasm/training_position.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"
#include "engine/rules/timing.h"

namespace rensa::wasm {

namespace {

const rules::Ruleset& usual_rules() { return *rules::find_ruleset("tsu-1"); }

std::vector<rules::Pair> pairs_among(std::span<const puzzles::Step> steps) {
  std::vector<rules::Pair> pairs;
  for (const puzzles::Step& step : steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) pairs.push_back(*pair);
  }
  return pairs;
}

// Low enough for all of the pair to be seen; nullopt: the columns are too high.
std::optional<movement::FallingPair> above(const rules::Field& field, rules::Placement placement) {
  const movement::ObstacleMap obstacles(field);
  movement::FallingPair pair;
  pair.x = placement.x;
  pair.r = placement.r;
  for (pair.y = rules::kVisibleRows - 1; pair.y <= rules::kHiddenRow; ++pair.y) {
    if (!obstacles.is_blocked(pair.x, pair.y) && !obstacles.is_blocked(pair.child_x(), pair.child_y())) return pair;
  }
  return std::nullopt;
}

}  // namespace

Drill::Drill(puzzles::Puzzle puzzle)
    : puzzle_(std::move(puzzle)),
      pairs_(pairs_among(puzzle_.steps)),
      queues_({.ruleset = usual_rules(), .seed = 0, .queue = rules::PairQueue::from_pairs(pairs_)}),
      lane_(waiting_lane(puzzle_.field)) {
  begin_hand(field_now());
}

rules::Field Drill::field_now() const {
  rules::Field field = puzzle_.field;
  std::size_t next = 0;
  for (const puzzles::Step& step : puzzle_.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      puzzles::drop_garbage(field, std::get<notation::GarbageDrop>(step));
      continue;
    }
    if (next == placements_.size()) break;
    rules::drop_pair(field, *pair, placements_[next++]);
    puzzles::play_chain(field);
  }
  return field;
}

// The pair has been announced.
duel::FrameSide Drill::waiting_lane(const rules::Field& field) const {
  return duel::FrameSide(duel::FrameSide::KnownState{.field = field,
                                      .pair = pair(),
                                      .falling = {},
                                      .phase = duel::Phase::preparation,
                                      .waiting = {},
                                      .score = 0,
                                      .link = 0,
                                      .hand = static_cast<int>(placements_.size()) + 1,
                                      .motion = {.wait = rules::kPreparationFrames}});
}

duel::FrameSide Drill::controlled_lane(const movement::FallingPair& at) const {
  return duel::FrameSide(duel::FrameSide::KnownState{.field = lane_.field(),
                                      .pair = pair(),
                                      .falling = at,
                                      .phase = duel::Phase::control,
                                      .waiting = {},
                                      .score = lane_.score(),
                                      .link = 0,
                                      .hand = lane_.hand(),
                                      .motion = {}});
}

const duel::Events& Drill::step() {
  events_ = {};
  if (is_over_ || waits()) return events_;
  ++frame_;
  const duel::Input order = std::exchange(order_, {});
  if (order.kind != duel::Input::Kind::none) is_led_ = true;
  lane_.step(order, {.ruleset = usual_rules(), .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, events_);
  bool has_ended = false;
  for (const duel::Event& event : events_) {
    if (event.kind == duel::EventKind::locked) locked_ = {event.x, event.r};
    has_ended = has_ended || event.kind == duel::EventKind::preparation_started || event.kind == duel::EventKind::died;
  }
  if (has_ended) end_hand();
  return events_;
}

std::uint32_t Drill::placements() const {
  return !is_over_ && waits() ? rules::droppable_placements(lane_.field().heights()) : 0;
}

bool Drill::drop(rules::Placement placement) {
  const auto from = above(lane_.field(), placement);
  return (from && take(controlled_lane(*from), placement)) || lead(placement);
}

bool Drill::lead(rules::Placement placement) { return take(lane_, placement); }

bool Drill::follows(duel::FrameSide lane, rules::Placement placement) const {
  duel::Events told;
  lane.step(duel::Input::place(placement),
            {.ruleset = usual_rules(), .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, told);
  return std::any_of(told.begin(), told.end(),
                     [](const duel::Event& event) { return event.kind == duel::EventKind::placement_accepted; });
}

bool Drill::take(const duel::FrameSide& lane, rules::Placement placement) {
  if (!follows(lane, placement)) return false;
  lane_ = lane;
  order_ = duel::Input::place(placement);
  return true;
}

void Drill::rewind(std::size_t placed) {
  placements_.resize(std::min(placed, placements_.size()));
  begin_hand(field_now());
}

void Drill::begin_hand(const rules::Field& field) {
  order_ = {};
  is_led_ = false;
  is_over_ = is_solved() || placements_.size() == pairs_.size() || field.is_choked();
  if (!is_over_) lane_ = waiting_lane(field);
}

// The lane has announced a pair, or none fits any more; what comes next is the problem's to say.
void Drill::end_hand() {
  placements_.push_back(locked_);
  begin_hand(field_now());
}

duel::SideView Drill::side(const rules::Placement* placement) const {
  duel::SideView side;
  side.field = lane_.field();
  side.score = lane_.score();
  side.link = lane_.link();
  side.hand = lane_.hand();
  side.phase = lane_.phase();
  side.motion = lane_.motion();
  for (std::size_t i = placements_.size(); i < pairs_.size() && side.pairs_shown < 3 && !is_over_; ++i) {
    side.pairs[static_cast<std::size_t>(side.pairs_shown++)] = pairs_[i];
  }
  if (lane_.phase() != duel::Phase::control || is_over_) return side;
  side.falling = lane_.falling_pair();
  if (placement != nullptr && waits()) side.falling = above(lane_.field(), *placement).value_or(*side.falling);
  return side;
}

}  // namespace rensa::wasm
