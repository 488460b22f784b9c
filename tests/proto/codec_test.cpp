#include "proto/codec.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "engine/duel/frame_side.h"
#include "server/base/plain_text.h"
#include "tests/proto/samples.h"

namespace rensa::proto {
namespace {

constexpr std::array kEncodings{Encoding::binary, Encoding::json};

template <typename Messages>
std::set<std::size_t> types_in(const Messages& messages) {
  std::set<std::size_t> types;
  for (const auto& message : messages) types.insert(message.index());
  return types;
}

bool returns(const ClientMessage& message, Encoding encoding) {
  const auto read = client_message_of(encode(message, encoding), encoding);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message) << " in " << encode(message, Encoding::json);
  return read.ok() && *read == message;
}

bool returns(const ServerMessage& message, Encoding encoding) {
  const auto read = server_message_of(encode(message, encoding), encoding);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message) << " in " << encode(message, Encoding::json);
  return read.ok() && *read == message;
}

// JSON takes fifty times as long and has the same values, so only some of the updates are tested with it.
void expect_game_returns(const std::vector<Update>& updates) {
  constexpr std::size_t kOneOf = 9;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    ASSERT_TRUE(returns(updates[i], Encoding::binary)) << encode(updates[i], Encoding::json);
    if (i % kOneOf == 0) {
      ASSERT_TRUE(returns(updates[i], Encoding::json)) << encode(updates[i], Encoding::json);
    }
  }
}

bool has_purple_cell(const Update& update) { return !update.view.own.field.board(rules::Cell::purple).empty(); }

bool has_purple_pair(const Update& update) {
  return std::any_of(update.view.own.pairs.begin(), update.view.own.pairs.end(), [](rules::Pair pair) {
    return pair.axis == rules::Cell::purple || pair.child == rules::Cell::purple;
  });
}

TEST(Codec, SamplesHoldEveryTypeOfMessage) {
  EXPECT_EQ(types_in(test::client_samples()).size(), std::variant_size_v<ClientMessage>);
  EXPECT_EQ(types_in(test::server_samples()).size(), std::variant_size_v<ServerMessage>);
}

TEST(Codec, EveryClientMessageComesBack) {
  for (const Encoding encoding : kEncodings) {
    for (const ClientMessage& message : test::client_samples()) {
      EXPECT_TRUE(returns(message, encoding)) << encode(message, Encoding::json);
    }
  }
}

TEST(Codec, EveryServerMessageComesBack) {
  for (const Encoding encoding : kEncodings) {
    for (const ServerMessage& message : test::server_samples()) {
      EXPECT_TRUE(returns(message, encoding)) << encode(message, Encoding::json);
    }
  }
}

TEST(Codec, EveryFrameOfAGameComesBack) {
  const std::vector<Update> updates = test::updates_of_game("tsu-1", 4);
  ASSERT_GT(updates.size(), 2000U);
  std::set<duel::Phase> phases;
  for (const Update& update : updates) phases.insert(update.view.own.phase);
  EXPECT_GE(phases.size(), 7U);
  EXPECT_TRUE(std::any_of(updates.begin(), updates.end(), [](const Update& update) {
    return update.view.own.falling && update.view.own.falling->touching;
  }));
  expect_game_returns(updates);
}

TEST(Codec, EveryTurnOfAGameComesBack) { expect_game_returns(test::updates_of_game("jaist-1", 5)); }

TEST(Codec, PurpleComesBack) {
  const std::vector<Update> updates = test::updates_of_game("class-1", 6);
  EXPECT_TRUE(std::any_of(updates.begin(), updates.end(), has_purple_cell));
  EXPECT_TRUE(std::any_of(updates.begin(), updates.end(), has_purple_pair));
  expect_game_returns(updates);
}

TEST(Codec, SpectatorIsNoSeat) {
  Update update = test::updates_of_game("jaist-1", 5).at(1);
  ASSERT_EQ(update.view.seat, duel::Seat::two);
  update.seat.reset();
  const auto read = server_message_of(encode(update, Encoding::json), Encoding::json);
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(std::get<Update>(*read).seat);
  EXPECT_EQ(std::get<Update>(*read).view.seat, duel::Seat::one);
}

TEST(Codec, MissingTermsHaveTheDefaultValues) {
  const auto read = client_message_of(R"({"quickMatch":{}})", Encoding::json);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(std::get<QuickMatch>(*read), QuickMatch{});
}

TEST(Codec, ADelayOfZeroForSpectatorsIsNotTheDefault) {
  for (const std::optional<int> seconds : {std::optional<int>(), std::optional(0), std::optional(60)}) {
    QuickMatch request;
    request.terms.spectator_delay_seconds = seconds;
    EXPECT_TRUE(returns(ClientMessage(request), Encoding::json));
    EXPECT_TRUE(returns(ClientMessage(request), Encoding::binary));
  }
  const auto read = client_message_of(R"({"quickMatch":{"terms":{"spectatorDelaySeconds":61}}})", Encoding::json);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("spectator_delay_seconds"), std::string::npos) << read.error().message;
}

TEST(Codec, BinaryUpdateFitsAWorkersLimit) {
  for (const Update& update : test::updates_of_game("tsu-1", 7)) {
    ASSERT_LT(encode(update, Encoding::binary).size(), 1024U);
  }
}

// A message with any comment from a bot is valid.
TEST(Codec, APlainTextCanAlwaysBeSent) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; second += 3) {
      const std::string odd{static_cast<char>(first), static_cast<char>(second), '\x80', 'x'};
      Decide decide;
      decide.match = MatchId{1};
      decide.comment = base::plain_text(odd, kMaxCommentBytes);
      for (const Encoding encoding : {Encoding::binary, Encoding::json}) {
        const auto read = client_message_of(encode(decide, encoding), encoding);
        ASSERT_TRUE(read) << first << ' ' << second;
        ASSERT_EQ(std::get<Decide>(*read), decide) << first << ' ' << second;
      }
    }
  }
}

}  // namespace
}  // namespace rensa::proto
