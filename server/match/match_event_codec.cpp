#include "server/match/match_event_codec.h"

#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/rules/hash.h"

namespace rensa::match {

namespace {

constexpr unsigned kVersion = 1;
constexpr unsigned kVersionWithDelay = 2;       // of a created match whose terms say how late spectators see it
constexpr unsigned kVersionWithFirstLimit = 3;  // of an arranged match with a limit for the first decision
constexpr unsigned kVersionOfRestarts = 4;      // of events from which matches go on after a restart
constexpr unsigned kVersionOfSnapshots = 5;
constexpr unsigned kVersionOfInvitations = 6;  // of a created match that says if an invitation has led to it
// Of a created match that names its game in a tournament or has the setting for the delay of spectators, of a snapshot
// with that setting, and of a taken seat that gets a second token.
constexpr unsigned kVersionOfTournaments = 7;
constexpr unsigned kVersionOfVoidGames = 8;
constexpr std::size_t kChecksumBytes = 8;

// The largest number of an enumerator. The ids of matches may be any number.
template <typename Enum>
constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
template <>
constexpr std::uint64_t kLast<Clock> = static_cast<std::uint64_t>(Clock::turns);
template <>
constexpr std::uint64_t kLast<ThinkingCost> = static_cast<std::uint64_t>(ThinkingCost::measured);
template <>
constexpr std::uint64_t kLast<Subscription> = static_cast<std::uint64_t>(Subscription::steering);
template <>
constexpr std::uint64_t kLast<base::PlayerId::Kind> = static_cast<std::uint64_t>(base::PlayerId::Kind::program);
template <>
constexpr std::uint64_t kLast<duel::Cause> = duel::kCauseCount - 1;
template <>
constexpr std::uint64_t kLast<duel::Seat> = static_cast<std::uint64_t>(duel::Seat::two);
template <>
constexpr std::uint64_t kLast<duel::Input::Kind> = static_cast<std::uint64_t>(duel::Input::Kind::keys);
template <>
constexpr std::uint64_t kLast<movement::Keys> = movement::kAllKeys;
template <>
constexpr std::uint64_t kLast<rules::Rotation> = 3;

// The fields of each struct, in the order of their bytes. Writer and Reader both use these lists.

template <typename Fields>
void list_fields(Fields& fields, Terms& terms) {
  fields(terms.ruleset, terms.clock, terms.charge, terms.charge_frames, terms.games, terms.queue_of, terms.first_to);
}

template <typename Fields>
void list_fields(Fields& fields, FirstGameSeed& first) {
  fields(first.seed);
}

template <typename Fields>
void list_fields(Fields& fields, base::PlayerId& player) {
  fields(player.kind, player.client_index, player.number);
}

template <typename Fields>
void list_fields(Fields& fields, MatchPlayer& player) {
  fields(player.id, player.name, player.subscription);
}

template <typename Fields>
void list_fields(Fields& fields, CreatedSeat& seat) {
  fields(seat.player, seat.token_hash);
}

template <typename Fields>
void list_fields(Fields& fields, PlayerLimits& limits) {
  fields(limits.think, limits.grace, limits.whole_game, limits.max_missed, limits.max_refused);
}

template <typename Fields>
void list_fields(Fields& fields, ArrangedGame& game) {
  fields(game.seed, game.reveals_seed, game.chances, game.limits);
}

template <typename Fields>
void list_fields(Fields& fields, TournamentGame& name) {
  fields(name.tournament, name.game);
}

template <typename Fields>
void list_fields(Fields& fields, SecretSeed& secret) {
  fields(secret.seed, secret.nonce);
}

template <typename Fields>
void list_fields(Fields& fields, rules::Placement& placement) {
  fields(placement.x, placement.r);
}

template <typename Fields>
void list_fields(Fields& fields, duel::Input& input) {
  fields(input.kind, input.keys, input.placement);
}

template <typename Fields>
void list_fields(Fields& fields, AcceptedInput& input) {
  fields(input.seat, input.id, input.input, input.from, input.keys_at, input.is_late);
}

template <typename Fields>
void list_fields(Fields& fields, duel::Outcome& outcome) {
  fields(outcome.winner, outcome.cause, outcome.frame);
}

template <typename Fields>
void list_fields(Fields& fields, ClockSettings& clock) {
  fields(clock.think_limit, clock.first_think_limit, clock.turn_bank, clock.max_refusals, clock.catch_up_frames);
}

template <typename Fields>
void list_fields(Fields& fields, MatchConditions& conditions) {
  fields(conditions.created_at, conditions.phase, conditions.ruleset_digest, conditions.clock, conditions.grace,
         conditions.history);
}

template <typename Fields>
void list_fields(Fields& fields, MatchCreated& event) {
  fields(event.match, event.date, event.terms, event.first_seed, event.seats, event.arranged);
  if (fields.version() >= kVersionWithDelay) fields(event.terms.spectator_delay_seconds);
  if (fields.version() >= kVersionWithFirstLimit && event.arranged) fields(event.arranged->limits.first_think);
  if (fields.version() >= kVersionOfRestarts) fields(event.conditions);
  if (fields.version() >= kVersionOfInvitations) fields(event.is_invited);
  if (fields.version() < kVersionOfTournaments) return;
  if (event.arranged) fields(event.arranged->name);
  if (event.conditions) fields(event.conditions->spectator_delay);
}

template <typename Fields>
void list_fields(Fields& fields, GameStarted& event) {
  fields(event.secret, event.commitment, event.begins, event.time);
}

template <typename Fields>
void list_fields(Fields& fields, InputAccepted& event) {
  fields(event.input, event.comment, event.clock, event.time);
  if (fields.version() >= kVersionOfRestarts) fields(event.check);
}

template <typename Fields>
void list_fields(Fields& fields, DecisionMissed& event) {
  fields(event.seat, event.time);
}

template <typename Fields>
void list_fields(Fields& fields, FramesDelayed& event) {
  fields(event.frames, event.clock);
}

template <typename Fields>
void list_fields(Fields& fields, StallSkipped& event) {
  fields(event.span, event.clock);
}

template <typename Fields>
void list_fields(Fields& fields, SeatsLost& event) {
  fields(event.seats, event.clock, event.time);
}

template <typename Fields>
void list_fields(Fields& fields, SeatTaken& event) {
  fields(event.seat, event.player, event.subscription, event.client_id, event.last_update, event.clock, event.time);
  if (fields.version() >= kVersionOfTournaments) fields(event.new_token_hash);
}

template <typename Fields>
void list_fields(Fields& fields, QualityReported& event) {
  fields(event.seat, event.clock);
}

template <typename Fields>
void list_fields(Fields& fields, SeriesEnded& event) {
  fields(event.cause, event.winner, event.clock);
}

template <typename Fields>
void list_fields(Fields& fields, GameEnded& event) {
  fields(event.outcome, event.date);
}

template <typename Fields>
void list_fields(Fields& fields, GameSaved& event) {
  fields(event.record);
}

template <typename Fields>
void list_fields(Fields&, GameVoided&) {}

template <typename Fields>
void list_fields(Fields&, MatchEnded&) {}

template <typename Fields>
void list_fields(Fields& fields, ServerInterrupted& event) {
  fields(event.clock, event.time, event.created_at, event.date);
}

template <typename Fields>
void list_fields(Fields& fields, Score& score) {
  fields(score.wins, score.draws);
}

template <typename Fields>
void list_fields(Fields& fields, GameEnd& end) {
  fields(end.game, end.outcome, end.scores, end.seed, end.nonce, end.record);
}

template <typename Fields>
void list_fields(Fields& fields, SnapshotSeat& seat) {
  fields(seat.client_id, seat.lost_at, seat.is_lost_by_server, seat.grace_used, seat.update_count, seat.unsent_game_end,
         seat.late_keys, seat.reports_quality);
}

template <typename Fields>
void list_fields(Fields& fields, SnapshotTaken& event) {
  fields(event.created, event.games, event.score, event.seats, event.time);
}

// Small numbers, also negative ones, become few bytes: 0, -1, 1, -2 become 0, 1, 2, 3.
constexpr std::uint64_t folded(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}

constexpr std::int64_t unfolded(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

class Writer {
 public:
  Writer(record::ByteWriter& bytes, unsigned version) : bytes_(bytes), version_(version) {}

  unsigned version() const { return version_; }

  template <typename... Values>
  void operator()(Values&... values) {
    (write(values), ...);
  }

 private:
  void write(bool& value) { bytes_.write_byte(value ? 1 : 0); }
  void write(std::uint8_t& value) { bytes_.write_byte(value); }
  void write(std::uint32_t& value) { bytes_.write_varint(value); }
  void write(std::uint64_t& value) { bytes_.write_varint(value); }
  void write(std::int8_t& value) { bytes_.write_varint(folded(value)); }
  void write(std::int64_t& value) { bytes_.write_varint(folded(value)); }
  void write(int& value) { bytes_.write_varint(folded(value)); }
  void write(base::Span& value) { bytes_.write_varint(folded(value.count())); }
  void write(std::string& value) { bytes_.write_text(value); }
  template <typename Value>
  void write(std::optional<Value>& value) {
    bytes_.write_byte(value ? 1 : 0);
    if (value) write(*value);
  }
  template <typename Value, std::size_t kCount>
  void write(std::array<Value, kCount>& values) {
    for (Value& value : values) write(value);
  }
  template <typename Value>
  void write(Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      bytes_.write_varint(static_cast<std::uint64_t>(value));
    } else {
      list_fields(*this, value);
    }
  }

  record::ByteWriter& bytes_;
  unsigned version_;
};

// Reads values until one is invalid. The values from there on are not changed.
class Reader {
 public:
  Reader(record::ByteReader& bytes, unsigned version) : bytes_(bytes), version_(version) {}

