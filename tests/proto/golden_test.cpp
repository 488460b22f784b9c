#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "proto/codec.h"
#include "tests/proto/samples.h"
#include "tests/tools/paths.h"

namespace rensa::proto {
namespace {

std::string golden_hex_of(const std::string& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string hex;
  for (const char byte : bytes) {
    hex.push_back(kDigits[static_cast<unsigned char>(byte) >> 4U]);
    hex.push_back(kDigits[static_cast<unsigned char>(byte) & 15U]);
  }
  return hex;
}

template <typename Messages>
void add_lines(const Messages& messages, const std::string& sender, std::string& text) {
  for (const auto& message : messages) {
    text += sender + " " + golden_hex_of(encode(message, Encoding::binary)) + "\n";
    text += sender + " " + encode(message, Encoding::json) + "\n";
  }
}

// The bytes of messages are published: clients of any age read them.
TEST(GoldenMessages, EveryKindOfMessageHasTheBytesThatItAlwaysHad) {
  std::string text;
  add_lines(test::client_samples(), "client", text);
  add_lines(test::server_samples(), "server", text);
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    const std::vector<Update> updates = test::updates_of_game(ruleset, 5);
    for (std::size_t i = 0; i < updates.size(); i += updates.size() / 20 + 1) {
      add_lines(std::vector<ServerMessage>{updates[i]}, "server", text);
    }
  }
  std::ifstream in(tests::data_path("messages_v1.txt"), std::ios::binary);
  std::ostringstream golden;
  golden << in.rdbuf();
  const std::string actual_file = testing::TempDir() + "messages_v1.txt";
  if (golden.str() != text) std::ofstream(actual_file, std::ios::binary) << text;
  // The texts are too long to be shown.
  EXPECT_TRUE(golden.str() == text) << "tests/data/messages_v1.txt has other bytes than " << actual_file;
}

}  // namespace
}  // namespace rensa::proto
