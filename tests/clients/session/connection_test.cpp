#include "clients/session/connection.h"

#include <gtest/gtest.h>

namespace rensa::session {
namespace {

TEST(Address, NamesAHostOrAPath) {
  EXPECT_EQ(*address_of("example.org:7000"), (Address{"example.org", "7000", ""}));
  EXPECT_EQ(*address_of("[::1]:7000"), (Address{"::1", "7000", ""}));
  EXPECT_EQ(*address_of("unix:/run/rensa:1.sock"), (Address{"", "", "/run/rensa:1.sock"}));
}

TEST(Address, ComesBackAsText) {
  for (const std::string text : {"example.org:7000", "[::1]:7000", "unix:/run/rensa.sock"}) {
    EXPECT_EQ(text_of(*address_of(text)), text);
  }
}

TEST(Address, OtherTextsAreRefusedWithAReason) {
  for (const std::string text :
       {"", "host", ":7000", "host:", "host:0", "host:65536", "host:7x", "::1:7000", "unix:"}) {
    const auto address = address_of(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_FALSE(address.error().message.empty());
  }
}

TEST(Address, AURLIsToldFromAnAddress) {
  for (const std::string text : {"http://127.0.0.1:8787", "https://rensa.example/", "ws://localhost:8787/ws"}) {
    const auto address = address_of(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_NE(address.error().message.find(text + ": this is the URL of a web page: players connect to HOST:PORT"),
              std::string::npos)
        << address.error().message;
  }
}

TEST(Address, RecognizesThisHost) {
  for (const std::string text : {"localhost:1", "127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "unix:x"}) {
    EXPECT_TRUE(is_on_this_host(*address_of(text))) << text;
  }
  EXPECT_FALSE(is_on_this_host(*address_of("example.org:1")));
}

}  // namespace
}  // namespace rensa::session
