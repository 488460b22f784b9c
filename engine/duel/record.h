#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/setup.h"

namespace rensa::duel {

// The file of a finished game as data: what it was made from, what both seats did, and hashes that find the first
// difference. Bytes are in record_codec.h, re-simulation in verify.h, taking one down in record_writer.h.

inline constexpr int kRecordVersion = 1;
inline constexpr std::size_t kMaxNameBytes = 64;
inline constexpr int kMaxRecordedClock = 1'000'000'000;
inline constexpr int kFramesPerCheckpoint = 60;  // a turn game has one every turn

// One input, with a tag chained over the previous tag, this entry and the state that it met. A placement in a game of
// frames comes with the keys that it was driven by, none if it was refused: however routes are planned one day, the
// record plays as it was played.
struct RecordedInput {
  int clock = 0;  // the frame or turn that it takes part in; 1 is the first
  Seat seat = Seat::one;
  Input input;
  rules::Route route;
  std::uint16_t tag = 0;
  friend bool operator==(const RecordedInput&, const RecordedInput&) = default;
};

struct Record {
  GameSetup setup;
  std::uint64_t ruleset_digest = 0;
  std::array<std::string, 2> players;      // UTF-8
  std::vector<RecordedInput> inputs;       // by clock, then seat
  std::vector<std::uint64_t> checkpoints;  // state hashes after every 60th frame (every turn) and after the last one
  Outcome outcome;
  friend bool operator==(const Record&, const Record&) = default;
};

constexpr int checkpoint_spacing(rules::Pacing pacing) {
  return pacing == rules::Pacing::frames ? kFramesPerCheckpoint : 1;
}
// How many checkpoints a game of so many frames or turns has, and when the one of an index is.
constexpr int checkpoint_count(rules::Pacing pacing, int last) {
  const int spacing = checkpoint_spacing(pacing);
  return last / spacing + (last % spacing == 0 ? 0 : 1);
}
constexpr int checkpoint_clock(rules::Pacing pacing, std::size_t index, int last) {
  const std::int64_t full = (static_cast<std::int64_t>(index) + 1) * checkpoint_spacing(pacing);
  return full < last ? static_cast<int>(full) : last;
}

constexpr bool has_route(rules::Pacing pacing, const Input& input) {
  return pacing == rules::Pacing::frames && input.kind == Input::Kind::placement;
}

// A stretch of a route in which the same keys are held.
struct KeyRun {
  rules::Keys keys = rules::Keys::none;
  std::uint8_t frames = 0;
};
static_assert(rules::Route::kMaxFrames <= std::numeric_limits<std::uint8_t>::max());
std::vector<KeyRun> runs_of(const rules::Route& route);
// The same, behind those that are there.
void append_runs(const rules::Route& route, std::vector<KeyRun>& runs);
// nullopt: too long, or not the runs that some route has.
std::optional<rules::Route> route_of(std::span<const KeyRun> runs);

// UTF-8 without control characters, not longer than allowed.
bool is_name(std::string_view text);

// The tag of an input that met a state of this hash.
std::uint16_t input_tag(std::uint16_t previous, const RecordedInput& entry, std::uint64_t state_hash);

}  // namespace rensa::duel