  unsigned version() const { return version_; }

  bool is_valid() const { return is_valid_; }

  template <typename... Values>
  void operator()(Values&... values) {
    (read(values), ...);
  }

 private:
  template <typename Value, typename Raw>
  void take(Value& value, const std::optional<Raw>& raw, bool is_in_range = true) {
    is_valid_ = is_valid_ && raw && is_in_range;
    if (is_valid_) value = static_cast<Value>(*raw);
  }
  // Reads a number that is at most `last`.
  template <typename Value>
  void read_number(Value& value, std::uint64_t last) {
    const auto raw = bytes_.read_varint();
    take(value, raw, raw && *raw <= last);
  }
  template <typename Value>
  void read_signed(Value& value) {
    const auto raw = read_folded();
    take(value, raw, raw && std::in_range<Value>(*raw));
  }
  std::optional<std::int64_t> read_folded() {
    const auto raw = bytes_.read_varint();
    return raw ? std::optional(unfolded(*raw)) : std::nullopt;
  }

  void read(bool& value) {
    const auto raw = bytes_.read_byte();
    take(value, raw, raw && *raw <= 1);
  }
  void read(std::uint8_t& value) { take(value, bytes_.read_byte()); }
  void read(std::uint32_t& value) { read_number(value, std::numeric_limits<std::uint32_t>::max()); }
  void read(std::uint64_t& value) { read_number(value, std::numeric_limits<std::uint64_t>::max()); }
  void read(std::int8_t& value) { read_signed(value); }
  void read(std::int64_t& value) { read_signed(value); }
  void read(int& value) { read_signed(value); }
  void read(base::Span& value) { take(value, read_folded()); }
  void read(std::string& value) {
    auto text = bytes_.read_text(bytes_.remaining());
    is_valid_ = is_valid_ && text;
    if (is_valid_) value = *std::move(text);
  }
  template <typename Value>
  void read(std::optional<Value>& value) {
    bool has_value = false;
    read(has_value);
    if (is_valid_ && has_value) read(value.emplace());
  }
  template <typename Value, std::size_t kCount>
  void read(std::array<Value, kCount>& values) {
    for (Value& value : values) read(value);
  }
  template <typename Value>
  void read(Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      read_number(value, kLast<Value>);
    } else {
      list_fields(*this, value);
    }
  }

