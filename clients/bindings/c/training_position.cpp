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
      side_(waiting_side(puzzle_.field, 0)) {
  begin(hand_after({}, side_));
}

rules::Field TrainingPosition::field_after(std::span<const rules::Placement> placements) const {
  rules::Field field = puzzle_.field;
  std::size_t next = 0;
  for (const puzzles::Step& step : puzzle_.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      puzzles::drop_garbage(field, std::get<notation::GarbageDrop>(step));
      continue;
    }
    if (next == placements.size()) break;
    rules::drop_pair(field, *pair, placements[next++]);
    puzzles::play_chain(field);
  }
  return field;
}

duel::FrameSide TrainingPosition::waiting_side(const rules::Field& field, std::size_t number) const {
  return duel::FrameSide(duel::FrameSide::KnownState{.field = field,
                                                     .pair = pairs_[number],
                                                     .falling = {},
                                                     .phase = duel::Phase::preparation,
                                                     .waiting = {},
                                                     .score = 0,
                                                     .link = 0,
                                                     .hand = static_cast<int>(number) + 1,
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
  if (is_over_ || is_waiting()) {
    events_ = {};
    return events_;
  }
  duel::FrameSide side = side_;
  duel::Events events;
  side.step(input_, {.ruleset = default_rules(), .queues = queues_, .frame = frame_ + 1, .seat = duel::Seat::one},
            events);
  rules::Placement locked = locked_placement_;
  bool has_ended = false;
  for (const duel::Event& event : events) {
    if (event.kind == duel::EventKind::locked) locked = {event.x, event.r};
    has_ended = has_ended || event.kind == duel::EventKind::preparation_started || event.kind == duel::EventKind::died;
  }
  if (has_ended) {
    // The side has announced its next pair, or is choked. The next pair then comes from the puzzle.
    std::vector<rules::Placement> placements = placements_;
    placements.push_back(locked);
    begin(hand_after(std::move(placements), side));
  } else {
    if (input_.kind != duel::Input::Kind::none) is_input_given_ = true;
    input_ = {};
    side_ = side;
  }
  locked_placement_ = locked;
  events_ = events;
  ++frame_;
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
  const std::span<const rules::Placement> left =
      std::span(placements_).first(std::min(placed_count, placements_.size()));
  begin(hand_after({left.begin(), left.end()}, side_));
}

TrainingPosition::Hand TrainingPosition::hand_after(std::vector<rules::Placement> placements,
                                                    const duel::FrameSide& side) const {
  const rules::Field field = field_after(placements);
  const bool is_over =
      puzzles::check_attempt(puzzle_, placements).solved || placements.size() == pairs_.size() || field.is_choked();
  const duel::FrameSide next = is_over ? side : waiting_side(field, placements.size());
  return {std::move(placements), next, is_over};
}

void TrainingPosition::begin(Hand hand) {
  placements_ = std::move(hand.placements);
  side_ = hand.side;
  is_over_ = hand.is_over;
  input_ = {};
  is_input_given_ = false;
}

duel::SideView TrainingPosition::side(const rules::Placement* placement) const {
  duel::SideView side;
  side.field = side_.field();
  side.score = side_.score();
  side.link = side_.link();
  side.hand = side_.hand();
  side.phase = side_.phase();
  side.motion = side_.motion();
  for (std::size_t i = placements_.size();
       i < pairs_.size() && side.pairs_shown < default_rules().visible_pairs && !is_over_; ++i) {
    side.pairs[static_cast<std::size_t>(side.pairs_shown++)] = pairs_[i];
  }
  if (side_.phase() != duel::Phase::control || is_over_) return side;
  side.falling = side_.falling_pair();
  if (placement != nullptr && is_waiting()) side.falling = above(side_.field(), *placement).value_or(*side.falling);
  return side;
}

}  // namespace rensa::bindings
