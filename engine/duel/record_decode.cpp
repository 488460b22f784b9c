#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/duel/bytes.h"
#include "engine/duel/cell_code.h"
#include "engine/duel/record_codec.h"
#include "engine/duel/record_format.h"
#include "engine/duel/verify.h"
#include "engine/rules/hash.h"
#include "engine/rules/ruleset_fields.h"

namespace rensa::duel {

namespace {

// Reads a record front to back; the first thing that is wrong stops it, and is what error() tells.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes), in_(bytes) {}

  void read() {
    static_cast<void>(read_magic() && read_ruleset() && read_setup() && read_names() && read_outcome() &&
                      read_blocks() && read_checksum());
  }
  const std::optional<DecodeError>& error() const { return error_; }
  bool is_whole() const { return is_whole_; }  // all was read, only the checksum may be wrong
  Record& record() { return record_; }

 private:
  bool fail(std::size_t position, std::string what) {
    error_ = DecodeError{.position = position, .what = std::move(what), .clock = clock_};
    return false;
  }
  bool fail_here(std::string what) { return fail(in_.position(), std::move(what)); }

  template <class Value>
  bool take(std::optional<Value> read, Value& into, const char* what) {
    if (!read) return fail_here(std::string(what) + " is cut off or ill-formed");
    into = std::move(*read);
    return true;
  }
  bool take_number(std::uint64_t most, std::uint64_t& into, const char* what) {
    const std::size_t start = in_.position();
    if (!take(in_.varint(), into, what)) return false;
    return into <= most || fail(start, std::string(what) + " is out of range");
  }

  bool read_magic();
  bool read_ruleset();
  bool read_field(std::string& value) { return take(in_.text(kMaxIdBytes), value, "the ruleset's id"); }
  template <class Value>
  bool read_field(Value& value);
  bool read_setup();
  bool read_queue();
  bool read_names();
  bool read_outcome();
  bool read_blocks();
  bool read_block(int first_clock, int last_clock);
  bool read_input(int first_clock, int last_clock);
  bool read_offset(int first_clock, int last_clock, int& clock);
  bool read_guarded(std::uint8_t& value);
  bool read_route(rules::Route& route);
  bool read_checksum();

