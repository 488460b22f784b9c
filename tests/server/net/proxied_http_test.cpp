#include <gmock/gmock.h>
#include <vector>

#include "tests/server/net/fixture.h"
#include "tests/server/net/web_socket_peer.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

// Requests and WebSockets that come through a proxy. The tests connect from 127.0.0.1.
class ProxiedHttp : public NetTest {
 protected:
  ProxiedHttp() {
    options.trusted_proxies = {"127.0.0.1", "10.0.0.0/8"};
    handler = [this](const HttpRequest& asked, HttpReply reply) {
      addresses.push_back(asked.address);
      networks.push_back(asked.network);
      if (asked.path == "/later") return replies.push_back(std::move(reply));
      reply({200, "text/plain", "for " + asked.address + ".", {}});
    };
    answer_every_message();
  }

  static std::string get(std::string_view path, std::string_view headers) {
    return std::string("GET ").append(path).append(" HTTP/1.1\r\nHost: localhost\r\n").append(headers).append("\r\n");
  }
  static std::string get_for(std::string_view client, std::string_view path = "/") {
    return get(path, std::string("X-Forwarded-For: ").append(client).append("\r\n"));
  }
  // Sends a request that the handler does not answer yet.
  PeerSocket with_open_request_of(std::string_view client) {
    const std::size_t before = replies.size();
    PeerSocket peer = to_web();
    peer.write(get_for(client, "/later"));
    EXPECT_TRUE(wait([&] { return replies.size() == before + 1; }));
    return peer;
  }
  bool is_answered(PeerSocket& peer, std::string_view request, std::string_view answer) {
    peer.forget(peer.read().size());
    peer.write(request);
    return wait([&] { return peer.read().find(answer) != std::string::npos || peer.has_ended(); }) &&
           peer.read().find(answer) != std::string::npos;
  }
  bool is_answered(std::string_view request, std::string_view answer) {
    PeerSocket peer = to_web();
    return is_answered(peer, request, answer);
  }

  std::vector<std::string> addresses;
  std::vector<std::string> networks;
  std::vector<HttpReply> replies;
};

TEST_F(ProxiedHttp, TheClientOfARequestIsTheOneThatTheProxyNames) {
  start();
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 203.0.113.7."));
  EXPECT_TRUE(is_answered(get("/", "Forwarded: for=\"[2001:db8:1:2:3::7]\"\r\n"), "for [2001:db8:1:2:3::7]."));
  EXPECT_THAT(networks, ElementsAre("203.0.113.7", "2001:db8:1:2::"));
}

TEST_F(ProxiedHttp, HeadersOfAPeerThatIsNotTrustedHaveNoEffect) {
  options.trusted_proxies = {"127.0.0.2", "::1"};
  start();
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 127.0.0.1."));
  EXPECT_TRUE(is_answered(get("/", "Forwarded: for=203.0.113.7\r\n"), "for 127.0.0.1."));
  EXPECT_TRUE(is_answered(get_for("not an address"), "for 127.0.0.1."));
}

TEST_F(ProxiedHttp, NoPeerIsTrustedByDefault) {
  options.trusted_proxies = SocketOptions().trusted_proxies;
  start();
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 127.0.0.1."));
}

TEST_F(ProxiedHttp, OfAChainOfProxiesTheLastThatIsNotTrustedIsTheClient) {
  start();
  EXPECT_TRUE(is_answered(get_for("192.0.2.1, 203.0.113.7, 10.0.0.1"), "for 203.0.113.7."));
  EXPECT_TRUE(
      is_answered(get("/", "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 203.0.113.7\r\n"), "for 203.0.113.7."))
      << "HAProxy adds a line of its own";
}

TEST_F(ProxiedHttp, AProxyThatNamesNoAddressIsTheClient) {
  start();
  EXPECT_TRUE(is_answered(get("/", ""), "for 127.0.0.1."));
  EXPECT_TRUE(is_answered(get_for("203.0.113.7, unknown"), "for 127.0.0.1."));
}

TEST_F(ProxiedHttp, RequestsOfOneConnectionMayHaveSeveralClients) {
  start();
  PeerSocket proxy = to_web();
  EXPECT_TRUE(is_answered(proxy, get_for("203.0.113.7"), "for 203.0.113.7."));
  EXPECT_TRUE(is_answered(proxy, get_for("203.0.113.8"), "for 203.0.113.8."));
  EXPECT_TRUE(is_answered(proxy, get("/", ""), "for 127.0.0.1."));
  EXPECT_EQ(server->counts().accepted, 1U);
  proxy.write(get_for("203.0.113.1") + get_for("203.0.113.2") + get_for("203.0.113.3"));
  EXPECT_TRUE(wait_for_text(proxy, "for 203.0.113.3."));
  EXPECT_THAT(networks,
              ElementsAre("203.0.113.7", "203.0.113.8", "127.0.0.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"));
}

TEST_F(ProxiedHttp, ABodyBelongsToItsClient) {
  start();
  PeerSocket proxy = to_web();
  proxy.write("POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.7\r\nContent-Length: 4\r\n\r\nbo");
  EXPECT_TRUE(wait([&] { return server->counts().http_requests == 1; }));
  proxy.write("dy");
  EXPECT_TRUE(wait_for_text(proxy, "for 203.0.113.7."));
}

