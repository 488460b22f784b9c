#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/rules/rng.h"
#include "proto/codec.h"
#include "tests/proto/samples.h"

namespace rensa::proto {
namespace {

using testing::HasSubstr;

constexpr std::array kBothEncodings{Encoding::binary, Encoding::json};

// Returns the error message for a client; empty if the message is valid.
std::string answer_to(std::string_view json) {
  const auto read = client_message_of(json, Encoding::json);
  return read.ok() ? "" : read.error().message;
}

std::string answer_of_client_to(std::string_view json) {
  const auto read = server_message_of(json, Encoding::json);
  return read.ok() ? "" : read.error().message;
}

// Checks that any bytes give a message or an error.
void read_as_both(std::string_view bytes, Encoding encoding) {
  const auto client = client_message_of(bytes, encoding);
  const auto server = server_message_of(bytes, encoding);
  EXPECT_TRUE(client.ok() || !client.error().message.empty());
  EXPECT_TRUE(server.ok() || !server.error().message.empty());
}

std::vector<std::string> encoded_samples(Encoding encoding) {
  std::vector<std::string> all;
  for (const ClientMessage& message : test::client_samples()) all.push_back(encode(message, encoding));
  for (const ServerMessage& message : test::server_samples()) all.push_back(encode(message, encoding));
  return all;
}

std::string update_with(const std::string& key, const std::string& value) {
  Update update = test::updates_of_game("jaist-1", 5).at(0);
  update.view.own.falling = movement::FallingPair{};
  std::string json = encode(update, Encoding::json);
  const std::size_t at = json.find("\"" + key + "\":");
  EXPECT_NE(at, std::string::npos) << key << " in " << json;
  const std::size_t begin = at + key.size() + 3;
  const std::size_t end = json[begin] == '"' ? json.find('"', begin + 1) + 1 : json.find_first_of(",}", begin);
  return json.replace(begin, end - begin, value);
}

std::string in_quotes(std::string_view text) { return std::string(1, '"').append(text).append(1, '"'); }

std::string cells(std::string_view last) { return in_quotes(std::string(83, '0').append(last)); }

TEST(Malformed, RandomBytesAreAnswered) {
  rules::Rng rng(1);
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(rng.below(60), '\0');
    for (char& byte : bytes) byte = static_cast<char>(rng.below(256));
    for (const Encoding encoding : kBothEncodings) read_as_both(bytes, encoding);
  }
}

TEST(Malformed, TruncatedMessagesAreAnswered) {
  for (const Encoding encoding : kBothEncodings) {
    for (const std::string& whole : encoded_samples(encoding)) {
      const std::size_t step = encoding == Encoding::json ? 7 : 1;
      for (std::size_t size = 0; size < whole.size(); size += step) {
        read_as_both(std::string_view(whole).substr(0, size), encoding);
      }
    }
  }
}

TEST(Malformed, FlippedBitsAreAnswered) {
  rules::Rng rng(2);
  for (const Encoding encoding : kBothEncodings) {
    for (std::string bytes : encoded_samples(encoding)) {
      for (int round = 0; round < 40 && !bytes.empty(); ++round) {
        char& byte = bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))];
        byte = static_cast<char>(static_cast<unsigned>(byte) ^ 1U << rng.below(8));
        read_as_both(bytes, encoding);
      }
    }
  }
}

TEST(Malformed, DeepNestingIsAnswered) {
  const std::string deep = R"({"unknown":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_THAT(answer_to(deep), HasSubstr("not a message of the schema"));
  std::string groups(50'000, '\x0B');  // field 1 as a group, in a group, ...
  EXPECT_FALSE(client_message_of(groups, Encoding::binary).ok());
}

TEST(Malformed, MessageNeedsABody) {
  EXPECT_THAT(answer_to("{}"), HasSubstr("without a body"));
  EXPECT_THAT(answer_to(R"({"hello":null})"), HasSubstr("without a body"));
  EXPECT_THAT(answer_to(R"({"sing":{}})"), HasSubstr("not known here"));
  EXPECT_FALSE(client_message_of("", Encoding::binary).ok());
  EXPECT_FALSE(server_message_of("", Encoding::binary).ok());
  EXPECT_FALSE(client_message_of("", Encoding::json).ok());
  EXPECT_FALSE(server_message_of("[]", Encoding::json).ok());
}

TEST(Malformed, TwoBodiesAreRefused) {
  EXPECT_THAT(answer_to(R"({"ping":{"nonce":1},"listLobby":{}})"), HasSubstr("not a message of the schema"));
}

TEST(Malformed, AKeyThatIsGivenTwiceIsNamed) {
  EXPECT_THAT(answer_to(R"({"ping":{"nonce":1},"ping":{"nonce":2}})"), HasSubstr("line 1: \"ping\" is given twice"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"seat":2,"pass":true}})"),
              HasSubstr("\"seat\" is given twice"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"games":1,"games":1}}})"), HasSubstr("\"games\" is given twice"));
  EXPECT_THAT(answer_to(R"({"ping":{"nonce":1,"unknown":{"a":1,"a":2}}})"), HasSubstr("\"a\" is given twice"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"chargeFrames":1,"charge_frames":2}}})"),
              HasSubstr("\"chargeFrames\" is given twice, by both of its names"));
  EXPECT_THAT(answer_to(R"({"listLobby":{},"list_lobby":{}})"), HasSubstr("not a message of the schema"));
}