  record::ByteReader& bytes_;
  unsigned version_;
  bool is_valid_ = true;
};

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) { return rules::Hash().add_bytes(bytes).value(); }

bool needs_version_of_tournaments(const MatchCreated& created) {
  return (created.conditions && created.conditions->spectator_delay) || (created.arranged && created.arranged->name);
}

// Each event is written in one way only.
unsigned version_of(const MatchEvent& event) {
  if (const auto* snapshot = std::get_if<SnapshotTaken>(&event)) {
    if (needs_version_of_tournaments(snapshot->created)) return kVersionOfTournaments;
    return snapshot->created.is_invited ? kVersionOfInvitations : kVersionOfSnapshots;
  }
  if (std::holds_alternative<ServerInterrupted>(event)) return kVersionOfRestarts;
  if (std::holds_alternative<GameVoided>(event)) return kVersionOfVoidGames;
  if (const auto* accepted = std::get_if<InputAccepted>(&event)) {
    return accepted->check != 0 ? kVersionOfRestarts : kVersion;
  }
  if (const auto* taken = std::get_if<SeatTaken>(&event)) {
    return taken->new_token_hash ? kVersionOfTournaments : kVersion;
  }
  const auto* created = std::get_if<MatchCreated>(&event);
  if (created == nullptr) return kVersion;
  if (needs_version_of_tournaments(*created)) return kVersionOfTournaments;
  if (created->is_invited) return kVersionOfInvitations;
  if (created->conditions) return kVersionOfRestarts;
  if (created->arranged && created->arranged->limits.first_think > base::Span::zero()) return kVersionWithFirstLimit;
  return created->terms.spectator_delay_seconds ? kVersionWithDelay : kVersion;
}

