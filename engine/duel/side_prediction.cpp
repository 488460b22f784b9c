#include "engine/duel/side_prediction.h"

#include <array>

#include "engine/rules/link.h"

namespace rensa::duel {

namespace {

// The limits for the numbers of a view. No game reaches them, and sums of such numbers do not overflow.
constexpr int kMaxClock = 1'000'000'000;
constexpr std::int64_t kMostPoints = std::int64_t{1} << 50;
constexpr int kMaxWaitFrames = 255;

// Returns queues that hold the shown pairs at their hand numbers, and empty pairs at all others.
PairQueues queues_of(const rules::Ruleset& ruleset, const SideView& own) {
  constexpr std::size_t kLength = rules::PairQueue::kLength;
  std::array<rules::Pair, kLength> pairs{};
  const auto before = static_cast<std::size_t>(own.hand) % kLength + kLength - 1;
  for (std::size_t i = 0; i < known_pairs(own).size(); ++i) pairs[(before + i) % kLength] = own.pairs[i];
  GameSetup setup{.ruleset = ruleset, .seed = 0, .queue = rules::PairQueue::from_pairs(pairs)};
  setup.ruleset.queue = rules::QueueSharing::common;  // the shown pairs do not depend on the ruleset's queues
  return PairQueues(setup);
}

FrameSide side_of(const SideView& own) {
  return FrameSide(FrameSide::KnownState{.field = own.field,
                                         .pair = own.pairs[0],
                                         .falling = own.falling.value_or(movement::FallingPair{}),
                                         .phase = own.phase,
                                         .waiting = own.waiting,
                                         .score = own.score,
                                         .link = own.link,
                                         .hand = own.hand,
                                         .motion = *own.motion});
}

bool is_in_free_cells(const movement::FallingPair& pair, const rules::Field& field) {
  const movement::ObstacleMap obstacles(field);
  return pair.y >= 1 && pair.y <= rules::kTrapRow && pair.child_y() >= 1 && pair.child_y() <= rules::kTrapRow + 1 &&
         !obstacles.is_blocked(pair.x, pair.y) && !obstacles.is_blocked(pair.child_x(), pair.child_y());
}

// Returns false if cells and garbage would fall farther than a field is high.
bool can_come_to_rest(const SideView& own) {
  rules::Field field = own.field;
  GarbageColumns entering = own.motion->entering;
  int rows = own.motion->rows;
  do {
    if (rows > rules::kHiddenRow) return false;
    enter_garbage_row(field, entering);
    ++rows;
  } while (rules::fall_one_row(field));
  return true;
}

}  // namespace

std::optional<SidePrediction> SidePrediction::from_view(const rules::Ruleset& ruleset, const View& view) {
  const SideView& own = view.own;
  if (!own.motion || own.hand < 0 || own.hand > kMaxClock || view.clock > kMaxClock) return std::nullopt;
  SidePrediction prediction(ruleset, view);
  return prediction.is_possible() ? std::optional(prediction) : std::nullopt;
}

SidePrediction::SidePrediction(const rules::Ruleset& ruleset, const View& view)
    : ruleset_(ruleset),
      seat_(view.seat),
      seen_(view.own),
      clock_(view.clock),
      queues_(queues_of(ruleset, view.own)),
      side_(side_of(view.own)) {
  if (seen_.motion->driven) state_ = PredictionState::unknown_route;
  if (side_.is_dead()) state_ = PredictionState::ended;
}

// Returns true if a game can show this view. Checks all values, because the view may have come over the network.
bool SidePrediction::is_possible() const {
  const Motion& motion = *seen_.motion;
  if (motion.wait > kMaxWaitFrames || seen_.score > kMostPoints || motion.unsent < 0) return false;
  if (seen_.waiting.total() > kMaxWaitingGarbage || !side_.is_consistent()) return false;
  if (!can_come_to_rest(seen_)) return false;
  if (seen_.falling.has_value() != (seen_.phase == Phase::control)) return false;
  if (seen_.falling && !is_in_free_cells(*seen_.falling, seen_.field)) return false;
  return seen_.hand == 0 || (seen_.pairs_shown > 0 && seen_.pairs[0].has_colours());
}

PredictionState SidePrediction::step(const Input& input) {
  if (state_ == PredictionState::unknown_route && input.kind == Input::Kind::keys)
    state_ = PredictionState::predictable;
  if (ruleset_.frame_limit > 0 && clock_ >= ruleset_.frame_limit) state_ = PredictionState::ended;
  if (state_ != PredictionState::predictable) return state_;

  FrameSide next = side_;
  Events events;
  const FrameSide::StepContext context{.ruleset = ruleset_, .queues = queues_, .frame = clock_ + 1, .seat = seat_};
  const FrameSide::StepReport report = next.step(input, context, events);
  cancel_garbage(next.waiting(), report.attack);
  state_ = state_after(next);
  if (state_ != PredictionState::predictable && state_ != PredictionState::ended) return state_;
  side_ = next;
  events_ = events;
  ++clock_;
  return state_;
}

// Returns the state of the prediction before the frame that leads to `next`. That frame cannot be predicted if garbage
// falls in it that does not fill whole rows, because such garbage falls into random columns.
PredictionState SidePrediction::state_after(const FrameSide& next) const {
  if (next.is_dead()) return PredictionState::ended;
  if (next.hand() - seen_.hand >= seen_.pairs_shown) return PredictionState::unknown_pair;
  const bool garbage_begins = is_garbage_falling(next.phase()) && !is_garbage_falling(side_.phase());
  if (garbage_begins && next.motion().dropping % rules::kColumns != 0) return PredictionState::unknown_garbage;
  return PredictionState::predictable;
}

SideView SidePrediction::own() const {
  SideView own = side_view_of(side_);
  own.pairs_shown = seen_.pairs_shown - pairs_used();
  for (int i = 0; i < own.pairs_shown; ++i) {
    own.pairs[static_cast<std::size_t>(i)] = seen_.pairs[static_cast<std::size_t>(i + pairs_used())];
  }
  own.motion = side_.motion();
  return own;
}

}  // namespace rensa::duel
