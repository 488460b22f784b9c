#include "engine/record/codec.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <type_traits>
#include <utility>

#include "engine/duel/state_hash.h"
#include "engine/record/bytes.h"
#include "engine/record/verify.h"
#include "engine/rules/hash.h"
#include "engine/rules/ruleset.h"

namespace rensa::record {

namespace {

// The binary form of a record, in order:
//
//   magic; version, a varint
//   ruleset: its fields in the order of its digest, numbers as varints, the id as a text; the digest, 64 bits
//   seed, 64 bits; 0, or 1 and 128 bytes of an explicit queue (cell codes, axis in the high half of each byte)
//   both names as texts
//   winner (0 none, 1 seat one, 2 seat two), cause, last frame or turn (varint)
//   only in version 2: the number of interruptions, at least 1 (varint), and for each of them the frames or turns since
//   the one before, or since the start (varint)
//   for each checkpoint: the number of inputs since the one before and its guard, these inputs, the state hash, 64 bits
//   checksum over all bytes before it, 64 bits
//
// An input: frames since the last checkpoint and its guard, seat with input and its guard, the tag in 16 bits. A
// placement in a frame game also has the number of its key runs and its guard, and two bytes a run: keys and frames.
// A refused placement has no runs. A guard is the byte before it with all bits inverted: it shows damage at the place
// where the damage is.

constexpr std::array<std::uint8_t, 4> kMagic = {'R', 'N', 'S', 'A'};
constexpr std::uint64_t kVersionWithInterruptions = 2;
constexpr unsigned kGuard = 0xFF;
constexpr unsigned kSeatTwo = 0x80;
constexpr std::size_t kMaxIdBytes = 64;

void write_ruleset(ByteWriter& out, const rules::Ruleset& ruleset, std::uint64_t digest) {
  rules::for_each_setting(ruleset, [&](std::string_view, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
      out.write_text(value);
    } else {
      out.write_varint(static_cast<std::uint64_t>(value));
    }
  });
  out.write_fixed64(digest);
}

void write_queue(ByteWriter& out, const std::optional<rules::PairQueue>& queue) {
  out.write_byte(queue ? 1 : 0);
  if (!queue) return;
  for (const rules::Pair pair : queue->pairs()) {
    out.write_byte(static_cast<unsigned>(duel::code_of(pair.axis) << 4 | duel::code_of(pair.child)));
  }
}

void write_outcome(ByteWriter& out, const duel::Outcome& outcome) {
  out.write_byte(outcome.winner ? 1 + static_cast<unsigned>(*outcome.winner) : 0);
  out.write_byte(static_cast<unsigned>(outcome.cause));
  out.write_varint(static_cast<std::uint64_t>(outcome.frame));
}

void write_interruptions(ByteWriter& out, const std::vector<int>& interruptions) {
  if (interruptions.empty()) return;
  out.write_varint(interruptions.size());
  int before = 0;
  for (const int clock : interruptions) {
    out.write_varint(static_cast<std::uint64_t>(clock - before));
    before = clock;
  }
}

void write_guarded(ByteWriter& out, unsigned byte) {
  out.write_byte(byte);
  out.write_byte(byte ^ kGuard);
}

void write_route(ByteWriter& out, const movement::Route& route) {
  const std::vector<KeyRun> runs = key_runs_of(route);
  write_guarded(out, static_cast<unsigned>(runs.size()));
  for (const KeyRun& run : runs) {
    out.write_byte(static_cast<unsigned>(run.keys));
    out.write_byte(static_cast<unsigned>(run.frames));
  }
}

void write_input(ByteWriter& out, const RecordedInput& entry, rules::Pacing pacing, int first_clock) {
  const auto offset = static_cast<unsigned>(entry.clock - first_clock);
  write_guarded(out, offset);
  write_guarded(out, (entry.seat == duel::Seat::two ? kSeatTwo : 0U) | *duel::pack_input(entry.input));
  out.write_fixed16(entry.tag);
  if (may_have_route(pacing, entry.input)) write_route(out, entry.route);
}

// Writes the inputs up to each checkpoint, followed by the checkpoint's hash.
void write_blocks(ByteWriter& out, const Record& record) {
  const rules::Pacing pacing = record.setup.ruleset.pacing;
  auto entry = record.inputs.begin();
  int first_clock = 1;
  for (std::size_t i = 0; i < record.checkpoints.size(); ++i) {
    const int last_clock = checkpoint_clock(pacing, i, record.outcome.frame);
    auto end = entry;
    while (end != record.inputs.end() && end->clock <= last_clock) ++end;
    write_guarded(out, static_cast<unsigned>(end - entry));  // 120 at most
    for (; entry != end; ++entry) write_input(out, *entry, pacing, first_clock);
    out.write_fixed64(record.checkpoints[i]);
    first_clock = last_clock + 1;
  }
}

// Reads a record from front to back. It stops at the first error.
class RecordDecoder {
 public:
  explicit RecordDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes), in_(bytes) {}