// Makes an empty event of the kind with this number.
template <std::size_t kKind = 0>
std::optional<MatchEvent> event_of_kind(std::size_t kind) {
  if constexpr (kKind == std::variant_size_v<MatchEvent>) {
    return std::nullopt;
  } else {
    return kind == kKind ? MatchEvent(std::in_place_index<kKind>) : event_of_kind<kKind + 1>(kind);
  }
}

}  // namespace

void append_match_event(record::ByteWriter& bytes, const MatchEvent& event) {
  const unsigned version = version_of(event);
  bytes.write_byte(version);
  bytes.write_byte(static_cast<unsigned>(event.index()));
  Writer writer(bytes, version);
  // The lists of fields are made for reading as well, so they take values that may change. Writing changes none.
  std::visit([&writer](const auto& fields) { writer(const_cast<std::remove_cvref_t<decltype(fields)>&>(fields)); },
             event);
}

std::optional<MatchEvent> read_match_event(record::ByteReader& bytes) {
  const auto version = bytes.read_byte();
  const auto kind = bytes.read_byte();
  std::optional<MatchEvent> event = kind ? event_of_kind(*kind) : std::nullopt;
  if (!event) return std::nullopt;
  Reader reader(bytes, *version);
  std::visit([&reader](auto& fields) { reader(fields); }, *event);
  return reader.is_valid() && *version == version_of(*event) ? event : std::nullopt;
}

std::vector<std::uint8_t> encode(const MatchEvent& event) {
  record::ByteWriter bytes;
  append_match_event(bytes, event);
  bytes.write_fixed64(checksum_of(bytes.bytes()));
  return bytes.bytes();
}

std::optional<MatchEvent> decode_match_event(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 2 + kChecksumBytes) return std::nullopt;
  const auto content = bytes.first(bytes.size() - kChecksumBytes);
  if (record::ByteReader(bytes.last(kChecksumBytes)).read_fixed64() != checksum_of(content)) return std::nullopt;
  record::ByteReader reader(content);
  auto event = read_match_event(reader);
  return reader.remaining() == 0 ? event : std::nullopt;
}

}  // namespace rensa::match
