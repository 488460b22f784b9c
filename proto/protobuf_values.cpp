#include <bit>
#include <cstring>
#include <limits>

#include "proto/protobuf.h"
#include "rensa/v1/game.pb.h"

namespace rensa::proto {

namespace {

constexpr int kMaxLinks = 19;  // of 78 cells
constexpr int kMaxInt = std::numeric_limits<std::int32_t>::max();
constexpr int kMaxWait = 255;  // of a phase, in frames
constexpr int kFieldRows = rules::kTrapRow;

char digit_of(rules::Cell cell) { return static_cast<char>('0' + static_cast<int>(cell)); }

// Returns the digits of row y of four columns, a byte each. In each plane these columns are 16 bits apart.
std::uint64_t digits_of_row(std::uint64_t low, std::uint64_t middle, std::uint64_t high, int y) {
  constexpr std::uint64_t kLowest = 0x0001'0001'0001'0001;
  const std::uint64_t apart =
      (low >> y & kLowest) | (middle >> y & kLowest) << 1 | (high >> y & kLowest) << 2 | kLowest * '0';
  const std::uint64_t pairs = (apart | apart >> 8) & 0x0000'FFFF'0000'FFFF;
  return (pairs | pairs >> 16) & 0xFFFF'FFFF;
}

// Writes a field row by row instead of cell by cell, because it is the largest part of the most frequent message. The
// three bits of a cell are its digit.
void write_digits(const rules::Field& field, std::string& digits) {
  digits.resize(static_cast<std::size_t>(kFieldRows * rules::kColumns));
  char* at = digits.data();
  for (int x = 1; x <= rules::kColumns; ++x) *at++ = digit_of(field.at(x, rules::kTrapRow));
  const auto& [low, middle, high] = field.planes().bits;
  for (int y = rules::kHiddenRow; y >= 1; --y) {
    const std::uint64_t left = digits_of_row(low.low, middle.low, high.low, y);      // columns 0..3
    const std::uint64_t right = digits_of_row(low.high, middle.high, high.high, y);  // columns 4..7
    const std::uint64_t row = left >> 8 | right << 24;                               // columns 1..6
    static_assert(std::endian::native == std::endian::little, "the lowest byte of a row has to come first");
    std::memcpy(at, &row, rules::kColumns);
    at += rules::kColumns;
  }
}

std::optional<rules::Cell> cell_of(char digit) {
  const auto value = static_cast<unsigned>(static_cast<unsigned char>(digit)) - '0';
  if (!rules::is_cell(value)) return std::nullopt;
  return static_cast<rules::Cell>(value);
}

rules::Field field_of(const std::string& digits, FieldReader& reader) {
  rules::Field field;
  if (digits.size() != static_cast<std::size_t>(kFieldRows * rules::kColumns)) {
    reader.refuse("field: 84 digits are expected, there are " + std::to_string(digits.size()));
    return field;
  }
  std::size_t at = 0;
  for (int y = kFieldRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto cell = cell_of(digits[at++]);
      if (!cell) {
        reader.refuse("field: digit " + std::to_string(at) + " is no cell");
        return {};
      }
      if (*cell != rules::Cell::empty) field.put(x, y, *cell);
    }
  }
  return field;
}

void write(const duel::Motion& from, v1::Motion& to) {
  to.set_wait(static_cast<std::uint32_t>(from.wait));
  to.set_rows(static_cast<std::uint32_t>(from.rows));
  to.clear_entering();
  if (duel::count_garbage(from.entering) > 0) {
    for (std::size_t x = 1; x <= rules::kColumns; ++x) to.add_entering(from.entering[x]);
  }
  to.set_dropping(static_cast<std::uint32_t>(from.dropping));
  to.set_held(static_cast<std::uint32_t>(from.held));
  to.set_reveal(static_cast<std::uint32_t>(from.reveal));
  to.set_driven(from.driven);
  to.set_unsent(static_cast<std::uint64_t>(from.unsent));
}

void write(const duel::SideView& from, v1::Side& to) {
  write_digits(from.field, *to.mutable_field());
  std::string& pairs = *to.mutable_pairs();
  pairs.clear();
  for (int i = 0; i < from.pairs_shown; ++i) {
    const rules::Pair pair = from.pairs[static_cast<std::size_t>(i)];
    pairs.push_back(digit_of(pair.axis));
    pairs.push_back(digit_of(pair.child));
  }
  if (from.falling) {
    v1::FallingPair& falling = *to.mutable_falling();
    falling.set_x(static_cast<std::uint32_t>(from.falling->x));
    falling.set_y(static_cast<std::uint32_t>(from.falling->y));
    falling.set_r(static_cast<std::uint32_t>(from.falling->r));
    falling.set_turn_lock(from.falling->turn_lock);
    falling.set_arrow_lock(from.falling->arrow_lock);
    falling.set_quick_turn_window(from.falling->quick_turn_window);
    falling.set_fall_counter(from.falling->fall_counter);
    falling.set_touches(from.falling->touches);
    falling.set_touching(from.falling->touching);
  } else {
    to.clear_falling();
  }
  to.set_pending_garbage(static_cast<std::uint32_t>(from.waiting.pending));
  to.set_fixed_garbage(static_cast<std::uint32_t>(from.waiting.fixed));
  to.set_score(static_cast<std::uint64_t>(from.score));
  to.set_link(static_cast<std::uint32_t>(from.link));
  to.set_hand(static_cast<std::uint32_t>(from.hand));
  to.set_phase(static_cast<v1::Phase>(static_cast<int>(from.phase) + 1));
  if (from.motion) {
    write(*from.motion, *to.mutable_motion());
  } else {
    to.clear_motion();
  }
}

duel::Motion motion_of(const v1::Motion& from, FieldReader& reader) {
  duel::Motion motion;
  motion.wait = reader.number(from.wait(), 0, kMaxWait, "motion.wait");
  motion.rows = reader.number(from.rows(), 0, rules::kHiddenRow, "motion.rows");
  const int columns = from.entering_size();
  if (columns != 0 && columns != rules::kColumns) reader.refuse("motion.entering: six numbers are expected, or none");
  for (int x = 1; x <= rules::kColumns && columns == rules::kColumns; ++x) {
    const int garbage = reader.number(from.entering(x - 1), 0, 255, "motion.entering");
    motion.entering[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(garbage);
  }
  motion.dropping = reader.number(from.dropping(), 0, duel::kMaxWaitingGarbage, "motion.dropping");
  motion.held = static_cast<movement::Keys>(reader.number(from.held(), 0, movement::kAllKeys, "motion.held"));
  motion.reveal = reader.number(from.reveal(), 0, kMaxWait, "motion.reveal");
  motion.driven = from.driven();
  motion.unsent = reader.score(from.unsent(), "motion.unsent");
  return motion;
}

movement::FallingPair falling_of(const v1::FallingPair& from, FieldReader& reader) {
  movement::FallingPair pair;
  pair.x = static_cast<std::int8_t>(reader.number(from.x(), 1, rules::kColumns, "falling.x"));
  pair.y = static_cast<std::int8_t>(reader.number(from.y(), 1, 15, "falling.y"));
  pair.r = static_cast<rules::Rotation>(reader.number(from.r(), 0, 3, "falling.r"));
  pair.turn_lock = static_cast<std::uint8_t>(reader.number(from.turn_lock(), 0, 3, "falling.turn_lock")) & 15U;
  pair.arrow_lock = static_cast<std::uint8_t>(reader.number(from.arrow_lock(), 0, 3, "falling.arrow_lock")) & 15U;
  pair.quick_turn_window =
      static_cast<std::uint8_t>(reader.number(from.quick_turn_window(), 0, 20, "falling.quick_turn_window"));
  pair.fall_counter = static_cast<std::uint8_t>(reader.number(from.fall_counter(), 0, 16, "falling.fall_counter"));
  pair.touches = static_cast<std::uint8_t>(reader.number(from.touches(), 0, 7, "falling.touches"));
  pair.touching = from.touching();
  return pair;
}

// Returns false for a pair that is not there yet, which is written as "00".
bool is_pair(rules::Pair pair) {
  const bool none = pair.axis == rules::Cell::empty && pair.child == rules::Cell::empty;
  return none || (rules::is_colour(pair.axis) && rules::is_colour(pair.child));
}

duel::SideView side_of(const v1::Side& from, FieldReader& reader) {
  duel::SideView side;
  side.field = field_of(from.field(), reader);
  const std::string& pairs = from.pairs();
  if (pairs.size() % 2 != 0 || pairs.size() > 2 * side.pairs.size()) {
    reader.refuse("pairs: two digits a pair, five pairs at most");
    return side;
  }
  side.pairs_shown = static_cast<int>(pairs.size() / 2);
  for (std::size_t i = 0; i < pairs.size() / 2; ++i) {
    const auto axis = cell_of(pairs[2 * i]);
    const auto child = cell_of(pairs[2 * i + 1]);
    side.pairs[i] = {axis.value_or(rules::Cell::empty), child.value_or(rules::Cell::empty)};
    if (!axis || !child || !is_pair(side.pairs[i])) reader.refuse("pairs: a digit is no colour");
  }
  if (from.has_falling()) side.falling = falling_of(from.falling(), reader);
  side.waiting.pending = reader.number(from.pending_garbage(), 0, duel::kMaxWaitingGarbage, "pending_garbage");
  side.waiting.fixed = reader.number(from.fixed_garbage(), 0, duel::kMaxWaitingGarbage, "fixed_garbage");
  side.score = reader.score(from.score(), "score");
  side.link = reader.number(from.link(), 0, kMaxLinks, "link");
  side.hand = reader.number(from.hand(), 0, kMaxInt, "hand");
  const int phase = reader.number(from.phase(), 1, static_cast<int>(duel::Phase::dead) + 1, "phase");
  side.phase = static_cast<duel::Phase>(phase - 1);
  if (from.has_motion()) side.motion = motion_of(from.motion(), reader);
  return side;
}

}  // namespace

int FieldReader::number(std::int64_t value, int least, int most, const char* field) {
  if (value >= least && value <= most) return static_cast<int>(value);
  refuse(std::string(field) + " has to be " + std::to_string(least) + " .. " + std::to_string(most) + ", not " +
         std::to_string(value));
  return least;
}

std::int64_t FieldReader::score(std::uint64_t value, const char* field) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value <= kMost) return static_cast<std::int64_t>(value);
  refuse(std::string(field) + " is too large: " + std::to_string(value));
  return 0;
}

