#include <algorithm>

#include "engine/duel/garbage_drop.h"
#include "engine/record/game_history.h"
#include "engine/record/replay.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"

namespace rensa::record {

namespace {

// Plays the written moves on a field of its own, to compare it with the game's field. It has no row 14: cells that
// would come to rest there vanish. In a game they stay in row 14, which the formats do not know.
class MoveTranscript final : public duel::GameObserver {
 public:
  explicit MoveTranscript(duel::Seat seat) : seat_(seat) {}

  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) {
      if (event.seat != seat_ || !error.empty()) continue;
      if (event.kind == duel::EventKind::locked) place(game, event);
      if (event.kind == duel::EventKind::garbage_fell) drop_garbage(game.field(seat_));
      if (event.kind == duel::EventKind::controllable || event.kind == duel::EventKind::died) {
        if (!(field_.planes() == game.field(seat_).planes())) fail("came to rest where these moves do not put it");
      }
    }
  }

  notation::SharedPosition shared;
  std::string error;

 private:
  void fail(const std::string& what) {
    error = "hand ";
    error.append(std::to_string(hand_)).append(" ").append(what);
  }

  void place(const duel::Game& game, const duel::Event& event) {
    hand_ = event.number;
    const notation::PlacedPair placed{game.pair_at(seat_, event.number), {event.x, event.r}};
    const rules::Landing rest = rules::landing(field_.heights(), placed.placement);
    if (rest.axis_y <= rules::kHiddenRow) field_.put(event.x, rest.axis_y, placed.pair.axis);
    if (rest.child_y <= rules::kHiddenRow) field_.put(placed.placement.child_x(), rest.child_y, placed.pair.child);
    rules::simulate_chain(field_);
    shared.moves.emplace_back(placed);
  }

  // Adds the garbage that fell as a move. The field after it shows the cells that fell, but not those that found no
  // room. All columns get the same number of cells or one fewer, so this number is assumed for full columns.
  void drop_garbage(const rules::Field& after) {
    const rules::Heights before = field_.heights();
    const rules::Heights now = after.heights();
    notation::GarbageDrop drop;
    for (std::size_t i = 0; i < rules::kColumns; ++i) drop.counts[i] = std::max(0, now[i + 1] - before[i + 1]);
    const int most = *std::max_element(drop.counts.begin(), drop.counts.end());
    duel::GarbageColumns entering{};
    for (std::size_t i = 0; i < rules::kColumns; ++i) {
      if (now[i + 1] == rules::kHiddenRow) drop.counts[i] = std::max(drop.counts[i], most - 1);
      entering[i + 1] = static_cast<std::uint8_t>(drop.counts[i]);
    }
    duel::drop_garbage(field_, entering);
    shared.moves.emplace_back(drop);
  }

  duel::Seat seat_;
  int hand_ = 0;
  rules::Field field_;
};

}  // namespace

rules::Parsed<notation::SharedPosition> shared_moves_of(const record::Record& record, duel::Seat seat) {
  MoveTranscript transcript(seat);
  replay_all(record, transcript);
  if (!transcript.error.empty()) return rules::ParseError{transcript.error, 0};
  return transcript.shared;
}

}  // namespace rensa::record