  void read() {
    static_cast<void>(read_magic() && read_ruleset() && read_setup() && read_names() && read_outcome() &&
                      read_interruptions() && read_blocks() && read_checksum());
  }
  const std::optional<DecodeError>& error() const { return error_; }
  bool is_whole() const { return is_whole_; }  // all bytes were read; only the checksum may be wrong
  Record& record() { return record_; }

 private:
  bool fail(std::size_t position, std::string message) {
    error_ = DecodeError{.position = position, .message = std::move(message), .clock = clock_};
    return false;
  }
  bool fail_here(std::string message) { return fail(in_.position(), std::move(message)); }

  template <class Value>
  bool take_value(std::optional<Value> read, Value& into, const char* what) {
    if (!read) return fail_here(std::string(what) + " is cut off or ill-formed");
    into = std::move(*read);
    return true;
  }
  bool take_number(std::uint64_t most, std::uint64_t& into, const char* what) {
    const std::size_t start = in_.position();
    if (!take_value(in_.read_varint(), into, what)) return false;
    return into <= most || fail(start, std::string(what) + " is out of range");
  }

  bool read_magic() {
    for (const std::uint8_t expected : kMagic) {
      const std::size_t start = in_.position();
      if (in_.read_byte() != expected) return fail(start, "this is not a record");
    }
    const std::size_t start = in_.position();
    if (!take_value(in_.read_varint(), version_, "the version")) return false;
    const bool is_known = version_ >= 1 && version_ <= kRecordVersion;
    return is_known || fail(start, "version " + std::to_string(version_) + " is not known");
  }

  bool read_ruleset() {
    const std::size_t start = in_.position();
    bool whole = true;
    rules::for_each_setting(record_.setup.ruleset,
                            [&](std::string_view, auto& value) { whole = whole && read_field(value); });
    if (!whole || !take_value(in_.read_fixed64(), record_.ruleset_digest, "the ruleset's digest")) return false;
    if (const auto why = rules::why_unplayable(record_.setup.ruleset)) return fail(start, "the ruleset: " + *why);
    return true;
  }