std::string FieldReader::text(const std::string& value, std::size_t max_bytes, const char* field) {
  if (value.size() <= max_bytes) return value;
  refuse(std::string(field) + " is longer than " + std::to_string(max_bytes) + " bytes");
  return {};
}

v1::Seat to_protobuf(std::optional<duel::Seat> seat) {
  if (!seat) return v1::SEAT_UNSPECIFIED;
  return *seat == duel::Seat::one ? v1::SEAT_ONE : v1::SEAT_TWO;
}

static_assert(v1::Cause_MAX == duel::kCauseCount, "each cause needs a number on the wire");
v1::Cause to_protobuf(std::optional<duel::Cause> cause) {
  return cause ? static_cast<v1::Cause>(static_cast<int>(*cause) + 1) : v1::CAUSE_UNSPECIFIED;
}

void write(const Terms& from, v1::Terms& to) {
  to.set_ruleset(from.ruleset);
  to.set_clock(static_cast<v1::Clock>(static_cast<int>(from.clock) + 1));
  // Other clocks have no thinking cost. If the terms have one nevertheless, it is sent, so that the server can refuse
  // it.
  if (from.clock == Clock::virtual_time || from.charge != ThinkingCost::none) {
    to.set_charge(static_cast<v1::Charge>(static_cast<int>(from.charge) + 1));
  }
  to.set_charge_frames(static_cast<std::uint32_t>(from.charge_frames));
  to.set_games(static_cast<std::uint32_t>(from.games));
  to.set_queue_of(from.queue_of);
  to.set_first_to(static_cast<std::uint32_t>(from.first_to));
  if (from.spectator_delay_seconds) {
    to.set_spectator_delay_seconds(static_cast<std::uint32_t>(*from.spectator_delay_seconds));
  }
}

