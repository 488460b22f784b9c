#include "server/net/proxies/trusted_proxies.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace rensa::net {
namespace {

bool contains(const TrustedProxies& proxies, const char* address) {
  return proxies.contains(boost::asio::ip::make_address(address));
}

std::string why_refused(const std::string& text) {
  try {
    const TrustedProxies proxies({"127.0.0.1", text});
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(TrustedProxies, NoPeerIsTrustedWithoutAList) {
  EXPECT_FALSE(contains(TrustedProxies(), "127.0.0.1"));
  EXPECT_FALSE(TrustedProxies().contains_unix_socket());
}

TEST(TrustedProxies, AreAddressesAndNetworks) {
  const TrustedProxies proxies({"127.0.0.1", "10.0.0.0/8", "192.0.2.128/25", "::1", "fd00:1::/32"});
  for (const char* trusted :
       {"127.0.0.1", "10.0.0.0", "10.255.255.255", "192.0.2.128", "192.0.2.255", "::1", "fd00:1:ffff::", "fd00:1::1"}) {
    EXPECT_TRUE(contains(proxies, trusted)) << trusted;
  }
  for (const char* other :
       {"127.0.0.2", "11.0.0.0", "9.255.255.255", "192.0.2.127", "::2", "fd00:2::", "::", "0.0.0.0"}) {
    EXPECT_FALSE(contains(proxies, other)) << other;
  }
  EXPECT_FALSE(proxies.contains_unix_socket());
}

TEST(TrustedProxies, ANetworkMayBeAllAddressesOfOneFamily) {
  const TrustedProxies v4({"0.0.0.0/0"});
  EXPECT_TRUE(contains(v4, "255.255.255.255"));
  EXPECT_FALSE(contains(v4, "::1"));
  const TrustedProxies v6({"::/0"});
  EXPECT_TRUE(contains(v6, "ff::1"));
  EXPECT_FALSE(contains(v6, "127.0.0.1"));
  EXPECT_FALSE(contains(v6, "::ffff:127.0.0.1")) << "is an IPv4 address";
}

// A server that listens on :: sees IPv4 peers with such addresses.
TEST(TrustedProxies, AMappedAddressIsAnIPv4Address) {
  EXPECT_TRUE(contains(TrustedProxies({"127.0.0.1"}), "::ffff:127.0.0.1"));
  EXPECT_FALSE(contains(TrustedProxies({"127.0.0.1"}), "::ffff:127.0.0.2"));
}

TEST(TrustedProxies, TheInterfaceOfALinkLocalPeerDoesNotMatter) {
  EXPECT_TRUE(contains(TrustedProxies({"fe80::/10"}), "fe80::1%1"));
  EXPECT_TRUE(contains(TrustedProxies({"fe80::1"}), "fe80::1%1"));
}

TEST(TrustedProxies, TheUnixSocketIsNamedByAWord) {
  EXPECT_TRUE(TrustedProxies({"10.0.0.1", "unix"}).contains_unix_socket());
}

TEST(TrustedProxies, OtherTextsAreRefusedInOneSentence) {
  EXPECT_EQ(why_refused("localhost"),
            "trusted_proxies: 'localhost' is no IP address, no network such as 10.0.0.0/8, and not unix");
  EXPECT_EQ(why_refused("10.1.2.3/8"),
            "trusted_proxies: '10.1.2.3/8' has bits behind its prefix; the network is 10.0.0.0/8");
  EXPECT_EQ(why_refused("fd00::1/8"),
            "trusted_proxies: 'fd00::1/8' has bits behind its prefix; the network is fd00::/8");
  EXPECT_EQ(why_refused("::ffff:10.0.0.0/104"),
            "trusted_proxies: '::ffff:10.0.0.0/104' has to be written as an IPv4 address");
  for (const char* wrong : {"", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "fe80::1%eth0",
                            "10.0.0.0/8x", "10.0.0", "unix:/run/x", "127.0.0.1:80", "[::1]"}) {
    EXPECT_NE(why_refused(wrong), "") << wrong;
  }
}

}  // namespace
}  // namespace rensa::net
