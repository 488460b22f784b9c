#include "clients/bindings/wasm/practice_game.h"

#include <algorithm>
#include <array>

#include "engine/notation/shared_position.h"
#include "engine/rules/link.h"

namespace rensa::wasm {

namespace {

rules::Ruleset practice_rules(int colours) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.id = "practice";
  ruleset.colours = colours;
  return ruleset;
}

duel::PairQueues queues_of(std::uint64_t seed, int colours, const std::vector<rules::Pair>& first) {
  const rules::PairQueue drawn = rules::PairQueue::from_seed(seed, colours);
  std::array<rules::Pair, rules::PairQueue::kLength> pairs;
  const std::size_t given = std::min(first.size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = i < given ? first[i] : drawn.at(static_cast<int>(i - given));
  return duel::PairQueues({.ruleset = practice_rules(colours), .seed = seed, .queue = rules::PairQueue::from_pairs(pairs)});
}

duel::FrameSide lane_on(const rules::Field& field) {
  duel::FrameSide::KnownState known;
  known.field = field;
  return duel::FrameSide(known);
}

}  // namespace

Solo::Solo(std::uint64_t seed, int colours, const rules::Field& field, const std::vector<rules::Pair>& first)
    : queues_(queues_of(seed, colours, first)), ruleset_(practice_rules(colours)), lane_(lane_on(field)) {}

const duel::Events& Solo::step(const duel::Input& input) {
  events_ = {};
  ++frame_;
  lane_.step(input, {.ruleset = ruleset_, .queues = queues_, .frame = frame_, .seat = duel::Seat::one}, events_);
  for (const duel::Event& event : events_) {
    if (event.kind == duel::EventKind::controllable) kept_.push_back(lane_);
  }
  return events_;
}

bool Solo::undo() {
  const bool is_new = !kept_.empty() && lane_.phase() == duel::Phase::control && lane_.hand() == kept_.back().hand();
  if (kept_.size() < (is_new ? 2U : 1U)) return false;
  if (is_new) kept_.pop_back();
  lane_ = kept_.back();
  return true;
}

duel::SideView Solo::side() const {
  duel::SideView side;
  side.field = lane_.field();
  side.pairs_shown = 3;
  for (int i = 0; i < side.pairs_shown; ++i) {
    const int hand = lane_.hand() + i;
    if (hand > 0) side.pairs[static_cast<std::size_t>(i)] = queues_.at(duel::Seat::one, hand);
  }
  if (lane_.phase() == duel::Phase::control) side.falling = lane_.falling_pair();
  side.score = lane_.score();
  side.link = lane_.link();
  side.hand = lane_.hand();
  side.phase = lane_.phase();
  side.motion = lane_.motion();
  return side;
}

std::variant<SharedStart, StartFlaw> start_of_url(std::string_view url) {
  const auto shared = notation::parse_share_url(url);
  if (!shared) return StartFlaw::unreadable;
  const auto field = notation::playable_field(shared->field);
  if (!field) return StartFlaw::strange_cells;
  SharedStart start{.field = *field, .pairs = {}};
  rules::settle(start.field);  // what floats in a drawing falls
  for (const notation::SharedMove& move : shared->moves) {
    if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) start.pairs.push_back(placed->pair);
    if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) start.pairs.push_back(shown->pair);
  }
  return start;
}

}  // namespace rensa::wasm
