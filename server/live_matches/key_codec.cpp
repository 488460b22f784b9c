#include "server/live_matches/key_codec.h"

#include <bit>
#include <limits>
#include <utility>
#include <variant>

namespace rensa::live_matches {

namespace {

// The first byte has the seat in bit 0, how the keys have changed in bits 1 to 3, and the frame for which the player
// has sent them in bits 4 to 7.
constexpr unsigned kChangeBit = 1;
constexpr unsigned kChangeMask = 7;
constexpr unsigned kFrameBit = 4;

// How the keys have changed: below kNoChange the number of the only bit that is another one.
constexpr unsigned kNoChange = 5;
constexpr unsigned kSeveralChanges = 6;  // a byte follows with all bits that are others

// The frame for which they were sent: 0 for the next one, otherwise the difference from the frame from which they
// count.
constexpr int kZeroDifference = 6;
constexpr unsigned kLastDifference = 14;
constexpr unsigned kOtherFrame = 15;  // its number follows

// The second number has these flags, and above them the difference of the clocks.
constexpr unsigned kHasCheck = 1;    // two bytes follow
constexpr unsigned kHasOtherId = 2;  // the difference from the next number of the seat follows
constexpr unsigned kClockBit = 2;

bool is_single_bit(unsigned bits) { return std::has_single_bit(bits); }

unsigned change_code(unsigned changed_bits) {
  if (changed_bits == 0) return kNoChange;
  return is_single_bit(changed_bits) ? static_cast<unsigned>(std::countr_zero(changed_bits)) : kSeveralChanges;
}

unsigned frame_code(int keys_at, int from) {
  if (keys_at == 0) return 0;
  const std::int64_t difference = std::int64_t{keys_at} - from + kZeroDifference;
  return difference >= 1 && difference <= kLastDifference ? static_cast<unsigned>(difference) : kOtherFrame;
}

bool is_late(int keys_at, int from) { return keys_at > 0 && keys_at < from; }

// Returns true if read_keys() would return the same event.
bool is_writable(const match::InputAccepted& accepted, const KeyHistory& history) {
  const match::AcceptedInput& input = accepted.input;
  return input.input.kind == duel::Input::Kind::keys && input.input == duel::Input::hold(input.input.keys) &&
         static_cast<unsigned>(input.input.keys) <= movement::kAllKeys && accepted.comment.empty() &&
         accepted.time == match::MatchTime::zero() && accepted.check <= std::numeric_limits<std::uint16_t>::max() &&
         accepted.clock >= history.clock && accepted.clock < std::numeric_limits<int>::max() &&
         input.from == accepted.clock + 1 && input.keys_at >= 0 && input.is_late == is_late(input.keys_at, input.from);
}

// Returns the bits of the keys that have changed.
std::optional<unsigned> read_change(record::ByteReader& bytes, unsigned code) {
  if (code < kNoChange) return 1U << code;
  if (code == kNoChange) return 0U;
  const auto changed = bytes.read_byte();
  if (code != kSeveralChanges || !changed || *changed > movement::kAllKeys) return std::nullopt;
  return *changed == 0 || is_single_bit(*changed) ? std::nullopt : std::optional<unsigned>(*changed);
}

std::optional<int> read_frame(record::ByteReader& bytes, unsigned code, int from) {
  if (code == 0) return 0;
  if (code < kOtherFrame) {
    const std::int64_t frame = std::int64_t{from} + static_cast<int>(code) - kZeroDifference;
    return frame > 0 && std::in_range<int>(frame) ? std::optional(static_cast<int>(frame)) : std::nullopt;
  }
  const auto frame = bytes.read_varint();
  if (!frame || *frame == 0 || !std::in_range<int>(*frame)) return std::nullopt;
  const auto keys_at = static_cast<int>(*frame);
  return frame_code(keys_at, from) == kOtherFrame ? std::optional(keys_at) : std::nullopt;
}

}  // namespace

bool begins_key_history(const match::MatchEvent& event) {
  return std::holds_alternative<match::MatchCreated>(event) || std::holds_alternative<match::GameStarted>(event) ||
         std::holds_alternative<match::SnapshotTaken>(event) || std::holds_alternative<match::ServerInterrupted>(event);
}

bool append_keys(record::ByteWriter& bytes, const match::MatchEvent& event, KeyHistory& history) {
  const auto* accepted = std::get_if<match::InputAccepted>(&event);
  if (accepted == nullptr || !is_writable(*accepted, history)) return false;
  const match::AcceptedInput& input = accepted->input;
  KeyHistory::LastKeys& last = history.seats[duel::index_of(input.seat)];
  const unsigned changed = static_cast<unsigned>(last.keys) ^ static_cast<unsigned>(input.input.keys);
  const unsigned frame = frame_code(input.keys_at, input.from);
  const std::uint32_t id_difference = input.id - (last.id + 1);
  bytes.write_byte(static_cast<unsigned>(duel::index_of(input.seat)) | change_code(changed) << kChangeBit |
                   frame << kFrameBit);
  const auto clock_difference = static_cast<std::uint64_t>(accepted->clock - history.clock);
  bytes.write_varint(clock_difference << kClockBit | (id_difference != 0 ? kHasOtherId : 0) |
                     (accepted->check != 0 ? kHasCheck : 0));
  if (change_code(changed) == kSeveralChanges) bytes.write_byte(changed);
  if (frame == kOtherFrame) bytes.write_varint(static_cast<std::uint64_t>(input.keys_at));
  if (id_difference != 0) bytes.write_varint(id_difference);
  if (accepted->check != 0) bytes.write_fixed16(static_cast<std::uint16_t>(accepted->check));
  history.clock = accepted->clock;
  last = {.id = input.id, .keys = input.input.keys};
  return true;
}

std::optional<match::InputAccepted> read_keys(record::ByteReader& bytes, KeyHistory& history) {
  const auto first = bytes.read_byte();
  const auto second = bytes.read_varint();
  if (!first || !second) return std::nullopt;
  const std::uint64_t clock = static_cast<std::uint64_t>(history.clock) + (*second >> kClockBit);
  if (clock >= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return std::nullopt;
  match::InputAccepted accepted;
  accepted.clock = static_cast<int>(clock);
  match::AcceptedInput& input = accepted.input;
  input.seat = (*first & 1U) == 0 ? duel::Seat::one : duel::Seat::two;
  input.from = accepted.clock + 1;
  KeyHistory::LastKeys& last = history.seats[duel::index_of(input.seat)];
  const auto changed = read_change(bytes, *first >> kChangeBit & kChangeMask);
  const auto frame = read_frame(bytes, *first >> kFrameBit, input.from);
  if (!changed || !frame) return std::nullopt;
  input.input = duel::Input::hold(static_cast<movement::Keys>(static_cast<unsigned>(last.keys) ^ *changed));
  input.keys_at = *frame;
  input.is_late = is_late(input.keys_at, input.from);
  input.id = last.id + 1;
  if ((*second & kHasOtherId) != 0) {
    const auto difference = bytes.read_varint();
    if (!difference || *difference == 0 || !std::in_range<std::uint32_t>(*difference)) return std::nullopt;
    input.id += static_cast<std::uint32_t>(*difference);
  }
  if ((*second & kHasCheck) != 0) {
    const auto check = bytes.read_fixed16();
    if (!check || *check == 0) return std::nullopt;
    accepted.check = *check;
  }
  history.clock = accepted.clock;
  last = {.id = input.id, .keys = input.input.keys};
  return accepted;
}

}  // namespace rensa::live_matches
