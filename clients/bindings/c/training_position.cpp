#include "clients/bindings/c/training_position.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/puzzles/goal.h"
#include "engine/rules/drop.h"
#include "engine/rules/timing.h"

namespace rensa::bindings {

namespace {

const rules::Ruleset& default_rules() { return *rules::find_ruleset("tsu-1"); }

std::vector<rules::Pair> pairs_among(std::span<const puzzles::Step> steps) {
  std::vector<rules::Pair> pairs;
  for (const puzzles::Step& step : steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) pairs.push_back(*pair);
  }
  return pairs;
}

// The pair above its placement, low enough to be visible; nullopt if the columns are too high.
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

TrainingPosition::TrainingPosition(puzzles::Puzzle puzzle)
    : puzzle_(std::move(puzzle)),
      pairs_(pairs_among(puzzle_.steps)),
      queues_({.ruleset = default_rules(), .seed = 0, .queue = rules::PairQueue::from_pairs(pairs_)}),
      side_(waiting_side(puzzle_.field)) {
  begin_hand(current_field());
}

rules::Field TrainingPosition::current_field() const {
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

// The side at the moment when the next pair is announced.
duel::FrameSide TrainingPosition::waiting_side(const rules::Field& field) const {
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

duel::FrameSide TrainingPosition::controlled_side(const movement::FallingPair& at) const {
  return duel::FrameSide(duel::FrameSide::KnownState{.field = side_.field(),
                                                     .pair = pair(),
                                                     .falling = at,
                                                     .phase = duel::Phase::control,
                                                     .waiting = {},
                                                     .score = side_.score(),
                                                     .link = 0,
                                                     .hand = side_.hand(),
                                                     .motion = {}});
}

const duel::Events& TrainingPosition::step() {
  events_ = {};
  if (is_over_ || is_waiting()) return events_;
  ++frame_;
  const duel::Input order = std::exchange(input_, {});
  if (order.kind != duel::Input::Kind::none) is_input_given_ = true;
  side_.step(order, {.ruleset = default_rules(), .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, events_);
  bool has_ended = false;
  for (const duel::Event& event : events_) {
    if (event.kind == duel::EventKind::locked) locked_placement_ = {event.x, event.r};
    has_ended = has_ended || event.kind == duel::EventKind::preparation_started || event.kind == duel::EventKind::died;
  }
  if (has_ended) end_hand();
  return events_;
}

std::uint32_t TrainingPosition::placements() const {
  return !is_over_ && is_waiting() ? rules::droppable_placements(side_.field().heights()) : 0;
}

bool TrainingPosition::drop(rules::Placement placement) {
  const auto from = above(side_.field(), placement);
  return (from && start_input(controlled_side(*from), placement)) || steer(placement);
}

bool TrainingPosition::steer(rules::Placement placement) { return start_input(side_, placement); }

bool TrainingPosition::accepts(duel::FrameSide frame_side, rules::Placement placement) const {
  duel::Events events;
  frame_side.step(duel::Input::place(placement),
                  {.ruleset = default_rules(), .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, events);
  return std::any_of(events.begin(), events.end(),
                     [](const duel::Event& event) { return event.kind == duel::EventKind::placement_accepted; });
}

bool TrainingPosition::start_input(const duel::FrameSide& frame_side, rules::Placement placement) {
  if (!accepts(frame_side, placement)) return false;
  side_ = frame_side;
  input_ = duel::Input::place(placement);
  return true;
}

void TrainingPosition::rewind(std::size_t placed_count) {
  placements_.resize(std::min(placed_count, placements_.size()));
  begin_hand(current_field());
}

void TrainingPosition::begin_hand(const rules::Field& field) {
  input_ = {};
  is_input_given_ = false;
  is_over_ = is_solved() || placements_.size() == pairs_.size() || field.is_choked();
  if (!is_over_) side_ = waiting_side(field);
}

// Called when the side announces its next pair or is choked. The next pair then comes from the puzzle.
void TrainingPosition::end_hand() {
  placements_.push_back(locked_placement_);
  begin_hand(current_field());
}

duel::SideView TrainingPosition::side(const rules::Placement* placement) const {
  duel::SideView side;
  side.field = side_.field();
  side.score = side_.score();
  side.link = side_.link();
  side.hand = side_.hand();
  side.phase = side_.phase();
  side.motion = side_.motion();
  for (std::size_t i = placements_.size(); i < pairs_.size() && side.pairs_shown < rules::kMaxVisiblePairs && !is_over_;
       ++i) {
    side.pairs[static_cast<std::size_t>(side.pairs_shown++)] = pairs_[i];
  }
  if (side_.phase() != duel::Phase::control || is_over_) return side;
  side.falling = side_.falling_pair();
  if (placement != nullptr && is_waiting()) side.falling = above(side_.field(), *placement).value_or(*side.falling);
  return side;
}

}  // namespace rensa::bindings