TEST(Malformed, SyntaxErrorsNameTheLine) {
  EXPECT_THAT(answer_to("{\"ping\":\n{\"nonce\":}}"), HasSubstr("line 2, column 10: a value has to stand here"));
  EXPECT_THAT(answer_to("{'ping':{}}"), HasSubstr("line 1, column 2: a key in quotes has to stand here"));
}

TEST(Malformed, NumbersOutOfRangeAreNamed) {
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"games":1001}}})"), HasSubstr("terms.games has to be 1 .. 1000"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"chargeFrames":3601}}})"), HasSubstr("terms.charge_frames"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"games":-1}}})"), HasSubstr("not a message of the schema"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"games":1e30}}})"), HasSubstr("not a message of the schema"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"clock":4}}})"), HasSubstr("terms.clock"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"subscription":4}})"), HasSubstr("subscription"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":3,"pass":true}})"), HasSubstr("seat"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"game":1,"keys":32}})"), HasSubstr("keys"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"game":1,"place":{"x":7}}})"), HasSubstr("place.x"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"game":1,"place":{"x":0}}})"), HasSubstr("place.x"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"game":1,"place":{"x":1,"r":4}}})"), HasSubstr("place.r"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"clock":2147483648,"pass":true}})"), HasSubstr("clock"));
  EXPECT_EQ(answer_to(R"({"follow":{"tournament":"cup","from":"18446744073709551615"}})"), "");
  EXPECT_THAT(answer_to(R"({"follow":{"tournament":"cup","from":"18446744073709551616"}})"),
              HasSubstr("not a message"));
  EXPECT_THAT(answer_to(R"({"follow":{"tournament":"cup","from":-1}})"), HasSubstr("not a message of the schema"));
}

TEST(Malformed, AHolderThatIsTooLongIsNamed) {
  const std::string longest(kMaxClientIdBytes, 'h');
  const std::string resume = R"({"resume":{"match":1,"seat":1,"token":"t","holder":")" + longest;
  EXPECT_EQ(answer_to(resume + "\"}}"), "");
  EXPECT_THAT(answer_to(resume + "h\"}}"), HasSubstr("holder"));
  const std::string invite = R"({"invite":{"holder":")" + longest;
  EXPECT_EQ(answer_to(invite + "\"}}"), "");
  EXPECT_THAT(answer_to(invite + "h\"}}"), HasSubstr("holder"));
}

TEST(Malformed, MotionOutOfRangeIsNamed) {
  const auto answer_to_motion = [](const std::string& motion) {
    const std::string field(84, '0');
    const std::string side = R"({"field":")" + field + R"(","phase":"PHASE_FALLING")";
    return answer_of_client_to(R"({"update":{"match":1,"game":1,"view":{"own":)" + side + R"(,"motion":)" + motion +
                               R"(},"opponent":)" + side + "}}}}");
  };
  EXPECT_EQ(answer_to_motion(R"({"wait":255,"rows":13,"entering":[0,1,2,3,4,255]})"), "");
  EXPECT_THAT(answer_to_motion(R"({"wait":256})"), HasSubstr("motion.wait"));
  EXPECT_THAT(answer_to_motion(R"({"rows":14})"), HasSubstr("motion.rows"));
  EXPECT_THAT(answer_to_motion(R"({"entering":[1,2,3]})"), HasSubstr("six numbers are expected"));
  EXPECT_THAT(answer_to_motion(R"({"entering":[0,0,0,0,0,256]})"), HasSubstr("motion.entering"));
  EXPECT_THAT(answer_to_motion(R"({"held":32})"), HasSubstr("motion.held"));
  EXPECT_THAT(answer_to_motion(R"({"reveal":256})"), HasSubstr("motion.reveal"));
}

TEST(Malformed, EnumeratorsThatDoNotExistAreNamed) {
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"clock":"CLOCK_REEL"}}})"),
              HasSubstr("clock: there is no CLOCK_REEL"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"subscription":"FRAMES"}})"), HasSubstr("there is no FRAMES"));
  EXPECT_EQ(answer_to(R"({"quickMatch":{"terms":{"clock":"CLOCK_REAL"},"subscription":"SUBSCRIPTION_FRAMES"}})"), "");
}