  bool read_field(std::string& value) { return take_value(in_.read_text(kMaxIdBytes), value, "the ruleset's id"); }
  template <class Value>
  bool read_field(Value& value) {
    std::uint64_t number = 0;
    // Enumerations have one byte. why_unplayable() finds values that are out of range.
    if (!take_number(std::is_enum_v<Value> ? 0xFF : 0x7FFF'FFFF, number, "a value of the ruleset")) return false;
    value = static_cast<Value>(number);
    return true;
  }

  bool read_setup() {
    if (!take_value(in_.read_fixed64(), record_.setup.seed, "the seed")) return false;
    const std::size_t start = in_.position();
    std::uint8_t flag = 0;
    if (!take_value(in_.read_byte(), flag, "the queue")) return false;
    if (flag > 1) return fail(start, "the queue is neither there nor not");
    return flag == 0 || read_queue();
  }

  bool read_queue() {
    std::array<rules::Pair, rules::PairQueue::kLength> pairs;
    for (rules::Pair& pair : pairs) {
      const std::size_t start = in_.position();
      std::uint8_t byte = 0;
      if (!take_value(in_.read_byte(), byte, "the queue")) return false;
      const auto axis = duel::cell_of_code(byte >> 4);
      const auto child = duel::cell_of_code(byte & 15U);
      if (!axis || !child || !rules::is_colour(*axis) || !rules::is_colour(*child)) {
        return fail(start, "a pair is not of colours");
      }
      pair = {.axis = *axis, .child = *child};
    }
    record_.setup.queue = rules::PairQueue::from_pairs(pairs);
    return true;
  }

  bool read_names() {
    for (std::string& name : record_.players) {
      const std::size_t start = in_.position();
      if (!take_value(in_.read_text(kMaxNameBytes), name, "a name")) return false;
      if (!is_valid_name(name)) return fail(start, "a name is not UTF-8 without control characters");
    }
    return true;
  }

  bool read_outcome() {
    const std::size_t start = in_.position();
    std::uint8_t winner = 0;
    std::uint8_t cause = 0;
    std::uint64_t last = 0;
    if (!take_value(in_.read_byte(), winner, "the winner") || !take_value(in_.read_byte(), cause, "the cause"))
      return false;
    if (winner > 2) return fail(start, "the winner is no seat");
    if (cause >= duel::kCauseCount) return fail(start + 1, "the cause is not known");
    if (!take_number(kMaxRecordedClock, last, "the last frame")) return false;
    if (winner > 0) record_.outcome.winner = winner == 1 ? duel::Seat::one : duel::Seat::two;
    record_.outcome.cause = static_cast<duel::Cause>(cause);
    record_.outcome.frame = static_cast<int>(last);
    if (const auto why = why_impossible(record_.outcome)) return fail(start, *why);
    return true;
  }

  bool read_interruptions() {
    if (version_ < kVersionWithInterruptions) return true;
    const std::size_t start = in_.position();
    const auto last = static_cast<std::uint64_t>(record_.outcome.frame);
    std::uint64_t count = 0;
    if (!take_number(last + 1, count, "the number of interruptions")) return false;
    if (count == 0) return fail(start, "the number of interruptions is out of range");
    std::uint64_t clock = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t at = in_.position();
      std::uint64_t passed = 0;
      if (!take_number(last - clock, passed, "an interruption")) return false;
      if (i > 0 && passed == 0) return fail(at, "an interruption is out of order");
      clock += passed;
      record_.interruptions.push_back(static_cast<int>(clock));
    }
    return true;
  }

  bool read_blocks() {
    const rules::Pacing pacing = record_.setup.ruleset.pacing;
    const int last = record_.outcome.frame;
    int first_clock = 1;
    for (std::size_t i = 0; first_clock <= last; ++i) {
      const int last_clock = checkpoint_clock(pacing, i, last);
      if (!read_block(first_clock, last_clock)) return false;
      first_clock = last_clock + 1;
    }
    clock_.reset();
    return true;
  }

  bool read_block(int first_clock, int last_clock) {
    clock_ = first_clock;
    const std::size_t start = in_.position();
    std::uint8_t count = 0;
    std::uint8_t guard = 0;
    if (!take_value(in_.read_byte(), count, "the number of inputs") ||
        !take_value(in_.read_byte(), guard, "the number of inputs"))
      return false;
    if ((count ^ guard) != kGuard || count > 2 * (last_clock - first_clock + 1)) {
      return fail(start, "the number of inputs does not fit");
    }
    for (int i = 0; i < count; ++i) {
      if (!read_input(first_clock, last_clock)) return false;
    }
    clock_ = last_clock;
    std::uint64_t checkpoint = 0;
    if (!take_value(in_.read_fixed64(), checkpoint, "a state hash")) return false;
    record_.checkpoints.push_back(checkpoint);
    return true;
  }

  bool read_input(int first_clock, int last_clock) {
    RecordedInput entry;
    if (!read_offset(first_clock, last_clock, entry.clock)) return false;
    std::size_t start = in_.position();
    std::uint8_t head = 0;
    if (!read_guarded(head)) return false;
    entry.seat = (head & kSeatTwo) != 0 ? duel::Seat::two : duel::Seat::one;
    const auto input = duel::unpack_input(static_cast<std::uint8_t>(head & ~kSeatTwo));
    if (!input) return fail(start, "an input is not known");
    entry.input = *input;
    if (!take_value(in_.read_fixed16(), entry.tag, "an input's tag")) return false;
    if (may_have_route(record_.setup.ruleset.pacing, entry.input) && !read_route(entry.route)) return false;
    if (!record_.inputs.empty()) {
      const RecordedInput& before = record_.inputs.back();
      if (before.clock == entry.clock && before.seat >= entry.seat) return fail(start, "an input is out of order");
    }
    record_.inputs.push_back(entry);
    return true;
  }

  // If an offset and its guard do not fit, one of them is damaged. The error then names the frame of the smaller one
  // that is possible.
  bool read_offset(int first_clock, int last_clock, int& clock) {
    const std::size_t start = in_.position();
    std::uint8_t offset = 0;
    std::uint8_t guard = 0;
    if (!take_value(in_.read_byte(), offset, "an input") || !take_value(in_.read_byte(), guard, "an input"))
      return false;
    const int guarded = static_cast<int>(guard ^ kGuard);
    const int least = std::max(first_clock, record_.inputs.empty() ? 1 : record_.inputs.back().clock);
    clock = first_clock + offset;
    if (offset == guarded && clock >= least && clock <= last_clock) {
      clock_ = clock;
      return true;
    }
    for (const int candidate :
         {first_clock + std::max<int>(offset, guarded), first_clock + std::min<int>(offset, guarded)}) {
      if (candidate >= least && candidate <= last_clock) clock_ = candidate;
    }
    return fail(start, "an input's frame does not fit");
  }

  bool read_guarded(std::uint8_t& value) {
    const std::size_t start = in_.position();
    std::uint8_t guard = 0;
    if (!take_value(in_.read_byte(), value, "an input") || !take_value(in_.read_byte(), guard, "an input"))
      return false;
    return (value ^ guard) == kGuard || fail(start, "an input does not fit its guard");
  }

  bool read_route(movement::Route& route) {
    std::uint8_t count = 0;
    if (!read_guarded(count)) return false;
    const std::size_t start = in_.position();
    std::vector<KeyRun> runs(count);
    for (KeyRun& run : runs) {
      std::uint8_t keys = 0;
      std::uint8_t frames = 0;
      if (!take_value(in_.read_byte(), keys, "a route") || !take_value(in_.read_byte(), frames, "a route"))
        return false;
      run = {.keys = static_cast<movement::Keys>(keys), .frames = frames};
    }
    const auto whole = route_of_key_runs(runs);
    if (!whole) return fail(start, "a route is not of keys and frames");
    route = *whole;
    return true;
  }

  bool read_checksum() {
    const std::size_t start = in_.position();
    std::uint64_t checksum = 0;
    if (!take_value(in_.read_fixed64(), checksum, "the checksum")) return false;
    if (in_.remaining() != 0) return fail_here("there is more after the end");
    is_whole_ = true;
    if (checksum == rules::Hash().add_bytes(bytes_.first(start)).value()) return true;
    return fail(start, "the checksum does not fit");
  }

  std::span<const std::uint8_t> bytes_;
  ByteReader in_;
  Record record_;
  std::uint64_t version_ = 0;
  std::optional<int> clock_;  // the frame or turn of the current input
  bool is_whole_ = false;
  std::optional<DecodeError> error_;
};

}  // namespace