TEST_F(ProxiedHttp, ConnectionsOfAProxyAreNotLimitedAsThoseOfOneClient) {
  options.limits.max_connections_per_address = 1;
  start();
  PeerSocket one = with_open_request_of("203.0.113.1");
  PeerSocket two = with_open_request_of("203.0.113.2");
  PeerSocket three = with_open_request_of("203.0.113.3");
  const PeerSocket idle = to_web();
  EXPECT_TRUE(wait([&] { return server->counts().accepted == 4; }));
  EXPECT_EQ(server->counts().refused_address, 0U);
}

TEST_F(ProxiedHttp, AClientDoesNotEscapeItsLimitBehindAProxy) {
  options.limits.max_connections_per_address = 2;
  start();
  PeerSocket one = with_open_request_of("203.0.113.7");
  PeerSocket two = with_open_request_of("203.0.113.7");
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "HTTP/1.1 429"));
  EXPECT_TRUE(is_answered(get_for("192.0.2.1, 203.0.113.7"), "HTTP/1.1 429")) << "a name that the client has added";
  EXPECT_TRUE(is_answered(get_for("203.0.113.8"), "for 203.0.113.8.")) << "another client is served";
  EXPECT_EQ(server->counts().refused_address, 2U);
  replies.at(0)({200, "text/plain", "answered", {}});
  EXPECT_TRUE(wait_for_text(one, "answered"));
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 203.0.113.7.")) << "only open requests count";
}

TEST_F(ProxiedHttp, AddressesOfOneNetworkShareALimit) {
  options.limits.max_connections_per_address = 1;
  start();
  PeerSocket one = with_open_request_of("2001:db8::7");
  EXPECT_TRUE(is_answered(get_for("2001:db8::8"), "HTTP/1.1 429"));
  EXPECT_TRUE(is_answered(get_for("2001:db8:0:1::8"), "for [2001:db8:0:1::8]."));
}

TEST_F(ProxiedHttp, RequestsOfTheProxyItselfHaveTheLimitOfItsAddress) {
  options.limits.max_connections_per_address = 1;
  start();
  PeerSocket one = with_open_request_of("unknown");
  EXPECT_TRUE(is_answered(get("/", ""), "HTTP/1.1 429"));
}

TEST_F(ProxiedHttp, ALostConnectionFreesThePlaceOfItsClient) {
  options.limits.max_connections_per_address = 1;
  start();
  {
    const PeerSocket lost = with_open_request_of("203.0.113.7");
  }
  replies.at(0)({200, "text/plain", "answered", {}});
  ASSERT_TRUE(wait([&] { return server->counts().open_http == 0; }));
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 203.0.113.7."));
}

TEST_F(ProxiedHttp, ARefusedRequestIsRefusedForItsClient) {
  options.limits.max_connections_per_address = 1;
  start();
  PeerSocket one = with_open_request_of("203.0.113.7");
  EXPECT_TRUE(is_answered(get("/", "X-Forwarded-For: 203.0.113.8\r\nHost: again\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(is_answered(get("/", "X-Forwarded-For: 203.0.113.7\r\nHost: again\r\n"), "HTTP/1.1 429"));
}

TEST_F(ProxiedHttp, TheClientOfAWebSocketIsFixedByItsUpgrade) {
  options.limits.max_connections_per_address = 1;
  start();
  const auto upgrade = [](std::string_view client) {
    return upgrade_request("/ws", std::string(kBinaryHeader).append("X-Forwarded-For: ").append(client).append("\r\n"));
  };
  PeerSocket one = to_web();
  EXPECT_TRUE(is_answered(one, upgrade("203.0.113.7"), "HTTP/1.1 101"));
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  EXPECT_EQ(heard.peers[heard.ids[0]].address, "203.0.113.7");
  EXPECT_EQ(heard.peers[heard.ids[0]].network, "203.0.113.7");
  EXPECT_TRUE(is_answered(one, web_frame(Opcode::binary, "hello"), "re:hello"));
  EXPECT_TRUE(is_answered(upgrade("203.0.113.7"), "HTTP/1.1 429")) << "one connection of this client is open";
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "HTTP/1.1 429"));
  PeerSocket two = to_web();
  EXPECT_TRUE(is_answered(two, upgrade("203.0.113.8"), "HTTP/1.1 101"));
  one.hang_up();
  ASSERT_TRUE(wait([&] { return heard.ends.size() == 1; }));
  EXPECT_TRUE(is_answered(upgrade("203.0.113.7"), "HTTP/1.1 101"));
}

TEST_F(ProxiedHttp, AProxyIsTrustedAsLongAsTheSettingNamesIt) {
  options.trusted_proxies = {};
  start();
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 127.0.0.1."));
  options.trusted_proxies = {"127.0.0.0/8"};
  server->change(options);
  PeerSocket kept = to_web();
  EXPECT_TRUE(is_answered(kept, get_for("203.0.113.7"), "for 203.0.113.7."));
  options.trusted_proxies = {};
  server->change(options);
  EXPECT_TRUE(is_answered(kept, get_for("203.0.113.7"), "for 127.0.0.1.")) << "also over an open connection";
}

TEST_F(ProxiedHttp, AWrongListOfProxiesChangesNothing) {
  start();
  SocketOptions wrong = options;
  wrong.trusted_proxies = {"nowhere"};
  wrong.access.hosts = {"other.example"};
  EXPECT_THROW(server->change(wrong), std::runtime_error);
  EXPECT_TRUE(is_answered(get_for("203.0.113.7"), "for 203.0.113.7."));
  EXPECT_THROW(SocketServer(io, wrong), std::runtime_error);
}

}  // namespace
}  // namespace rensa::net
