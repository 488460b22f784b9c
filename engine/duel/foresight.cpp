#include "engine/duel/foresight.h"

#include <array>

#include "engine/rules/link.h"

namespace rensa::duel {

namespace {

// Beyond what any game reaches, and far from what numbers can hold.
constexpr int kMostFrames = 1'000'000'000;
constexpr std::int64_t kMostPoints = std::int64_t{1} << 50;
constexpr int kLongestWait = 255;

// The pairs that are shown, where a queue has them; the others are none.
Queues queues_of(const rules::Ruleset& ruleset, const SideView& own) {
  constexpr std::size_t kLength = rules::PairQueue::kLength;
  std::array<rules::Pair, kLength> pairs{};
  const auto before = static_cast<std::size_t>(own.hand) % kLength + kLength - 1;
  for (std::size_t i = 0; i < known_pairs(own).size(); ++i) pairs[(before + i) % kLength] = own.pairs[i];
  GameSetup setup{.ruleset = ruleset, .seed = 0, .queue = rules::PairQueue::from_pairs(pairs)};
  setup.ruleset.queue = rules::QueueSharing::common;  // what is shown has come from wherever it comes
  return Queues(setup);
}

Lane lane_of(const SideView& own) {
  return Lane(Lane::Known{.field = own.field,
                          .pair = own.pairs[0],
                          .falling = own.falling.value_or(rules::FallingPair{}),
                          .phase = own.phase,
                          .waiting = own.waiting,
                          .score = own.score,
                          .link = own.link,
                          .hand = own.hand,
                          .motion = *own.motion});
}

bool is_inside(const rules::FallingPair& pair, const rules::Field& field) {
  const rules::Shaft shaft(field);
  return pair.y >= 1 && pair.y <= rules::kTrapRow && pair.child_y() >= 1 && pair.child_y() <= rules::kTrapRow + 1 &&
         !shaft.blocked(pair.x, pair.y) && !shaft.blocked(pair.child_x(), pair.child_y());
}

bool is_colour_pair(rules::Pair pair) { return rules::is_colour(pair.axis) && rules::is_colour(pair.child); }

// No fall is longer than a field is high.
bool can_come_to_rest(const SideView& own) {
  rules::Field field = own.field;
  GarbageColumns entering = own.motion->entering;
  int rows = own.motion->rows;
  do {
    if (rows > rules::kHiddenRow) return false;
    let_garbage_enter(field, entering);
    ++rows;
  } while (rules::fall_one_row(field));
  return true;
}

bool is_falling_garbage(Phase phase) { return phase == Phase::garbage_falling || phase == Phase::settling; }

}  // namespace

std::optional<Foresight> Foresight::of(const rules::Ruleset& ruleset, const View& view) {
  const SideView& own = view.own;
  if (!own.motion || own.hand < 0 || own.hand > kMostFrames || view.clock > kMostFrames) return std::nullopt;
  Foresight foresight(ruleset, view);
  return foresight.is_possible() ? std::optional(foresight) : std::nullopt;
}

Foresight::Foresight(const rules::Ruleset& ruleset, const View& view)
    : ruleset_(ruleset),
      seat_(view.seat),
      seen_(view.own),
      clock_(view.clock),
      queues_(queues_of(ruleset, view.own)),
      lane_(lane_of(view.own)) {
  if (seen_.motion->driven) horizon_ = Horizon::driven;
  if (lane_.dead()) horizon_ = Horizon::over;
}

// What a view holds may have come over a wire.
bool Foresight::is_possible() const {
  const Motion& motion = *seen_.motion;
  if (motion.wait > kLongestWait || seen_.score > kMostPoints || motion.unsent < 0) return false;
  if (seen_.waiting.total() > kMostWaitingGarbage || !lane_.is_consistent()) return false;
  if (!can_come_to_rest(seen_)) return false;
  if (seen_.falling.has_value() != (seen_.phase == Phase::control)) return false;
  if (seen_.falling && !is_inside(*seen_.falling, seen_.field)) return false;
  return seen_.hand == 0 || (seen_.pairs_shown > 0 && is_colour_pair(seen_.pairs[0]));
}

Horizon Foresight::step(const Input& input) {
  if (horizon_ == Horizon::driven && input.kind == Input::Kind::keys) horizon_ = Horizon::open;
  if (ruleset_.frame_limit > 0 && clock_ >= ruleset_.frame_limit) horizon_ = Horizon::over;
  if (horizon_ != Horizon::open) return horizon_;

  Lane next = lane_;
  Events events;
  const Lane::Surroundings around{.ruleset = ruleset_, .queues = queues_, .frame = clock_ + 1, .seat = seat_};
  const Lane::Report report = next.step(input, around, events);
  offset(next.waiting(), report.attack);
  horizon_ = reached_by(next);
  if (horizon_ != Horizon::open && horizon_ != Horizon::over) return horizon_;
  lane_ = next;
  events_ = events;
  ++clock_;
  return horizon_;
}

// The rest of garbage that does not fill whole rows falls by lot.
Horizon Foresight::reached_by(const Lane& next) const {
  if (next.dead()) return Horizon::over;
  if (next.hand() - seen_.hand >= seen_.pairs_shown) return Horizon::pair;
  const bool garbage_begins = is_falling_garbage(next.phase()) && !is_falling_garbage(lane_.phase());
  if (garbage_begins && next.motion().dropping % rules::kColumns != 0) return Horizon::garbage;
  return Horizon::open;
}

SideView Foresight::own() const {
  SideView own;
  own.field = lane_.field();
  own.pairs_shown = seen_.pairs_shown - pairs_used();
  for (int i = 0; i < own.pairs_shown; ++i) {
    own.pairs[static_cast<std::size_t>(i)] = seen_.pairs[static_cast<std::size_t>(i + pairs_used())];
  }
  if (lane_.phase() == Phase::control) own.falling = lane_.falling_pair();
  own.waiting = lane_.waiting();
  own.score = lane_.score();
  own.link = lane_.link();
  own.hand = lane_.hand();
  own.phase = lane_.phase();
  own.motion = lane_.motion();
  return own;
}

}  // namespace rensa::duel