  std::span<const std::uint8_t> bytes_;
  ByteReader in_;
  Record record_;
  std::optional<int> clock_;  // where in the game we are
  bool is_whole_ = false;
  std::optional<DecodeError> error_;
};

bool Reader::read_magic() {
  for (const std::uint8_t expected : kMagic) {
    const std::size_t start = in_.position();
    if (in_.byte() != expected) return fail(start, "this is not a record");
  }
  const std::size_t start = in_.position();
  std::uint64_t version = 0;
  if (!take(in_.varint(), version, "the version")) return false;
  return version == kRecordVersion || fail(start, "version " + std::to_string(version) + " is not known");
}

template <class Value>
bool Reader::read_field(Value& value) {
  std::uint64_t number = 0;
  // Enumerations are a byte; what is out of range beyond that is found by why_unplayable().
  if (!take_number(std::is_enum_v<Value> ? 0xFF : 0x7FFF'FFFF, number, "a value of the ruleset")) return false;
  value = static_cast<Value>(number);
  return true;
}

bool Reader::read_ruleset() {
  const std::size_t start = in_.position();
  bool whole = true;
  rules::for_each_field(record_.setup.ruleset,
                        [&](std::string_view, auto& value) { whole = whole && read_field(value); });
  if (!whole || !take(in_.fixed64(), record_.ruleset_digest, "the ruleset's digest")) return false;
  if (const auto why = rules::why_unplayable(record_.setup.ruleset)) return fail(start, "the ruleset: " + *why);
  return true;
}

bool Reader::read_setup() {
  if (!take(in_.fixed64(), record_.setup.seed, "the seed")) return false;
  const std::size_t start = in_.position();
  std::uint8_t flag = 0;
  if (!take(in_.byte(), flag, "the queue")) return false;
  if (flag > 1) return fail(start, "the queue is neither there nor not");
  return flag == 0 || read_queue();
}

bool Reader::read_queue() {
  std::array<rules::Pair, rules::PairQueue::kLength> pairs;
  for (rules::Pair& pair : pairs) {
    const std::size_t start = in_.position();
    std::uint8_t byte = 0;
    if (!take(in_.byte(), byte, "the queue")) return false;
    const auto axis = cell_of_code(byte >> 4);
    const auto child = cell_of_code(byte & 15U);
    if (!axis || !child || !rules::is_colour(*axis) || !rules::is_colour(*child)) {
      return fail(start, "a pair is not of colours");
    }
    pair = {.axis = *axis, .child = *child};
  }
  record_.setup.queue = rules::PairQueue::from_pairs(pairs);
  return true;
}

bool Reader::read_names() {
  for (std::string& name : record_.players) {
    const std::size_t start = in_.position();
    if (!take(in_.text(kMaxNameBytes), name, "a name")) return false;
    if (!is_name(name)) return fail(start, "a name is not UTF-8 without control characters");
  }
  return true;
}

bool Reader::read_outcome() {
  const std::size_t start = in_.position();
  std::uint8_t winner = 0;
  std::uint8_t cause = 0;
  std::uint64_t last = 0;
  if (!take(in_.byte(), winner, "the winner") || !take(in_.byte(), cause, "the cause")) return false;
  if (winner > 2) return fail(start, "the winner is no seat");
  if (cause >= kCauses) return fail(start + 1, "the cause is not known");
  if (!take_number(kMaxRecordedClock, last, "the last frame")) return false;
  if (winner > 0) record_.outcome.winner = winner == 1 ? Seat::one : Seat::two;
  record_.outcome.cause = static_cast<Cause>(cause);
  record_.outcome.frame = static_cast<int>(last);
  if (const auto why = why_impossible(record_.outcome)) return fail(start, *why);
  return true;
}

bool Reader::read_blocks() {
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

bool Reader::read_block(int first_clock, int last_clock) {
  clock_ = first_clock;
  const std::size_t start = in_.position();
  std::uint8_t count = 0;
  std::uint8_t guard = 0;
  if (!take(in_.byte(), count, "the number of inputs") || !take(in_.byte(), guard, "the number of inputs"))
    return false;
  if ((count ^ guard) != kGuard || count > 2 * (last_clock - first_clock + 1)) {
    return fail(start, "the number of inputs does not fit");
  }
  for (int i = 0; i < count; ++i) {
    if (!read_input(first_clock, last_clock)) return false;
  }
  clock_ = last_clock;
  std::uint64_t checkpoint = 0;
  if (!take(in_.fixed64(), checkpoint, "a state hash")) return false;
  record_.checkpoints.push_back(checkpoint);
  return true;
}

// Of an offset and its guard that do not fit, the smaller one that is possible names where reading became unsure.
bool Reader::read_offset(int first_clock, int last_clock, int& clock) {
  const std::size_t start = in_.position();
  std::uint8_t offset = 0;
  std::uint8_t guard = 0;
  if (!take(in_.byte(), offset, "an input") || !take(in_.byte(), guard, "an input")) return false;
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

bool Reader::read_input(int first_clock, int last_clock) {
  RecordedInput entry;
  if (!read_offset(first_clock, last_clock, entry.clock)) return false;
  std::size_t start = in_.position();
  std::uint8_t head = 0;
  if (!read_guarded(head)) return false;
  entry.seat = (head & kSeatTwo) != 0 ? Seat::two : Seat::one;
  const auto input = unpacked_input(static_cast<std::uint8_t>(head & ~kSeatTwo));
  if (!input) return fail(start, "an input is not known");
  entry.input = *input;
  if (!take(in_.fixed16(), entry.tag, "an input's tag")) return false;
  if (has_route(record_.setup.ruleset.pacing, entry.input) && !read_route(entry.route)) return false;
  if (!record_.inputs.empty()) {
    const RecordedInput& before = record_.inputs.back();
    if (before.clock == entry.clock && before.seat >= entry.seat) return fail(start, "an input is out of order");
  }
  record_.inputs.push_back(entry);
  return true;
}

bool Reader::read_guarded(std::uint8_t& value) {
  const std::size_t start = in_.position();
  std::uint8_t guard = 0;
  if (!take(in_.byte(), value, "an input") || !take(in_.byte(), guard, "an input")) return false;
  return (value ^ guard) == kGuard || fail(start, "an input does not fit its guard");
}

bool Reader::read_route(rules::Route& route) {
  std::uint8_t count = 0;
  if (!read_guarded(count)) return false;
  const std::size_t start = in_.position();
  std::vector<KeyRun> runs(count);
  for (KeyRun& run : runs) {
    std::uint8_t keys = 0;
    std::uint8_t frames = 0;
    if (!take(in_.byte(), keys, "a route") || !take(in_.byte(), frames, "a route")) return false;
    run = {.keys = static_cast<rules::Keys>(keys), .frames = frames};
  }
  const auto whole = route_of(runs);
  if (!whole) return fail(start, "a route is not of keys and frames");
  route = *whole;
  return true;
}

bool Reader::read_checksum() {
  const std::size_t start = in_.position();
  std::uint64_t checksum = 0;
  if (!take(in_.fixed64(), checksum, "the checksum")) return false;
  if (in_.left() != 0) return fail_here("there is more after the end");
  is_whole_ = true;
  if (checksum == rules::Hash().add_bytes(bytes_.first(start)).value()) return true;
  return fail(start, "the checksum does not fit");
}

}  // namespace

Decoded decode(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  reader.read();
  Decoded decoded{.record = std::nullopt, .error = reader.error()};
  if (reader.is_whole()) decoded.record = std::move(reader.record());
  return decoded;
}

}  // namespace rensa::duel
