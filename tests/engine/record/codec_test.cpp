#include "engine/record/codec.h"

#include <gtest/gtest.h>

#include "engine/record/bytes.h"
#include "engine/rules/hash.h"
#include "tests/engine/duel/scripted_games.h"

namespace rensa::record {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes short_game() {
  duel::test::PlayOptions options;
  options.last = 130;
  return encode(duel::test::play(duel::test::setup_of("tsu-1", 1),
                                 {duel::test::random_placements(1), duel::test::builder()}, options)
                    .record);
}

Bytes with_right_checksum(Bytes bytes) {
  bytes.resize(bytes.size() - 8);
  ByteWriter sum;
  sum.write_fixed64(rules::Hash().add_bytes(bytes).value());
  bytes.insert(bytes.end(), sum.bytes().begin(), sum.bytes().end());
  return bytes;
}

std::string complaint(const Bytes& bytes) {
  const DecodeResult decoded = decode(bytes);
  return decoded.error ? std::to_string(decoded.error->position) + ": " + decoded.error->message : "none";
}

TEST(Bytes, VarintsHaveOneFormOnly) {
  for (const std::uint64_t value : {0ULL, 1ULL, 127ULL, 128ULL, 16384ULL, ~0ULL, 1ULL << 63}) {
    ByteWriter out;
    out.write_varint(value);
    EXPECT_EQ(ByteReader(out.bytes()).read_varint(), value);
  }
  for (const Bytes& bad : {Bytes{}, Bytes{0x80}, Bytes{0x80, 0x00}, Bytes{0xFF, 0x80, 0x00}, Bytes(10, 0xFF),
                           Bytes{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}}) {
    EXPECT_EQ(ByteReader(bad).read_varint(), std::nullopt);
  }
}

TEST(Bytes, ShortInputGivesNothing) {
  const Bytes bytes = {5, 'a'};
  EXPECT_EQ(ByteReader(bytes).read_fixed64(), std::nullopt);
  EXPECT_EQ(ByteReader(std::span(bytes).first(1)).read_fixed16(), std::nullopt);
  EXPECT_EQ(ByteReader(bytes).read_text(10), std::nullopt);
  EXPECT_EQ(ByteReader(std::span(bytes).first(0)).read_byte(), std::nullopt);
  EXPECT_EQ(ByteReader(bytes).position(), 0U);
}

TEST(RecordBytes, DecodingGivesTheRecordAndEncodingTheBytes) {
  const Bytes bytes = short_game();
  const DecodeResult decoded = decode(bytes);
  ASSERT_FALSE(decoded.error) << decoded.error->message;
  EXPECT_EQ(encode(*decoded.record), bytes);
}

TEST(RecordBytes, EveryTruncationIsAnError) {
  const Bytes bytes = short_game();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const DecodeResult decoded = decode(std::span(bytes).first(size));
    EXPECT_TRUE(decoded.error) << size;
    EXPECT_FALSE(decoded.record) << size;
    if (decoded.error) {
      EXPECT_LE(decoded.error->position, size);
    }
  }
}

TEST(RecordBytes, BytesAfterTheEndAreAnError) {
  Bytes bytes = short_game();
  bytes.push_back(0);
  EXPECT_EQ(complaint(bytes), std::to_string(bytes.size() - 1) + ": there is more after the end");
}

TEST(RecordBytes, ErrorsNameTheirPosition) {
  Bytes bytes = short_game();
  const auto changed = [&](std::size_t at, unsigned value) {
    Bytes copy = bytes;
    copy[at] = static_cast<std::uint8_t>(value);
    return complaint(with_right_checksum(copy));
  };
  EXPECT_EQ(changed(1, 'x'), "1: this is not a record");
  EXPECT_EQ(changed(4, 3), "4: version 3 is not known");
  EXPECT_EQ(changed(4, 2), "55: the number of interruptions is out of range");
  EXPECT_EQ(changed(5, 200), "5: the ruleset's id is cut off or ill-formed");
  EXPECT_EQ(changed(11, 9).substr(0, 16), "5: the ruleset: ");
  EXPECT_EQ(changed(bytes.size() - 12, bytes[bytes.size() - 12] ^ 1U), "none");  // only a replay finds a wrong hash
}

TEST(RecordBytes, ChecksumAloneLeavesTheRecordReadable) {
  Bytes bytes = short_game();
  bytes.back() ^= 1;
  const DecodeResult decoded = decode(bytes);
  ASSERT_TRUE(decoded.record && decoded.error);
  EXPECT_EQ(decoded.error->message, "the checksum does not fit");
  EXPECT_EQ(decoded.error->position, bytes.size() - 8);
}

TEST(RecordBytes, WrongLengthsAllocateNothing) {
  // A game of a billion frames in a file of a hundred bytes.
  duel::test::PlayOptions options;
  options.last = 0;
  Bytes bytes =
      encode(duel::test::play(duel::test::setup_of("tsu-1", 1), {duel::test::builder(), duel::test::builder()}, options)
                 .record);
  ASSERT_EQ(bytes[bytes.size() - 9], 0);
  bytes.resize(bytes.size() - 9);
  ByteWriter out;
  out.write_varint(kMaxRecordedClock);
  bytes.insert(bytes.end(), out.bytes().begin(), out.bytes().end());
  EXPECT_EQ(complaint(bytes), std::to_string(bytes.size()) + ": the number of inputs is cut off or ill-formed");
}

TEST(RecordBytes, InputsPackIntoSixBits) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto input = duel::unpack_input(static_cast<std::uint8_t>(byte));
    EXPECT_EQ(input.has_value(), byte < 22 || (byte >= 32 && byte < 64)) << byte;
    if (input) {
      EXPECT_EQ(duel::pack_input(*input), byte);
    }
  }
  EXPECT_EQ(duel::pack_input({}), std::nullopt);
  EXPECT_EQ(duel::pack_input(duel::Input::place({1, rules::Rotation::left})), std::nullopt);
  EXPECT_EQ(duel::pack_input(duel::Input::place({3, static_cast<rules::Rotation>(4)})), std::nullopt);
  EXPECT_EQ(duel::pack_input(duel::Input::hold(static_cast<movement::Keys>(0xE1))),
            duel::pack_input(duel::Input::hold(movement::Keys::left)));
}

TEST(RecordBytes, NamesAreUtf8WithoutControlCharacters) {
  EXPECT_TRUE(is_valid_name(""));
  EXPECT_TRUE(is_valid_name("\xE9\x80\xA3\xE9\x8E\x96 \xF0\x9F\x8E\xAE \xC3\xA9"));
  EXPECT_TRUE(is_valid_name(std::string(64, 'a')));
  for (const std::string& bad : {std::string(65, 'a'), std::string("\n"), std::string("\x7F"), std::string("\x80"),
                                 std::string("\xC3"), std::string("\xC0\xAF"), std::string("\xED\xA0\x80"),
                                 std::string("\xF4\x90\x80\x80"), std::string("\xC3("), std::string("\xFF")}) {
    EXPECT_FALSE(is_valid_name(bad));
  }
}

}  // namespace
}  // namespace rensa::record
