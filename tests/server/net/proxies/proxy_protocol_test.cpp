#include "server/net/proxies/proxy_protocol.h"

#include <gtest/gtest.h>
#include <string>

#include "proto/framing.h"
#include "tests/server/net/proxies/proxy_headers.h"

namespace rensa::net {
namespace {

using boost::asio::ip::make_address;
using State = ProxyHeaderState;

const std::string kV4 = proxy_v2("203.0.113.7");
const std::string kV6 = proxy_v2("2001:db8::7");

std::string source(std::string_view header) {
  const ProxyHeader parsed = parse_proxy_header(header);
  if (parsed.state != State::complete) return "none";
  EXPECT_LE(parsed.size, header.size());
  return parsed.source ? parsed.source->to_string() : "unknown";
}

State state(std::string_view bytes) { return parse_proxy_header(bytes).state; }

std::string with_byte(std::string header, std::size_t at, int byte) {
  header.at(at) = static_cast<char>(byte);
  return header;
}

TEST(ProxyHeader, OfVersion1NamesTheClient) {
  EXPECT_EQ(source("PROXY TCP4 203.0.113.7 192.0.2.1 56324 443\r\n"), "203.0.113.7");
  EXPECT_EQ(source("PROXY TCP6 2001:db8::7 2001:db8::1 1 65535\r\nmore"), "2001:db8::7");
  EXPECT_EQ(source("PROXY TCP6 ::ffff:203.0.113.7 ::1 0 1\r\n"), "203.0.113.7");
  EXPECT_EQ(parse_proxy_header("PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\nmore").size, 33U);
  const std::string longest = "PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535";
  EXPECT_EQ(source(longest + "\r\n"), "unknown");
  EXPECT_EQ(source("PROXY UNKNOWN\r\n"), "unknown");
}

TEST(ProxyHeader, OfVersion2NamesTheClient) {
  EXPECT_EQ(source(kV4), "203.0.113.7");
  EXPECT_EQ(source(kV6), "2001:db8::7");
  EXPECT_EQ(source(proxy_v2("::ffff:203.0.113.7")), "203.0.113.7");
  EXPECT_EQ(parse_proxy_header(kV4 + "more").size, kV4.size());
}

TEST(ProxyHeader, ExtensionsOfVersion2AreSkipped) {
  const std::string header = proxy_v2("203.0.113.7", std::string("\x04\x00\x02xx", 5));
  EXPECT_EQ(source(header + "more"), "203.0.113.7");
  EXPECT_EQ(parse_proxy_header(header + "more").size, header.size());
}

TEST(ProxyHeader, OfVersion2MayNameNoClient) {
  EXPECT_EQ(source(proxy_v2_local()), "unknown");
  EXPECT_EQ(source(with_byte(kV4, 12, 0x20)), "unknown") << "the addresses of LOCAL have no meaning";
  EXPECT_EQ(source(with_byte(kV4, 13, 0x00)), "unknown") << "unspecified";
  EXPECT_EQ(source(with_byte(proxy_v2("203.0.113.7", std::string(204, 'x')), 13, 0x31)), "unknown") << "a Unix socket";
}

TEST(ProxyHeader, IsIncompleteUntilItsLastByte) {
  for (const std::string& header : {kV4, kV6, proxy_v2_local(), std::string("PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n"),
                                    std::string("PROXY UNKNOWN\r\n")}) {
    for (std::size_t size = 0; size < header.size(); ++size) {
      EXPECT_EQ(state(header.substr(0, size)), State::incomplete) << size << " of " << header;
    }
    EXPECT_EQ(state(header), State::complete);
  }
}

TEST(ProxyHeader, OtherBytesAreNone) {
  for (const char* bytes :
       {"GET / HTTP/1.1\r\n", "PROXX", "proxy TCP4", "PROXYTCP4", "\r\n\r\nx", "\x16\x03\x01", "x"}) {
    EXPECT_EQ(state(bytes), State::absent) << bytes;
  }
}

// The length of a message would have to be far beyond the limit to look like a header.
TEST(ProxyHeader, NoMessageOfAWorkerLooksLikeOne) {
  for (const std::size_t size : {0x50UL, 0x0dUL, 0x5250UL, 0x0a0dUL, proto::kMaxWorkerMessageBytes}) {
    std::string frame;
    proto::append_framed_message(frame, std::string(size, 'R'));
    EXPECT_EQ(state(frame.substr(0, proto::kLengthPrefixBytes)), State::absent) << size;
  }
}

TEST(ProxyHeader, OfVersion1IsReadStrictly) {
  for (const char* line :
       {"TCP4 1.2.3.4 5.6.7.8 9", "TCP4 1.2.3.4 5.6.7.8 9 10 11", "TCP4  1.2.3.4 5.6.7.8 9 10",
        "TCP4 1.2.3.4 5.6.7.8 9 65536", "TCP4 1.2.3.4 5.6.7.8 9 010", "TCP4 1.2.3.4 5.6.7.8 9 ",
        "TCP4 1.2.3.4 5.6.7.8 -9 1", "TCP4 1.2.3.400 5.6.7.8 9 10", "TCP4 1.2.3.4 nowhere 9 10", "TCP4 ::1 ::1 9 10",
        "TCP6 1.2.3.4 5.6.7.8 9 10", "TCP6 fe80::1%lo ::1 9 10", "UDP4 1.2.3.4 5.6.7.8 9 10",
        "tcp4 1.2.3.4 5.6.7.8 9 10", "", " ", "UNKNOWNX", "TCP4 1.2.3.4\n5.6.7.8 9 10"}) {
    EXPECT_EQ(state(std::string("PROXY ") + line + "\r\n"), State::malformed) << line;
  }
}

TEST(ProxyHeader, OfVersion1HasNoZeroBytes) {
  EXPECT_EQ(state(std::string("PROXY TCP4 1.2.3.4\0x 5.6.7.8 9 10\r\n", 35)), State::malformed);
  EXPECT_EQ(state(std::string("PROXY TCP6 ::1\0 ::1 9 10\r\n", 26)), State::malformed);
}

TEST(ProxyHeader, OfVersion1HasALongestLine) {
  const std::string begin = "PROXY UNKNOWN ";
  EXPECT_EQ(state(begin + std::string(107 - 2 - begin.size(), 'x') + "\r\n"), State::complete);
  EXPECT_EQ(state(begin + std::string(108 - 2 - begin.size(), 'x') + "\r\n"), State::malformed);
  EXPECT_EQ(state(begin + std::string(106 - begin.size(), 'x')), State::incomplete);
  EXPECT_EQ(state(begin + std::string(107 - begin.size(), 'x')), State::malformed) << "no end of the line";
}

TEST(ProxyHeader, OfVersion2IsReadStrictly) {
  EXPECT_EQ(state(with_byte(kV4, 12, 0x11)), State::malformed) << "version 1";
  EXPECT_EQ(state(with_byte(kV4, 12, 0x22)), State::malformed) << "an unknown command";
  EXPECT_EQ(state(with_byte(kV4, 13, 0x12)), State::malformed) << "UDP";
  EXPECT_EQ(state(with_byte(kV4, 13, 0x41)), State::malformed) << "an unknown family";
  EXPECT_EQ(state(with_byte(kV4, 13, 0x21)), State::malformed) << "too short for IPv6";
  EXPECT_EQ(state(with_byte(kV4, 13, 0x31)), State::malformed) << "too short for a Unix socket";
  EXPECT_EQ(state(with_byte(kV4, 15, 11)), State::malformed) << "too short for IPv4";
  EXPECT_EQ(state(with_byte(kV4, 14, 0xff)), State::malformed) << "too long, which is known before all has come";
}

std::string client(std::string_view bytes, const char* peer = "127.0.0.1") {
  static const TrustedProxies kProxies({"127.0.0.1", "10.0.0.0/8"});
  const ProxiedClient found = find_proxied_client(bytes, make_address(peer), kProxies);
  if (found.state == State::incomplete) return "incomplete";
  if (found.state == State::malformed) return "malformed";
  return found.address->to_string() + " behind " + std::to_string(found.size);
}

std::string v1(const std::string& address) { return "PROXY TCP4 " + address + " 192.0.2.1 56324 443\r\n"; }

TEST(ProxiedClient, IsTheOneThatTheProxyNames) {
  EXPECT_EQ(client(v1("203.0.113.7") + "hello"), "203.0.113.7 behind 44");
  EXPECT_EQ(client(kV4 + "hello"), "203.0.113.7 behind 28");
}

TEST(ProxiedClient, IsTheProxyItselfWithoutAHeader) {
  EXPECT_EQ(client("hello"), "127.0.0.1 behind 0");
  EXPECT_EQ(client(proxy_v2_local()), "127.0.0.1 behind 16");
  EXPECT_EQ(client("PROXY UNKNOWN\r\nhello"), "127.0.0.1 behind 15");
}

TEST(ProxiedClient, AHeaderOfTheClientIsNotRead) {
  EXPECT_EQ(client(v1("203.0.113.7") + v1("192.0.2.1")), "203.0.113.7 behind 44");
  EXPECT_EQ(client(proxy_v2_local() + v1("192.0.2.1")), "127.0.0.1 behind 16");
}

TEST(ProxiedClient, OfAChainIsTheLastThatIsNotTrusted) {
  EXPECT_EQ(client(v1("10.0.0.1") + kV4 + v1("192.0.2.1")), "203.0.113.7 behind " + std::to_string(41 + 28));
  EXPECT_EQ(client(v1("10.0.0.1") + "hello"), "10.0.0.1 behind 41");
  EXPECT_EQ(client(v1("10.0.0.1")), "incomplete") << "another header may follow";
  EXPECT_EQ(client(v1("10.0.0.1") + "PROXY nonsense\r\n"), "malformed");
}

TEST(ProxiedClient, AllHeadersTogetherHaveALimit) {
  std::string many;
  while (many.size() < kMaxProxyHeaderBytes) many += v1("10.0.0.1");
  EXPECT_EQ(client(many), "malformed");
  EXPECT_EQ(client(many + "hello"), "malformed");
  const std::string longest = proxy_v2("203.0.113.7", std::string(kMaxProxyHeaderBytes - kV4.size(), 'x'));
  EXPECT_EQ(client(longest), "203.0.113.7 behind 1024");
  EXPECT_EQ(client(v1("10.0.0.1") + longest), "malformed");
}

}  // namespace
}  // namespace rensa::net