TEST(Malformed, WhatIsMissingIsNamed) {
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"seat":1,"game":1}})"), HasSubstr("no choice"));
  EXPECT_THAT(answer_to(R"({"decide":{"match":1,"game":1,"pass":true}})"), HasSubstr("seat is missing"));
  EXPECT_THAT(answer_to(R"({"resume":{"match":1}})"), HasSubstr("seat is missing"));
  EXPECT_THAT(answer_to(R"({"leave":{"match":1}})"), HasSubstr("seat is missing"));
  EXPECT_THAT(answer_of_client_to(R"({"error":{}})"), HasSubstr("code"));
  EXPECT_THAT(answer_of_client_to(R"({"update":{"match":1,"game":1}})"), HasSubstr("84 digits"));
  EXPECT_THAT(answer_of_client_to(R"({"matchStart":{"match":1}})"), HasSubstr("two are expected"));
  EXPECT_THAT(answer_of_client_to(R"({"matchStart":{"match":1,"players":["a","b"],"wins":[1]}})"),
              HasSubstr("wins: two are expected"));
  EXPECT_THAT(answer_of_client_to(R"({"matchEnd":{"match":1}})"), HasSubstr("wins: two are expected"));
  EXPECT_THAT(answer_of_client_to(R"({"gameEnd":{"match":1,"game":1}})"), HasSubstr("outcome.cause is missing"));
  EXPECT_THAT(answer_of_client_to(R"({"tournamentState":{"tournament":"cup"}})"), HasSubstr("state"));
}

TEST(Malformed, TextsHaveALimit) {
  const std::string name(33, 'x');
  EXPECT_THAT(answer_to(R"({"challenge":{"opponent":")" + name + "\"}}"), HasSubstr("opponent is longer"));
  const std::string text(300, 'x');
  EXPECT_THAT(answer_to(R"({"hello":{"name":")" + text + "\"}}"), HasSubstr("name is longer than 256 bytes"));
  EXPECT_THAT(answer_to(R"({"hello":{"token":")" + text + "\"}}"), HasSubstr("token is longer"));
  EXPECT_THAT(answer_to(R"({"quickMatch":{"terms":{"ruleset":")" + text + "\"}}}"), HasSubstr("ruleset is longer"));
  EXPECT_THAT(answer_to(R"({"follow":{"tournament":")" + text + "\"}}"), HasSubstr("tournament is longer"));
  EXPECT_THAT(answer_to(R"({"unfollow":{"tournament":")" + text + "\"}}"), HasSubstr("tournament is longer"));
}

TEST(Malformed, TextHasToBeUtf8) {
  EXPECT_FALSE(client_message_of("\x0A\x03\x22\x01\xFF", Encoding::binary).ok());
  EXPECT_TRUE(client_message_of("\x0A\x03\x22\x01z", Encoding::binary).ok());
  EXPECT_FALSE(client_message_of("{\"hello\":{\"name\":\"\xFF\"}}", Encoding::json).ok());
}

TEST(Malformed, UnknownFieldsAreSkipped) {
  EXPECT_EQ(answer_to(R"({"ping":{"nonce":"1","mood":{"a":[1,null]}},"later":true})"), "");
  // Field 99 of Ping, and field 98 of the message.
  const std::string more("\x62\x06\x08\x05\x9A\x06\x01z\x90\x06\x01", 11);
  const auto read = client_message_of(more, Encoding::binary);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, ClientMessage(Ping{5}));
}

TEST(Malformed, ViewsAreChecked) {
  EXPECT_EQ(answer_of_client_to(update_with("clock", "1")), "");
  EXPECT_THAT(answer_of_client_to(update_with("field", cells(""))), HasSubstr("there are 83"));
  EXPECT_THAT(answer_of_client_to(update_with("field", cells("3"))), HasSubstr("digit 84"));
  EXPECT_THAT(answer_of_client_to(update_with("field", cells("8"))), HasSubstr("is no cell"));
  EXPECT_THAT(answer_of_client_to(update_with("pairs", "\"444\"")), HasSubstr("two digits a pair"));
  EXPECT_THAT(answer_of_client_to(update_with("pairs", "\"444444444444\"")), HasSubstr("five pairs at most"));
  EXPECT_EQ(answer_of_client_to(update_with("pairs", "\"0045\"")), "");
  EXPECT_THAT(answer_of_client_to(update_with("pairs", "\"4045\"")), HasSubstr("no colour"));
  EXPECT_THAT(answer_of_client_to(update_with("pairs", "\"1145\"")), HasSubstr("no colour"));
  EXPECT_THAT(answer_of_client_to(update_with("phase", "99")), HasSubstr("phase"));
  EXPECT_THAT(answer_of_client_to(update_with("y", "16")), HasSubstr("falling.y"));
  EXPECT_THAT(answer_of_client_to(update_with("hand", "4294967295")), HasSubstr("hand"));
}

TEST(Malformed, ScoresBeyondTheEnginesAreRefused) {
  EXPECT_THAT(answer_of_client_to(
                  R"({"gameEnd":{"match":1,"game":1,"outcome":{"cause":1},"scores":["9223372036854775808","0"]}})"),
              HasSubstr("scores is too large"));
}

TEST(Malformed, PeersCannotWriteToOurLog) {
  testing::internal::CaptureStderr();
  for (const std::string& whole : encoded_samples(Encoding::binary)) {
    read_as_both(whole.substr(0, whole.size() / 2), Encoding::binary);
  }
  read_as_both("\x0A\x03\x22\x01\xFF", Encoding::binary);
  read_as_both("{\"hello\":{\"name\":\"\xFF\"}}", Encoding::json);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace rensa::proto
