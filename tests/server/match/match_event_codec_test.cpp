#include "server/match/match_event_codec.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

#include "engine/record/bytes.h"
#include "engine/rules/hash.h"

namespace rensa::match {
namespace {

using Bytes = std::vector<std::uint8_t>;

Sha256 hash_from(std::uint8_t first) {
  Sha256 hash{};
  for (std::uint8_t& byte : hash) byte = first++;
  return hash;
}

// Events of every kind, with fields that differ from each other and from their defaults.
std::vector<MatchEvent> some_events() {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  MatchCreated created{.match = base::MatchId{77},
                       .date = "2026-01-02T03:04:05Z",
                       .terms = {.ruleset = "jaist-1",
                                 .clock = Clock::turns,
                                 .charge = ThinkingCost::measured,
                                 .charge_frames = 33,
                                 .games = 9,
                                 .queue_of = ~std::uint64_t{0},
                                 .first_to = 4},
                       .first_seed = {.seed = 0x1234'5678'9ABC'DEF0},
                       .seats = {},
                       .arranged = std::nullopt};
  created.seats[0] = {.player = {.id = {.kind = base::PlayerId::Kind::account, .client_index = 39, .number = 5},
                                 .name = "ann",
                                 .subscription = Subscription::steering},
                      .token_hash = hash_from(1)};
  created.seats[1] = {
      .player = {.id = {.kind = base::PlayerId::Kind::guest, .client_index = 0, .number = ~std::uint64_t{6}},
                 .name = "näive 连",
                 .subscription = Subscription::frames},
      .token_hash = hash_from(200)};
  MatchCreated arranged = created;
  arranged.first_seed.seed.reset();
  arranged.arranged = ArrangedGame{.seed = 8,
                                   .reveals_seed = false,
                                   .chances = {9, 10},
                                   .limits = {.think = base::Span(11),
                                              .grace = base::Span(12),
                                              .whole_game = base::Span(kMost),
                                              .max_missed = 13,
                                              .max_refused = 14}};
  const AcceptedInput placed{.seat = duel::Seat::two,
                             .id = std::numeric_limits<std::uint32_t>::max(),
                             .input = duel::Input::place({.x = 6, .r = rules::Rotation::down}),
                             .from = std::numeric_limits<int>::max(),
                             .keys_at = 15,
                             .is_late = true};
  AcceptedInput held = placed;
  held.input = duel::Input::hold(static_cast<movement::Keys>(movement::kAllKeys));
  AcceptedInput passed = placed;
  passed.input = {};
  return {created,
          arranged,
          GameStarted{.secret = {.seed = 16, .nonce = std::string("a\0b", 3)},
                      .commitment = "abc",
                      .begins = base::Span(-17),
                      .time = base::Span(18)},
          InputAccepted{.input = placed, .comment = "a comment", .clock = 19, .time = base::Span(20)},
          InputAccepted{.input = held, .comment = "", .clock = -21, .time = base::Span(22)},
          InputAccepted{.input = passed, .comment = "", .clock = 0, .time = base::Span(0)},
          DecisionMissed{.seat = duel::Seat::two, .time = base::Span(23)},
          FramesDelayed{.frames = 24, .clock = 25},
          StallSkipped{.span = base::Span(26), .clock = 27},
          SeatsLost{.seats = {false, true}, .clock = 28, .time = base::Span(29)},
          SeatTaken{.seat = duel::Seat::two,
                    .player = {.kind = base::PlayerId::Kind::program, .client_index = 40, .number = 30},
                    .subscription = Subscription::frames,
                    .client_id = "phone",
                    .last_update = 31,
                    .clock = 32,
                    .time = base::Span(33)},
          QualityReported{.seat = duel::Seat::two, .clock = 34},
          SeriesEnded{.cause = duel::Cause::resigned, .winner = duel::Seat::two, .clock = 35},
          SeriesEnded{.cause = duel::Cause::voided, .winner = std::nullopt, .clock = 36},
          GameEnded{.outcome = {.winner = duel::Seat::one, .cause = duel::Cause::no_move, .frame = 37},
                    .date = "2026-01-02T04:05:06Z"},
          GameSaved{.record = 38},
          MatchEnded{}};
}

// Events with fields that older versions do not have.
std::vector<MatchEvent> newer_events() {
  MatchCreated limited = std::get<MatchCreated>(some_events()[1]);
  limited.arranged->limits.first_think = base::Span(15);
  MatchCreated delayed = limited;
  delayed.terms.spectator_delay_seconds = 7;
  return {limited, delayed};
}

// Events of the version with which matches go on after a restart.
std::vector<MatchEvent> events_of_restarts() {
  MatchCreated created = std::get<MatchCreated>(some_events()[0]);
  created.conditions = MatchConditions{.created_at = base::Span(41),
                                       .phase = 11,
                                       .ruleset_digest = ~std::uint64_t{7},
                                       .clock = {.think_limit = base::Span(42),
                                                 .first_think_limit = base::Span(43),
                                                 .turn_bank = base::Span(44),
                                                 .max_refusals = 45,
                                                 .catch_up_frames = 46},
                                       .grace = base::Span(47),
                                       .history = 48};
  InputAccepted accepted = std::get<InputAccepted>(some_events()[3]);
  accepted.check = 49'000;
  return {created, accepted,
          ServerInterrupted{
              .clock = 50, .time = base::Span(51), .created_at = base::Span(-52), .date = "2026-02-03T04:05:06Z"}};
}

// The event from which a match goes on without those before it.
SnapshotTaken some_snapshot() {
  SnapshotTaken taken;
  taken.created = std::get<MatchCreated>(events_of_restarts()[0]);
  taken.games = 61;
  taken.score = {.wins = {33, 20}, .draws = 8};
  taken.seats[0] = {
      .client_id = "phone",
      .lost_at = base::Span(62),
      .is_lost_by_server = true,
      .grace_used = base::Span(63),
      .update_count = ~std::uint64_t{64},
      .unsent_game_end = GameEnd{.game = 61,
                                 .outcome = {.winner = duel::Seat::two, .cause = duel::Cause::no_move, .frame = 65},
                                 .scores = {-66, std::int64_t{67} << 40U},
                                 .seed = "0123",
                                 .nonce = "45",
                                 .record = 68},
      .late_keys = 69,
      .reports_quality = true};
  taken.time = base::Span(70);
  return taken;
}

// Events of the version in which matches of tournaments go on after a restart.
std::vector<MatchEvent> events_of_tournaments() {
  MatchCreated named = std::get<MatchCreated>(some_events()[1]);
  named.arranged->name = TournamentGame{.tournament = "spring-cup", .game = "12-1-3"};
  MatchCreated delayed = std::get<MatchCreated>(events_of_restarts()[0]);
  delayed.conditions->spectator_delay = base::Span(71);
  MatchCreated both = delayed;
  both.arranged = named.arranged;
  SnapshotTaken snapshot = some_snapshot();
  snapshot.created = delayed;
  snapshot.created.is_invited = true;
  SeatTaken taken = std::get<SeatTaken>(some_events()[10]);
  taken.new_token_hash = hash_from(72);
  return {named, delayed, both, snapshot, taken};
}

// Puts the checksum right, so that only the content is wrong.
Bytes with_checksum(Bytes content) {
  record::ByteWriter sum;
  sum.write_fixed64(rules::Hash().add_bytes(content).value());
  content.insert(content.end(), sum.bytes().begin(), sum.bytes().end());
  return content;
}

Bytes content_of(const MatchEvent& event) {
  Bytes bytes = encode(event);
  bytes.resize(bytes.size() - 8);
  return bytes;
}

TEST(MatchEventCodec, EventsOfEveryKindAreReadAsTheyWereWritten) {
  std::set<std::size_t> kinds;
  for (const MatchEvent& event : some_events()) {
    kinds.insert(event.index());
    const auto read = decode_match_event(encode(event));
    ASSERT_TRUE(read) << "kind " << event.index();
    EXPECT_TRUE(*read == event) << "kind " << event.index();
  }
  for (const MatchEvent& event : events_of_restarts()) kinds.insert(event.index());
  kinds.insert(MatchEvent(some_snapshot()).index());
  kinds.insert(MatchEvent(GameVoided{}).index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<MatchEvent>);
}

// The bytes of this version never change, since a server of a later version reads them.
TEST(MatchEventCodec, TheBytesOfThisVersionStay) {
  const Bytes content =
      content_of(InputAccepted{.input = {.seat = duel::Seat::two,
                                         .id = 300,
                                         .input = duel::Input::place({.x = 3, .r = rules::Rotation::left}),
                                         .from = 5,
                                         .keys_at = 0,
                                         .is_late = true},
                               .comment = "hi",
                               .clock = 4,
                               .time = base::Span(-1)});
  EXPECT_EQ(content, (Bytes{1, 2, 1, 0xAC, 2, 1, 0, 6, 3, 10, 0, 1, 2, 'h', 'i', 8, 1}));
  EXPECT_EQ(content_of(MatchEnded{}), (Bytes{1, 12}));
  Bytes all;
  for (const MatchEvent& event : some_events()) {
    const Bytes bytes = encode(event);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  EXPECT_EQ(rules::Hash().add_bytes(all).value(), 0xE0CD72EB58013FDAU);
}

TEST(MatchEventCodec, TheLimitOfTheFirstDecisionIsReadAsItWasWritten) {
  for (const MatchEvent& event : newer_events()) {
    const auto read = decode_match_event(encode(event));
    ASSERT_TRUE(read);
    EXPECT_TRUE(*read == event);
    EXPECT_EQ(encode(event)[0], 3) << "older versions refuse it instead of playing with another limit";
  }
}

TEST(MatchEventCodec, AnInvitationIsReadAsItWasWritten) {
  MatchCreated invited = std::get<MatchCreated>(events_of_restarts()[0]);
  invited.is_invited = true;
  SnapshotTaken later = some_snapshot();
  later.created.is_invited = true;
  for (const MatchEvent& event : {MatchEvent(invited), MatchEvent(later)}) {
    const Bytes bytes = encode(event);
    EXPECT_EQ(bytes[0], 6);
    const auto read = decode_match_event(bytes);
    ASSERT_TRUE(read);
    EXPECT_TRUE(*read == event);
  }
}

TEST(MatchEventCodec, EventsOfTournamentsAreReadAsTheyWereWritten) {
  Bytes all;
  for (const MatchEvent& event : events_of_tournaments()) {
    const Bytes bytes = encode(event);
    EXPECT_EQ(bytes[0], 7);
    const auto read = decode_match_event(bytes);
    ASSERT_TRUE(read) << "kind " << event.index();
    EXPECT_TRUE(*read == event) << "kind " << event.index();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  EXPECT_EQ(rules::Hash().add_bytes(all).value(), 14423086159973016614U);
}

TEST(MatchEventCodec, AVoidGameIsReadAsItWasWritten) {
  EXPECT_EQ(content_of(GameVoided{}), (Bytes{8, 15}));
  const auto read = decode_match_event(encode(GameVoided{}));
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == MatchEvent(GameVoided{}));
}

TEST(MatchEventCodec, EventsOfRestartsAreReadAsTheyWereWritten) {
  Bytes all;
  for (const MatchEvent& event : events_of_restarts()) {
    const Bytes bytes = encode(event);
    EXPECT_EQ(bytes[0], 4);
    const auto read = decode_match_event(bytes);
    ASSERT_TRUE(read) << "kind " << event.index();
    EXPECT_TRUE(*read == event) << "kind " << event.index();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  EXPECT_EQ(content_of(events_of_restarts()[2]),
            (Bytes{4,   13,  100, 102, 103, 20,  '2', '0', '2', '6', '-', '0', '2',
                   '-', '0', '3', 'T', '0', '4', ':', '0', '5', ':', '0', '6', 'Z'}));
  EXPECT_EQ(rules::Hash().add_bytes(all).value(), 169229902408565638U);
}

TEST(MatchEventCodec, SnapshotsAreReadAsTheyWereWritten) {
  const Bytes bytes = encode(some_snapshot());
  EXPECT_EQ(bytes[0], 5);
  const auto read = decode_match_event(bytes);
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == MatchEvent(some_snapshot()));
  EXPECT_EQ(rules::Hash().add_bytes(bytes).value(), 11308260856692726917U);
}

TEST(MatchEventCodec, EventsWithoutChecksumsAreReadOneAfterAnother) {
  record::ByteWriter writer;
  std::vector<MatchEvent> events = some_events();
  for (const MatchEvent& event : events_of_restarts()) events.push_back(event);
  for (const MatchEvent& event : events) append_match_event(writer, event);
  record::ByteReader reader(writer.bytes());
  for (const MatchEvent& event : events) {
    const auto read = read_match_event(reader);
    ASSERT_TRUE(read);
    EXPECT_TRUE(*read == event);
  }
  EXPECT_EQ(reader.remaining(), 0U);
  EXPECT_FALSE(read_match_event(reader));
}

TEST(MatchEventCodec, DamagedBytesAreRefused) {
  for (const MatchEvent& event : some_events()) {
    Bytes bytes = encode(event);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_FALSE(decode_match_event(std::span(bytes).first(length)));
    }
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
      EXPECT_FALSE(decode_match_event(bytes)) << "kind " << event.index() << ", bit " << bit;
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    }
    bytes.push_back(0);
    EXPECT_FALSE(decode_match_event(bytes));
  }
}

TEST(MatchEventCodec, OtherVersionsAndKindsAreRefused) {
  const Bytes content = content_of(MatchEnded{});
  ASSERT_TRUE(decode_match_event(with_checksum(content)));
  for (const int version : {0, 2, 255}) {
    EXPECT_FALSE(decode_match_event(with_checksum({static_cast<std::uint8_t>(version), content[1]})));
  }
  for (const int kind : {15, 16, 17, 255}) {
    EXPECT_FALSE(decode_match_event(with_checksum({content[0], static_cast<std::uint8_t>(kind)})));
  }
}

TEST(MatchEventCodec, TheDelayOfSpectatorsIsKept) {
  MatchCreated created;
  created.terms.spectator_delay_seconds = 7;
  const Bytes bytes = encode(created);
  EXPECT_EQ(bytes[0], 2) << "an earlier version cannot read it";
  const auto read = decode_match_event(bytes);
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == MatchEvent(created));
  Bytes without_delay = content_of(MatchCreated{});
  ASSERT_TRUE(decode_match_event(with_checksum(without_delay)));
  without_delay[0] = 2;
  EXPECT_FALSE(decode_match_event(with_checksum(without_delay)));
  without_delay.push_back(0);
  EXPECT_FALSE(decode_match_event(with_checksum(without_delay))) << "this event is written in the earlier version";
}

TEST(MatchEventCodec, ValuesThatDoNotExistAreRefused) {
  const Bytes content = content_of(DecisionMissed{.seat = duel::Seat::two, .time = base::Span(3)});
  ASSERT_EQ(content, (Bytes{1, 3, 1, 6}));
  EXPECT_FALSE(decode_match_event(with_checksum({1, 3, 2, 6}))) << "there is no third seat";
  EXPECT_FALSE(decode_match_event(with_checksum({1, 3, 1}))) << "the time is missing";
  EXPECT_FALSE(decode_match_event(with_checksum({1, 3, 1, 6, 0}))) << "there is more";
  EXPECT_FALSE(decode_match_event(with_checksum({1, 3, 0x81, 0, 6}))) << "the number is longer than it needs to be";
  const Bytes lost = content_of(SeatsLost{.seats = {true, false}, .clock = 0, .time = {}});
  ASSERT_EQ(lost, (Bytes{1, 6, 1, 0, 0, 0}));
  EXPECT_FALSE(decode_match_event(with_checksum({1, 6, 1, 2, 0, 0}))) << "it is neither true nor false";
  EXPECT_FALSE(decode_match_event(with_checksum({1, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0x7F, 0}))) << "it is no int";
}

}  // namespace
}  // namespace rensa::match
