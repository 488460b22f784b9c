#include "clients/bindings/c/practice_game.h"

#include <algorithm>
#include <array>

namespace rensa::bindings {

namespace {

rules::Ruleset practice_rules(int colours) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.id = "practice";
  ruleset.colours = colours;
  return ruleset;
}

duel::PairQueues practice_queues(std::uint64_t seed, int colours, const std::vector<rules::Pair>& first) {
  const rules::PairQueue drawn = rules::PairQueue::from_seed(seed, colours);
  std::array<rules::Pair, rules::PairQueue::kLength> pairs;
  const std::size_t given = std::min(first.size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = i < given ? first[i] : drawn.at(static_cast<int>(i - given));
  return duel::PairQueues(
      {.ruleset = practice_rules(colours), .seed = seed, .queue = rules::PairQueue::from_pairs(pairs)});
}

duel::FrameSide side_on(const rules::Field& field) {
  duel::FrameSide::KnownState known;
  known.field = field;
  return duel::FrameSide(known);
}

}  // namespace

PracticeGame::PracticeGame(std::uint64_t seed, int colours, const rules::Field& field,
                           const std::vector<rules::Pair>& first)
    : queues_(practice_queues(seed, colours, first)), ruleset_(practice_rules(colours)), side_(side_on(field)) {}

const duel::Events& PracticeGame::step(const duel::Input& input) {
  // The only memory that a step may need: without it nothing has moved.
  if (undo_sides_.size() == undo_sides_.capacity()) undo_sides_.reserve(2 * undo_sides_.size() + 8);
  events_ = {};
  ++frame_;
  side_.step(input, {.ruleset = ruleset_, .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, events_);
  for (const duel::Event& event : events_) {
    if (event.kind == duel::EventKind::controllable) undo_sides_.push_back(side_);
  }
  return events_;
}

bool PracticeGame::undo() {
  const bool is_new =
      !undo_sides_.empty() && side_.phase() == duel::Phase::control && side_.hand() == undo_sides_.back().hand();
  if (undo_sides_.size() < (is_new ? 2U : 1U)) return false;
  if (is_new) undo_sides_.pop_back();
  side_ = undo_sides_.back();
  return true;
}

duel::SideView PracticeGame::side() const {
  duel::SideView side;
  side.field = side_.field();
  side.pairs_shown = ruleset_.visible_pairs;
  for (int i = 0; i < side.pairs_shown; ++i) {
    const int hand = side_.hand() + i;
    if (hand > 0) side.pairs[static_cast<std::size_t>(i)] = queues_.at(duel::Seat::one, hand);
  }
  if (side_.phase() == duel::Phase::control) side.falling = side_.falling_pair();
  side.score = side_.score();
  side.link = side_.link();
  side.hand = side_.hand();
  side.phase = side_.phase();
  side.motion = side_.motion();
  return side;
}

}  // namespace rensa::bindings