std::vector<std::uint8_t> encode(const Record& record) {
  assert(!why_malformed(record));
  ByteWriter out;
  for (const std::uint8_t byte : kMagic) out.write_byte(byte);
  out.write_varint(static_cast<std::uint64_t>(record.version()));
  write_ruleset(out, record.setup.ruleset, record.ruleset_digest);
  out.write_fixed64(record.setup.seed);
  write_queue(out, record.setup.queue);
  for (const std::string& name : record.players) out.write_text(name);
  write_outcome(out, record.outcome);
  write_interruptions(out, record.interruptions);
  write_blocks(out, record);
  out.write_fixed64(rules::Hash().add_bytes(out.bytes()).value());
  return out.bytes();
}

DecodeResult decode(std::span<const std::uint8_t> bytes) {
  RecordDecoder reader(bytes);
  reader.read();
  DecodeResult decoded{.record = std::nullopt, .error = reader.error()};
  if (reader.is_whole()) decoded.record = std::move(reader.record());
  return decoded;
}

bool has_checksum(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kChecksumBytes = 8;
  if (bytes.size() < kChecksumBytes) return false;
  const auto content = bytes.first(bytes.size() - kChecksumBytes);
  return ByteReader(bytes.last(kChecksumBytes)).read_fixed64() == rules::Hash().add_bytes(content).value();
}

}  // namespace rensa::record
