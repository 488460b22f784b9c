#include "clients/bindings/wasm/message.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/bindings/wasm/page_messages.h"
#include "rensa/v1/client.pb.h"
#include "rensa/v1/server.pb.h"
#include "tests/tools/paths.h"

namespace rensa::wasm {
namespace {

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string json_by_library(const google::protobuf::Message& message) {
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(message, &json).ok());
  return json;
}

v1::ServerMessage update() {
  v1::ServerMessage message;
  v1::Update& update = *message.mutable_update();
  update.set_match(18'000'000'000'000'000'000U);
  update.set_seat(v1::SEAT_TWO);
  update.set_number(7);
  v1::Side& own = *update.mutable_view()->mutable_own();
  own.set_field(std::string(84, '0'));
  own.set_phase(v1::PHASE_CONTROL);
  own.mutable_falling();
  for (const unsigned count : {0U, 0U, 3U, 0U, 300U, 1U}) own.mutable_motion()->add_entering(count);
  v1::Event& event = *update.add_events();
  event.set_kind(v1::EVENT_KIND_LINK_STARTED);
  event.set_amount(-4);
  update.add_events();
  return message;
}

TEST(PageMessages, OfTheServerReadAsProtobufWritesThem) {
  v1::ServerMessage comment;
  comment.mutable_comment()->set_text("quote \" slash \\ line\n\x01 \xE3\x81\x82 \xF0\x9F\x8E\xAE");
  v1::ServerMessage start;
  start.mutable_game_start()->set_chance(0);
  v1::ServerMessage welcome;
  welcome.mutable_welcome()->add_features("");
  for (const v1::ServerMessage& message : {update(), comment, start, welcome, v1::ServerMessage()}) {
    const auto read = message_of_bytes(server_message_type(), as_bytes(message.SerializeAsString()));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(nlohmann::json::parse(json_of(*read)), nlohmann::json::parse(json_by_library(message)));
    EXPECT_EQ(bytes_of(*read), message.SerializeAsString());
  }
}

TEST(PageMessages, OfClientsBecomeTheBytesOfProtobuf) {
  const std::array texts = {
      R"({"hello": {"versionMin": 1, "versionMax": 1, "software": "rensa-web", "name": "\u3042\ud83c\udfae"}})",
      R"({ "decide" : { "match": "12", "seat": "SEAT_ONE", "game": 1, "clock": 5, "id": 0, "at": 9, "keys": 0 } })",
      R"({"quickMatch": {"terms": {"ruleset": "tsu-1", "clock": "CLOCK_REAL"}, "subscription": "SUBSCRIPTION_STEERING"}})",
      R"({"listLobby": {}})",
      R"({"watch": {"match": "3", "comments": true}})",
      R"({"advice": {"question": "1", "candidates": [{"place": {"x": 1}, "worth": "-5"}, {}]}})",
      "{}",
  };
  for (const std::string text : texts) {
    const auto read = message_of_json(client_message_type(), text);
    ASSERT_TRUE(read.has_value()) << text;
    v1::ClientMessage expected;
    ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(text, &expected).ok());
    EXPECT_EQ(bytes_of(*read), expected.SerializeAsString()) << text;
  }
}

TEST(PageMessages, WithErrorsAreRefused) {
  for (const char* text :
       {"", "[]", "{", R"({"hello": 1})", R"({"hallo": {}})", R"({"hello": {"versionMin": -1}})",
        R"({"hello": {"versionMin": 1.5}})", R"({"hello": {"versionMin": 4294967296}})", R"({"hello": {"name": "a)",
        R"({"hello": {}, "watch": {}})", R"({"hello": {}} x)", R"({"leave": {"seat": "SEAT_NINE"}})",
        R"({"hello": {"name": "\ud800"}})", "{\"hello\": {\"name\": \"\xC3\x28\"}}"}) {
    EXPECT_FALSE(message_of_json(client_message_type(), text).has_value()) << text;
  }
  const std::string whole = update().SerializeAsString();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    EXPECT_EQ(message_of_bytes(server_message_type(), as_bytes(cut)).has_value(),
              v1::ServerMessage().ParseFromString(cut))
        << size;
  }
}

TEST(PageMessages, AreWrittenOnlyWhereThereIsRoom) {
  const std::string bytes = update().SerializeAsString();
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const std::uint8_t* data = as_bytes(bytes).data();
  const std::int32_t length = page_json_of_server_message(data, size, nullptr, 0);
  ASSERT_GT(length, 100);
  std::string json(static_cast<std::size_t>(length), '?');
  EXPECT_EQ(page_json_of_server_message(data, size, json.data(), static_cast<std::uint32_t>(length) - 1), length);
  EXPECT_EQ(json.find_first_not_of('?'), std::string::npos);
  EXPECT_EQ(page_json_of_server_message(data, size, json.data(), static_cast<std::uint32_t>(length)), length);
  EXPECT_EQ(nlohmann::json::parse(json), nlohmann::json::parse(json_by_library(update())));
  EXPECT_EQ(page_json_of_server_message(data, size - 1, json.data(), 1000), -1);
  EXPECT_EQ(page_bytes_of_client_message("{]", 2, nullptr, 0), -1);
}

struct Output {
  int status = 0;
  std::string text;
};

Output output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  Output output;
  for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe)) {
    output.text += static_cast<char>(letter);
  }
  output.status = pclose(pipe);
  return output;
}

TEST(MessageTables, AreThoseOfTheSchema) {
  const Output tables = output_of("bash " + tests::source_path("scripts/message_tables.sh"));
  std::ifstream file(tests::source_path("clients/bindings/wasm/message_tables.inl"));
  const std::string current{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(tables.status, 0);
  EXPECT_FALSE(current.empty());
  EXPECT_EQ(tables.text == current, true) << "scripts/message_tables.sh >clients/bindings/wasm/message_tables.inl";
}

TEST(MessageTables, AreNotMadeOfSyntaxThatTheScriptDoesNotKnow) {
  const std::string path = testing::TempDir() + "/unknown.proto";
  const auto output = [&](const char* line) {
    std::ofstream(path) << "syntax = \"proto3\";\n" << line << "\n";
    return output_of("bash " + tests::source_path("scripts/message_tables.sh") + " " + path + " 2>&1 >/dev/null");
  };
  for (const char* line : {"message A { oneof a { int32 b = 1; } repeated A c = 2; }", "enum E { ZERO = 0; }"}) {
    EXPECT_EQ(output(line).status, 0) << line;
  }
  for (const char* line :
       {"message A { reserved 3; }", "message A { map<string, int32> a = 1; }",
        "message A { int32 a = 1 [deprecated = true]; }", "message A { message B {} }",
        "message A { oneof a { repeated int32 b = 1; } }", "message A { int32 b = 2; int32 a = 1; }",
        "message A { float a = 1; }", "message A { int32 a = 1;", "enum E { option allow_alias = true; }",
        "enum E { BELOW = -1; }", "option optimize_for = SPEED;", "/* a comment */ message A {}", "service S {}"}) {
    const Output refused = output(line);
    EXPECT_NE(refused.status, 0) << line;
    EXPECT_EQ(refused.text.find(path + ":2: "), 0U) << line << ": " << refused.text;
  }
}

}  // namespace
}  // namespace rensa::wasm
