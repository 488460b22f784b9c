#include "server/live_matches/key_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::live_matches {
namespace {

using movement::Keys;
using testing::IsEmpty;
using Bytes = std::vector<std::uint8_t>;

constexpr int kLastFrame = std::numeric_limits<int>::max();

// Keys that are accepted at this clock and were sent for a frame; 0: for the next one.
match::InputAccepted hold(duel::Seat seat, int clock, std::uint32_t id, Keys keys, int at) {
  return {.input = {.seat = seat,
                    .id = id,
                    .input = duel::Input::hold(keys),
                    .from = clock + 1,
                    .keys_at = at,
                    .is_late = at > 0 && at <= clock},
          .comment = "",
          .clock = clock,
          .time = {},
          .check = 0};
}

match::InputAccepted with_check(match::InputAccepted accepted, std::uint32_t check) {
  accepted.check = check;
  return accepted;
}

Bytes bytes_of(const std::vector<match::InputAccepted>& events) {
  record::ByteWriter bytes;
  KeyHistory history;
  for (const match::InputAccepted& event : events) {
    const std::size_t before = bytes.bytes().size();
    EXPECT_TRUE(append_keys(bytes, event, history));
    EXPECT_LE(bytes.bytes().size(), before + kMaxBytesOfKeys);
  }
  return bytes.bytes();
}

// Returns the events of these bytes; nullopt if they are damaged.
std::optional<std::vector<match::InputAccepted>> events_of(const Bytes& bytes) {
  record::ByteReader reader(bytes);
  KeyHistory history;
  std::vector<match::InputAccepted> events;
  while (reader.remaining() > 0) {
    auto event = read_keys(reader, history);
    if (!event) return std::nullopt;
    events.push_back(*std::move(event));
  }
  return events;
}

std::vector<match::InputAccepted> some_keys() {
  using duel::Seat;
  constexpr std::uint32_t kLastId = std::numeric_limits<std::uint32_t>::max();
  return {hold(Seat::one, 0, 1, Keys::left, 0),
          with_check(hold(Seat::two, 0, 1, Keys::left | Keys::turn_a, 3), 1),
          hold(Seat::one, 40, 2, Keys::none, 41),
          hold(Seat::one, 40, 3, Keys::none, 42),
          hold(Seat::two, 41, 9, Keys::down, 36),
          hold(Seat::two, 41, 2, Keys::down, 50),
          hold(Seat::two, 41, kLastId, static_cast<Keys>(movement::kAllKeys), 35),
          hold(Seat::two, 41, 0, Keys::turn_b, 51),
          with_check(hold(Seat::one, 1'000'000, 0, Keys::none, 1), 0xFFFF),
          hold(Seat::one, kLastFrame - 1, kLastId, Keys::right, kLastFrame)};
}

TEST(KeyCodec, KeysAreReadAsTheyWereWritten) {
  const auto read = events_of(bytes_of(some_keys()));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, some_keys());
}

// A server of a later version reads them.
TEST(KeyCodec, TheBytesOfThisVersionStay) {
  const std::vector<Bytes> by_event{{0x00, 0x00},
                                    {0x8D, 0x01, 0x09, 0x01, 0x00},
                                    {0x60, 0xA0, 0x01},
                                    {0x7A, 0x00},
                                    {0xFD, 0x06, 0x0D, 0x24, 0x07},
                                    {0xEB, 0x02, 0xF8, 0xFF, 0xFF, 0xFF, 0x0F},
                                    {0xFD, 0x02, 0x1B, 0x23, 0xFC, 0xFF, 0xFF, 0xFF, 0x0F},
                                    {0xFD, 0x00, 0x0F, 0x33},
                                    {0xFA, 0xDF, 0x90, 0xF4, 0x01, 0x01, 0xFC, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF},
                                    {0x62, 0xFA, 0xED, 0x8B, 0xFE, 0x1F, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F}};
  Bytes all;
  for (const Bytes& bytes : by_event) all.insert(all.end(), bytes.begin(), bytes.end());
  EXPECT_EQ(bytes_of(some_keys()), all);
}

TEST(KeyCodec, AKeyThatFollowsAnotherOneNeedsTwoBytes) {
  const Bytes one = bytes_of({hold(duel::Seat::one, 100, 7, Keys::left, 101)});
  const Bytes two =
      bytes_of({hold(duel::Seat::one, 100, 7, Keys::left, 101), hold(duel::Seat::one, 107, 8, Keys::none, 110)});
  EXPECT_EQ(two.size(), one.size() + 2);
}

// These are written as match events.
TEST(KeyCodec, WhatIsMoreThanKeysIsLeftOut) {
  const match::InputAccepted keys = hold(duel::Seat::two, 5, 1, Keys::left, 7);
  std::vector<match::InputAccepted> others(9, keys);
  others[0].comment = "a comment";
  others[1].time = base::Span(1);
  others[2].check = 0x10000;
  others[3].input.input = duel::Input::place({.x = 3, .r = rules::Rotation::left});
  others[4].input.input.placement.x = 2;
  others[5].input.is_late = true;
  others[6].input.from = 7;
  others[7].input.keys_at = -1;
  others[8].clock = 3;  // before the keys of the history
  others[8].input.from = 4;
  record::ByteWriter bytes;
  KeyHistory history;
  history.clock = 4;
  for (const match::InputAccepted& other : others) {
    EXPECT_FALSE(append_keys(bytes, other, history)) << &other - others.data();
  }
  EXPECT_FALSE(append_keys(bytes, match::SeatsLost{}, history));
  EXPECT_THAT(bytes.bytes(), IsEmpty());
  EXPECT_EQ(history.clock, 4);
  EXPECT_TRUE(append_keys(bytes, keys, history));
  EXPECT_EQ(history.clock, 5);
}

TEST(KeyCodec, KeysThatAreCutAreRefused) {
  for (const match::InputAccepted& event : some_keys()) {
    Bytes bytes = bytes_of({event});
    while (bytes.size() > 1) {
      bytes.pop_back();
      EXPECT_FALSE(events_of(bytes));
    }
  }
}

TEST(KeyCodec, WhateverIsReadIsWrittenInTheSameBytes) {
  rules::Rng rng(5);
  int read_count = 0;
  for (int round = 0; round < 200'000; ++round) {
    Bytes bytes(2 + rng.below(12));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(rng.below(4) == 0 ? 256 : 16));
    const auto events = events_of(bytes);
    if (!events) continue;
    ++read_count;
    ASSERT_EQ(bytes_of(*events), bytes);
  }
  EXPECT_GT(read_count, 1'000);
}

}  // namespace
}  // namespace rensa::live_matches
