#include <algorithm>
#include <string>

#include "engine/duel/game.h"
#include "engine/duel/view.h"
#include "engine/record/codec.h"
#include "engine/record/record_writer.h"
#include "engine/record/verify.h"
#include "tests/fuzz/input.h"

// The first byte chooses a ruleset, the second a seed; the rest are inputs of a seat, and waits. One game is stepped
// frame by frame, one advanced over the waits: both are the same and consistent at every point, and the record of the
// one verifies and survives its binary form.

namespace {

using rensa::fuzz::require;
using namespace rensa;
using namespace rensa::duel;

constexpr int kLastClock = 5000;
constexpr unsigned kWait = 0x80;
constexpr unsigned kSeatTwo = 0x40;

GameSetup setup_of(std::uint8_t choice, std::uint8_t seed) {
  const auto published = rules::published_rulesets();
  GameSetup setup{.ruleset = published[choice % published.size()], .seed = seed, .queue = std::nullopt};
  if (choice < 64) return setup;
  setup.ruleset.id = "fuzzed";
  setup.ruleset.colours = 3 + choice % 3;
  setup.ruleset.visible_pairs = 1 + choice / 16 % rules::kMaxVisiblePairs;
  if ((choice & 1) != 0) setup.ruleset.queue = rules::QueueSharing::common_until_clear;
  if ((choice & 2) != 0) setup.ruleset.max_garbage_drop = 78;
  if (setup.ruleset.attack == rules::AttackFormula::score) setup.ruleset.garbage_rate = (choice & 4) != 0 ? 1 : 120;
  if (setup.ruleset.pacing == rules::Pacing::frames && (choice & 8) != 0) {
    setup.ruleset.frame_limit = 600;
    setup.ruleset.margin_start_frames = 100;
    setup.ruleset.margin_step_frames = 50;
  }
  require(!rules::why_unplayable(setup.ruleset));
  return setup;
}

// Both games, and what writes the one down.
class Twins {
 public:
  explicit Twins(const GameSetup& setup) : stepped_(setup), advanced_(setup), writer_(setup, {"one", "two"}) {}

  bool goes_on() const { return !advanced_.outcome() && advanced_.clock() < kLastClock; }

  void act(const Inputs& inputs) {
    writer_.before_step(advanced_, inputs);
    const Events events = advanced_.step(inputs);
    require(events == stepped_.step(inputs));
    compare(events);
  }

  void wait(int frames) {
    if (advanced_.turn_game() != nullptr) return act({});
    const int end = advanced_.clock() + frames;
    while (goes_on() && advanced_.clock() < end) {
      const Events events = advanced_.advance(std::min(end, writer_.next_required_clock()));
      while (stepped_.clock() < advanced_.clock()) {
        const Events now = stepped_.step({});
        require(now.empty() || stepped_.clock() == advanced_.clock());
        if (stepped_.clock() == advanced_.clock()) require(now == events);
      }
      compare(events);
    }
  }

  void finish() {
    const Outcome broken_off{.winner = Seat::two, .cause = Cause::resigned, .frame = 0};
    const record::Record record = writer_.finish(advanced_, broken_off);
    require(record::verify(record).ok());
    const record::DecodeResult decoded = record::decode(record::encode(record));
    require(decoded.record && !decoded.error && *decoded.record == record);
  }

 private:
  void compare(const Events& events) {
    writer_.after_step(advanced_, events);
    require(advanced_.is_consistent());
    require(stepped_.hash() == advanced_.hash());
    for (const Seat seat : kSeats) require(view_for_seat(stepped_, seat) == view_for_seat(advanced_, seat));
  }

  Game stepped_;
  Game advanced_;
  record::RecordWriter writer_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  Twins twins(setup_of(data[0], data[1]));
  for (std::size_t i = 2; i < size && twins.goes_on(); ++i) {
    const unsigned byte = data[i];
    if ((byte & kWait) != 0) {
      twins.wait(static_cast<int>(byte & 0x7FU) + 1);
      continue;
    }
    Inputs inputs;
    const auto input = unpack_input(static_cast<std::uint8_t>(byte & 0x3FU));
    // A byte that is no input at all stands for a placement off the field.
    inputs[(byte & kSeatTwo) != 0 ? 1 : 0] = input.value_or(Input::place({1, rules::Rotation::left}));
    twins.act(inputs);
  }
  twins.finish();
  return 0;
}
