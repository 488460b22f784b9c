#include "server/net/forwarded.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::net {
namespace {

using boost::asio::ip::make_address;

const TrustedProxies kProxies({"127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"});

using Lines = std::vector<std::string_view>;

std::string client_by_x_forwarded_for(const Lines& lines, const char* peer = "127.0.0.1") {
  return client_address(make_address(peer), {.x_forwarded_for = lines, .forwarded = {}}, kProxies).to_string();
}

std::string client_by_forwarded(const Lines& lines, const char* peer = "127.0.0.1") {
  return client_address(make_address(peer), {.x_forwarded_for = {}, .forwarded = lines}, kProxies).to_string();
}

std::string node(std::string_view text) {
  const auto address = address_of_node(text);
  return address ? address->to_string() : "none";
}

std::string of_forwarded(std::string_view entry) {
  const auto address = address_of_forwarded(entry);
  return address ? address->to_string() : "none";
}

TEST(ClientAddress, IsTheOneThatTheTrustedProxyNames) {
  EXPECT_EQ(client_by_x_forwarded_for({"203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_x_forwarded_for({"2001:db8::7"}), "2001:db8::7");
  EXPECT_EQ(client_by_forwarded({"for=203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_forwarded({"for=\"[2001:db8::7]:4711\";proto=https"}), "2001:db8::7");
}

TEST(ClientAddress, IsThePeerIfThePeerIsNotTrusted) {
  EXPECT_EQ(client_by_x_forwarded_for({"203.0.113.7"}, "192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_by_forwarded({"for=203.0.113.7"}, "192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_by_x_forwarded_for({"203.0.113.7"}, "2001:db8:2::1"), "2001:db8:2::1");
}

TEST(ClientAddress, IsTheProxyIfTheProxyNamesNoClient) {
  EXPECT_EQ(client_by_x_forwarded_for({}), "127.0.0.1");
  EXPECT_EQ(client_by_forwarded({}), "127.0.0.1");
}

TEST(ClientAddress, TheClientCannotPutAnAddressInFrontOfItsOwn) {
  EXPECT_EQ(client_by_x_forwarded_for({"192.0.2.1, 203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_x_forwarded_for({"127.0.0.1, 10.0.0.1, 203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_x_forwarded_for({"nonsense\x80, ,, 203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_forwarded({"for=192.0.2.1, for=203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_forwarded({"for=192.0.2.1;for=, for=203.0.113.7"}), "203.0.113.7");
}

TEST(ClientAddress, AllLinesOfAHeaderAreOneList) {
  EXPECT_EQ(client_by_x_forwarded_for({"192.0.2.1", "203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client_by_x_forwarded_for({"203.0.113.7", "10.0.0.1", "10.0.0.2"}), "203.0.113.7");
  EXPECT_EQ(client_by_forwarded({"for=192.0.2.1", "for=203.0.113.7, for=10.0.0.1"}), "203.0.113.7");
}

TEST(ClientAddress, OfAChainIsTheLastThatIsNotTrusted) {
  EXPECT_EQ(client_by_x_forwarded_for({"192.0.2.1, 203.0.113.7, 10.0.0.1, 2001:db8:1::5"}), "203.0.113.7");
  EXPECT_EQ(client_by_forwarded({"for=192.0.2.1, for=203.0.113.7, for=10.0.0.1, For=\"[2001:db8:1::5]\""}),
            "203.0.113.7");
}

TEST(ClientAddress, OfAChainOfTrustedAddressesIsTheFirst) {
  EXPECT_EQ(client_by_x_forwarded_for({"10.0.0.3, 10.0.0.2"}), "10.0.0.3");
  EXPECT_EQ(client_by_forwarded({"for=10.0.0.3, for=10.0.0.2"}), "10.0.0.3");
}

// The entries in front of such an entry were not written by a trusted proxy that is known to have seen them.
TEST(ClientAddress, IsTheProxyThatWroteAnEntryWithoutAnAddress) {
  for (const char* entry : {"unknown", "_hidden", "unix:", "", "203.0.113.7 10.0.0.1", "203.0.113.999", "::1%lo",
                            "[::1", "203.0.113.7:", "203.0.113.7:65536", "203.0.113.7:-1", "localhost"}) {
    EXPECT_EQ(client_by_x_forwarded_for({"192.0.2.1", entry}), "127.0.0.1") << entry;
    EXPECT_EQ(client_by_x_forwarded_for({"192.0.2.1", entry, "10.0.0.1"}), "10.0.0.1") << entry;
  }
  for (const char* entry : {"for=unknown", "for=_hidden", "proto=https", "for", "for=", "=203.0.113.7", "",
                            "for=203.0.113.7;for=203.0.113.8", "for=\"203.0.113.7", "for=203.0.113.7\"",
                            "for=\"203.0.113.7\\\"", "for=\"203\".0.113.7"}) {
    EXPECT_EQ(client_by_forwarded({"for=192.0.2.1", entry}), "127.0.0.1") << entry;
    EXPECT_EQ(client_by_forwarded({"for=192.0.2.1", entry, "for=10.0.0.1"}), "10.0.0.1") << entry;
  }
}

TEST(ClientAddress, AQuoteOfTheClientDoesNotReachIntoThePartOfTheProxy) {
  for (const char* begin : {"for=\"", "for=\"[::1]", "for=192.0.2.1;x=\"", "\"", "for=192.0.2.1;x=\"\\", "\\\""}) {
    const std::string v4 = std::string(begin) + ", for=203.0.113.7";
    const std::string v6 = std::string(begin) + ", for=\"[2001:db8::7]\";proto=http";
    EXPECT_EQ(client_by_forwarded({v4}), "203.0.113.7") << begin;
    EXPECT_EQ(client_by_forwarded({v6}), "2001:db8::7") << begin;
  }
}

// A proxy may write the Host header of its client into its own entry, in quotes.
TEST(ClientAddress, TextOfTheClientInTheEntryOfTheProxyNamesNoAddress) {
  for (const char* host : {R"("a\", for=192.0.2.1")", R"("a\", for=192.0.2.1;x=\"b")", R"("a\"b\", for=192.0.2.1")",
                           R"("a\\\", for=192.0.2.1, \"")"}) {
    const std::string entry = std::string("for=203.0.113.7;host=") + host;
    EXPECT_EQ(client_by_forwarded({entry}), "127.0.0.1") << host;
  }
  EXPECT_EQ(client_by_forwarded({R"(for=203.0.113.7;host="a, for=192.0.2.1;for=192.0.2.1")"}), "203.0.113.7");
}

// The proxies of our recipes write X-Forwarded-For, and let Forwarded of a client pass.
TEST(ClientAddress, ForwardedIsNotReadIfThereIsAnXForwardedFor) {
  const auto client = [](const Lines& x_forwarded_for) {
    return client_address(make_address("127.0.0.1"),
                          {.x_forwarded_for = x_forwarded_for, .forwarded = {"for=192.0.2.1"}}, kProxies)
        .to_string();
  };
  EXPECT_EQ(client({"203.0.113.7"}), "203.0.113.7");
  EXPECT_EQ(client({"nonsense"}), "127.0.0.1");
  EXPECT_EQ(client({""}), "127.0.0.1");
  EXPECT_EQ(client({}), "192.0.2.1");
}

TEST(ClientAddress, AMappedAddressIsAnIPv4Address) {
  EXPECT_EQ(client_by_x_forwarded_for({"203.0.113.7, ::ffff:10.0.0.1"}, "::ffff:127.0.0.1"), "203.0.113.7");
  EXPECT_EQ(client_by_x_forwarded_for({"::ffff:203.0.113.7"}), "203.0.113.7");
}

TEST(ForwardedNode, IsAnAddressWithAPortIfThereIsOne) {
  EXPECT_EQ(node("203.0.113.7:4711"), "203.0.113.7");
  EXPECT_EQ(node("[2001:db8::7]"), "2001:db8::7");
  EXPECT_EQ(node("[2001:db8::7]:4711"), "2001:db8::7");
  EXPECT_EQ(node("2001:db8::7"), "2001:db8::7");
  for (const char* wrong : {"", ":", "[]", "[", "]", "[203.0.113.7]", "[::1]x", "[::1]:", "[::1]:x", "203.0.113.07",
                            "0x7f.1", "1", "203.0.113.7 ", "+203.0.113.7", "fe80::1%eth0", "203.0.113.7:1:2"}) {
    EXPECT_EQ(node(wrong), "none") << wrong;
  }
}

TEST(ForwardedEntry, HasPairsInAnyOrder) {
  EXPECT_EQ(of_forwarded("proto=https;by=203.0.113.43;FOR=192.0.2.60"), "192.0.2.60");
  EXPECT_EQ(of_forwarded("for=\"192.0.2.60:47011\" ; secret=\";for=1.2.3.4\""), "192.0.2.60");
  EXPECT_EQ(of_forwarded("forx=192.0.2.60"), "none");
  EXPECT_EQ(of_forwarded("x=\"for=192.0.2.60\""), "none");
}

// A header may have thousands of entries; each is looked at once.
TEST(ClientAddress, ALongListOfTrustedAddressesIsReadToItsBegin) {
  std::string list = "203.0.113.7";
  for (int i = 0; i < 1000; ++i) list += ",10.0.0.1";
  EXPECT_EQ(client_by_x_forwarded_for({list}), "203.0.113.7");
}

}  // namespace
}  // namespace rensa::net
