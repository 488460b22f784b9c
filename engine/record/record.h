#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duel/game_setup.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"

namespace rensa::record {

// The record of a finished game as data: its setup, the inputs of both seats, and state hashes that find the first
// difference. See codec.h for its bytes, verify.h for checks, record_writer.h for recording and replay.h for replays.

// The newest version. Records of games that were never interrupted have the first one.
inline constexpr int kRecordVersion = 2;
inline constexpr std::size_t kMaxNameBytes = 64;
inline constexpr int kMaxRecordedClock = 1'000'000'000;
inline constexpr int kFramesPerCheckpoint = 60;  // a turn game has a checkpoint every turn

// One input, with a tag that is a hash of the previous tag, this entry and the state before it. A placement in a frame
// game comes with its route, which is empty if the placement was refused. So replays do not depend on the route search.
struct RecordedInput {
  int clock = 0;  // the frame or turn of the input; 1 is the first
  duel::Seat seat = duel::Seat::one;
  duel::Input input;
  movement::Route route;
  std::uint16_t tag = 0;
  friend bool operator==(const RecordedInput&, const RecordedInput&) = default;
};

struct Record {
  duel::GameSetup setup;
  std::uint64_t ruleset_digest = 0;
  std::array<std::string, 2> players;      // UTF-8
  std::vector<RecordedInput> inputs;       // by clock, then seat
  std::vector<std::uint64_t> checkpoints;  // state hashes after every 60th frame (every turn) and after the last one
  duel::Outcome outcome;
  // The frames or turns after which the game was interrupted, because its server was stopped. Ascending. The game is
  // the same as one that was not interrupted.
  std::vector<int> interruptions;
  friend bool operator==(const Record&, const Record&) = default;

  int version() const { return interruptions.empty() ? 1 : kRecordVersion; }
};

constexpr int checkpoint_spacing(rules::Pacing pacing) {
  return pacing == rules::Pacing::frames ? kFramesPerCheckpoint : 1;
}
// The number of checkpoints of a game whose last frame or turn is `last`, and the clock of each.
constexpr int checkpoint_count(rules::Pacing pacing, int last) {
  const int spacing = checkpoint_spacing(pacing);
  return last / spacing + (last % spacing == 0 ? 0 : 1);
}
constexpr int checkpoint_clock(rules::Pacing pacing, std::size_t index, int last) {
  const std::int64_t full = (static_cast<std::int64_t>(index) + 1) * checkpoint_spacing(pacing);
  return full < last ? static_cast<int>(full) : last;
}

constexpr bool may_have_route(rules::Pacing pacing, const duel::Input& input) {
  return pacing == rules::Pacing::frames && input.kind == duel::Input::Kind::placement;
}

// A part of a route in which the same keys are held.
struct KeyRun {
  movement::Keys keys = movement::Keys::none;
  std::uint8_t frames = 0;
};
static_assert(movement::Route::kMaxFrames <= std::numeric_limits<std::uint8_t>::max());
std::vector<KeyRun> key_runs_of(const movement::Route& route);
// Appends the key runs of a route to a list.
void append_key_runs(const movement::Route& route, std::vector<KeyRun>& runs);
// Returns nothing if the runs are too long or are not the key runs of any route.
std::optional<movement::Route> route_of_key_runs(std::span<const KeyRun> runs);

// Returns true for UTF-8 without control characters that has at most kMaxNameBytes.
bool is_valid_name(std::string_view text);

// The tag of an input, from the previous tag and the hash of the state before it.
std::uint16_t input_tag(std::uint16_t previous, const RecordedInput& entry, std::uint64_t state_hash);

}  // namespace rensa::record