void write(const duel::View& from, v1::View& to) {
  to.set_seat(to_protobuf(from.seat));
  to.set_clock(static_cast<std::uint32_t>(from.clock));
  to.set_decision_due(from.decision_due);
  write(from.own, *to.mutable_own());
  write(from.opponent, *to.mutable_opponent());
}

void write(const duel::Event& from, v1::Event& to) {
  to.set_kind(static_cast<v1::EventKind>(static_cast<int>(from.kind) + 1));
  to.set_seat(to_protobuf(from.seat));
  to.set_refusal(static_cast<v1::Refusal>(from.refusal));
  to.set_x(static_cast<std::uint32_t>(from.x));
  to.set_y(static_cast<std::uint32_t>(from.y));
  to.set_r(static_cast<std::uint32_t>(from.r));
  to.set_number(from.number);
  to.set_amount(from.amount);
  to.set_cancelled(from.cancelled);
  to.set_points(from.points);
}

void write(const duel::Outcome& from, v1::Outcome& to) {
  to.set_winner(to_protobuf(from.winner));
  to.set_cause(to_protobuf(from.cause));
  to.set_clock(static_cast<std::uint32_t>(from.frame));
}

std::optional<duel::Seat> seat_or_none(v1::Seat seat, FieldReader& reader) {
  const int value = reader.number(seat, 0, 2, "seat");
  if (value == 0) return std::nullopt;
  return value == 1 ? duel::Seat::one : duel::Seat::two;
}

