#include "clients/bindings/c/practice_game.h"

#include <algorithm>
#include <array>

#include "engine/notation/shared_position.h"
#include "engine/rules/link.h"

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
  side.pairs_shown = rules::kMaxVisiblePairs;
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

std::variant<StartPosition, StartFlaw> start_position_of_url(std::string_view url) {
  const auto shared = notation::parse_share_url(url);
  if (!shared) return StartFlaw::unreadable;
  const auto field = notation::playable_field(shared->field);
  if (!field) return StartFlaw::unknown_cells;
  StartPosition start{.field = *field, .pairs = {}};
  rules::settle(start.field);  // floating cells of a drawing fall
  for (const notation::SharedMove& move : shared->moves) {
    if (const auto* placed_count = std::get_if<notation::PlacedPair>(&move)) start.pairs.push_back(placed_count->pair);
    if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) start.pairs.push_back(shown->pair);
  }
  return start;
}

}  // namespace rensa::bindings
