#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "proto/codec.h"
#include "tests/tools/paths.h"

namespace rensa::proto {
namespace {

// An example of docs/protocol.md: a ```json fence below a line that begins with the sender.
struct Example {
  std::string speaker;
  std::string json;
  int line = 0;
};

std::vector<Example> examples() {
  std::ifstream page(tests::source_path("docs/protocol.md"));
  std::vector<Example> found;
  std::string speaker;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    if (line == "```json") {
      found.push_back({speaker, "", number});
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      found.back().json += line + "\n";
    } else if (!line.empty()) {
      speaker = line;
    }
  }
  return found;
}

template <typename Message, typename Read>
void expect_canonical(const Example& example, Read read, std::set<std::size_t>& types) {
  const rules::Parsed<Message> message = read(example.json, Encoding::json);
  ASSERT_TRUE(message.ok()) << "line " << example.line << ": " << message.error().message;
  types.insert(message->index());
  const std::string canonical = encode(*message, Encoding::json);
  EXPECT_EQ(nlohmann::json::parse(example.json), nlohmann::json::parse(canonical))
      << "line " << example.line << ": " << canonical;
  const auto again = read(encode(*message, Encoding::binary), Encoding::binary);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, *message);
}

// Each example must be the same after reading and writing it. The reader would skip a misspelt field as unknown.
TEST(ProtocolPage, HasAnExampleOfEveryMessage) {
  std::set<std::size_t> of_clients;
  std::set<std::size_t> of_server;
  for (const Example& example : examples()) {
    if (example.speaker.starts_with("A client says")) {
      expect_canonical<ClientMessage>(example, client_message_of, of_clients);
    } else if (example.speaker.starts_with("The server says")) {
      expect_canonical<ServerMessage>(example, server_message_of, of_server);
    } else {
      ADD_FAILURE() << "line " << example.line << ": who says it? " << example.speaker;
    }
  }
  for (std::size_t i = 0; i < std::variant_size_v<ClientMessage>; ++i) {
    EXPECT_TRUE(of_clients.contains(i)) << "no example of client message " << i;
  }
  for (std::size_t i = 0; i < std::variant_size_v<ServerMessage>; ++i) {
    EXPECT_TRUE(of_server.contains(i)) << "no example of server message " << i;
  }
}

}  // namespace
}  // namespace rensa::proto