duel::Seat seat_of(v1::Seat seat, FieldReader& reader) {
  const auto given = seat_or_none(seat, reader);
  if (!given) reader.refuse("seat is missing");
  return given.value_or(duel::Seat::one);
}

std::optional<duel::Cause> cause_or_none(v1::Cause cause, FieldReader& reader) {
  const int value = reader.number(cause, 0, duel::kCauseCount, "cause");
  if (value == 0) return std::nullopt;
  return static_cast<duel::Cause>(value - 1);
}

// Missing fields have the default values of Terms.
Terms terms_of(const v1::Terms& from, FieldReader& reader) {
  Terms terms;
  if (!from.ruleset().empty()) terms.ruleset = reader.text(from.ruleset(), 64, "terms.ruleset");
  const int clock = reader.number(from.clock(), 0, 3, "terms.clock");
  if (clock != 0) terms.clock = static_cast<Clock>(clock - 1);
  const int charge = reader.number(from.charge(), 0, 3, "terms.charge");
  if (charge != 0) terms.charge = static_cast<ThinkingCost>(charge - 1);
  terms.charge_frames = reader.number(from.charge_frames(), 0, kMaxChargeFrames, "terms.charge_frames");
  if (from.games() != 0) terms.games = reader.number(from.games(), 1, kMaxGames, "terms.games");
  terms.queue_of = from.queue_of();
  terms.first_to = reader.number(from.first_to(), 0, kMaxGames, "terms.first_to");
  if (from.has_spectator_delay_seconds()) {
    terms.spectator_delay_seconds = reader.number(from.spectator_delay_seconds(), 0, match::kMaxSpectatorDelaySeconds,
                                                  "terms.spectator_delay_seconds");
  }
  return terms;
}

rules::Placement placement_of(const v1::Placement& from, FieldReader& reader) {
  const auto x = static_cast<std::int8_t>(reader.number(from.x(), 1, rules::kColumns, "place.x"));
  return {x, static_cast<rules::Rotation>(reader.number(from.r(), 0, 3, "place.r"))};
}

duel::View view_of(const v1::View& from, FieldReader& reader) {
  duel::View view;
  view.seat = seat_or_none(from.seat(), reader).value_or(duel::Seat::one);
  view.clock = reader.number(from.clock(), 0, kMaxInt, "view.clock");
  view.decision_due = from.decision_due();
  view.own = side_of(from.own(), reader);
  view.opponent = side_of(from.opponent(), reader);
  return view;
}

duel::Event event_of(const v1::Event& from, FieldReader& reader) {
  const int kind = reader.number(from.kind(), 1, static_cast<int>(duel::EventKind::game_over) + 1, "event.kind");
  duel::Event event = duel::make_event(static_cast<duel::EventKind>(kind - 1), seat_of(from.seat(), reader));
  event.refusal = static_cast<duel::Refusal>(
      reader.number(from.refusal(), 0, static_cast<int>(duel::Refusal::missing), "event.refusal"));
  event.x = static_cast<std::int8_t>(reader.number(from.x(), 0, rules::kColumns, "event.x"));
  event.y = static_cast<std::int8_t>(reader.number(from.y(), 0, 15, "event.y"));
  event.r = static_cast<rules::Rotation>(reader.number(from.r(), 0, 3, "event.r"));
  event.number = from.number();
  event.amount = from.amount();
  event.cancelled = from.cancelled();
  event.points = from.points();
  return event;
}

duel::Outcome outcome_of(const v1::Outcome& from, FieldReader& reader) {
  duel::Outcome outcome;
  outcome.winner = seat_or_none(from.winner(), reader);
  const auto cause = cause_or_none(from.cause(), reader);
  if (!cause) reader.refuse("outcome.cause is missing");
  outcome.cause = cause.value_or(duel::Cause::voided);
  outcome.frame = reader.number(from.clock(), 0, kMaxInt, "outcome.clock");
  return outcome;
}

}  // namespace rensa::proto
