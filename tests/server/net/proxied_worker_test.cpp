#include <filesystem>
#include <gmock/gmock.h>
#include <vector>

#include "tests/server/net/fixture.h"
#include "tests/server/net/proxies/proxy_headers.h"
#include "tests/server/net/tls_peer.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;

const std::string kHeader = "PROXY TCP4 203.0.113.7 192.0.2.1 56324 443\r\n";

// Connections of workers that come through a proxy. The tests connect from 127.0.0.1.
class ProxiedWorker : public NetTest {
 protected:
  ProxiedWorker() {
    options.trusted_proxies = {"127.0.0.1", "10.0.0.0/8"};
    answer_every_message();
  }

  PeerSocket connected(std::string_view bytes) {
    PeerSocket peer = to_workers();
    peer.write(bytes);
    return peer;
  }
  bool is_answered(PeerSocket& peer) { return wait_for_text(peer, framed("re:hello")); }
  // Returns the address and the network of the client that has opened the last connection.
  std::string last_client() {
    const Peer& peer = heard.peers[heard.ids.back()];
    return peer.address + " " + peer.network;
  }
  // Sends the bytes and a message, and returns the client that the server sees; empty: it closes the connection.
  std::string client_of(PeerSocket peer, std::string_view bytes) {
    const std::size_t before = heard.ids.size();
    peer.write(bytes);
    peer.write(framed("hello"));
    EXPECT_TRUE(wait([&] {
      const bool is_answered = peer.read().find(framed("re:hello")) != std::string::npos;
      return is_answered || peer.has_ended();
    }));
    return heard.ids.size() == before ? "" : last_client();
  }
  bool ends_as_bad_frame(std::size_t connection) {
    return wait([&] { return !why(connection).empty(); }) && why(connection) == "sent too long a message";
  }
  std::string client_of(std::string_view bytes) { return client_of(to_workers(), bytes); }
};

TEST_F(ProxiedWorker, TheClientIsTheOneThatTheHeaderNames) {
  start();
  EXPECT_EQ(client_of(kHeader), "203.0.113.7 203.0.113.7");
  EXPECT_EQ(client_of(proxy_v2("203.0.113.8")), "203.0.113.8 203.0.113.8");
  EXPECT_EQ(client_of(proxy_v2("2001:db8:1:2:3::7")), "[2001:db8:1:2:3::7] 2001:db8:1:2::");
  EXPECT_EQ(client_of("PROXY TCP4 10.0.0.1 192.0.2.1 1 2\r\n" + proxy_v2("203.0.113.9")), "203.0.113.9 203.0.113.9");
}

TEST_F(ProxiedWorker, WithoutAClientInTheHeaderTheProxyIsTheClient) {
  start();
  EXPECT_EQ(client_of("PROXY UNKNOWN\r\n"), "127.0.0.1 127.0.0.1");
  EXPECT_EQ(client_of(proxy_v2_local()), "127.0.0.1 127.0.0.1");
  EXPECT_EQ(client_of(""), "127.0.0.1 127.0.0.1") << "no header";
}

TEST_F(ProxiedWorker, AHeaderFromAPeerThatIsNotTrustedIsABadFrame) {
  options.trusted_proxies = {"127.0.0.2", "unix"};
  start();
  EXPECT_EQ(client_of(kHeader), "127.0.0.1 127.0.0.1");
  EXPECT_TRUE(ends_as_bad_frame(0));
  EXPECT_EQ(client_of(proxy_v2("203.0.113.7")), "127.0.0.1 127.0.0.1");
  EXPECT_TRUE(ends_as_bad_frame(1));
  EXPECT_TRUE(heard.messages.empty());
}

TEST_F(ProxiedWorker, AHeaderOfTheClientBehindTheProxyIsABadFrame) {
  start();
  EXPECT_EQ(client_of(kHeader + "PROXY TCP4 192.0.2.1 192.0.2.1 1 2\r\n"), "203.0.113.7 203.0.113.7");
  EXPECT_TRUE(ends_as_bad_frame(0));
}

TEST_F(ProxiedWorker, AMalformedHeaderClosesTheConnection) {
  start();
  EXPECT_EQ(client_of("PROXY TCP4 nonsense\r\n"), "");
  EXPECT_EQ(client_of("PROXY UNKNOWN " + std::string(200, 'x')), "");
  std::string udp = proxy_v2("203.0.113.7");
  udp[13] = '\x12';
  EXPECT_EQ(client_of(udp), "");
  EXPECT_EQ(server->counts().closed_violation, 3U);
  EXPECT_EQ(client_of(kHeader), "203.0.113.7 203.0.113.7");
}

TEST_F(ProxiedWorker, BytesMayComeOneByOne) {
  start();
  for (const std::string& header : {kHeader, proxy_v2("203.0.113.7"), std::string()}) {
    PeerSocket peer = to_workers();
    for (const char byte : header + framed("hello")) {
      peer.write({&byte, 1});
      io.restart();
      io.run_for(1ms);
    }
    EXPECT_TRUE(is_answered(peer));
    EXPECT_EQ(last_client(), header.empty() ? "127.0.0.1 127.0.0.1" : "203.0.113.7 203.0.113.7");
  }
}

TEST_F(ProxiedWorker, MessagesBehindTheHeaderAreNotLost) {
  start();
  std::string many;
  for (int i = 0; i < 1000; ++i) many += framed("message " + std::to_string(i));
  PeerSocket peer = connected(kHeader + many);
  EXPECT_TRUE(wait_for_text(peer, framed("re:message 999")));
  EXPECT_EQ(heard.messages[heard.ids.back()].size(), 1000U);
}

TEST_F(ProxiedWorker, AHeaderThatDoesNotComeInTimeClosesTheConnection) {
  EXPECT_TRUE(succeeds_with_some_timeout([this](std::chrono::milliseconds timeout) {
    options.limits.handshake_timeout = timeout;
    start();
    PeerSocket silent = to_workers();
    PeerSocket slow = connected(kHeader.substr(0, 20));
    PeerSocket talker = connected(kHeader + framed("hello"));
    EXPECT_TRUE(wait_for_end(silent));
    EXPECT_TRUE(wait_for_end(slow));
    return server->counts().closed_silent == 2 && server->counts().open_tcp == 1;
  }));
}

TEST_F(ProxiedWorker, ClientsHaveALimitAndTheProxyHasNone) {
  options.limits.max_connections_per_address = 2;
  start();
  PeerSocket one = connected(kHeader + framed("hello"));
  PeerSocket two = connected(kHeader + framed("hello"));
  EXPECT_TRUE(is_answered(one));
  EXPECT_TRUE(is_answered(two));
  PeerSocket third = connected(kHeader + framed("hello"));
  EXPECT_TRUE(wait_for_end(third));
  EXPECT_EQ(server->counts().refused_address, 1U);
  std::vector<PeerSocket> others;
  for (int i = 1; i <= 5; ++i) {
    others.push_back(connected(proxy_v2("198.51.100." + std::to_string(i)) + framed("hello")));
    EXPECT_TRUE(is_answered(others.back()));
  }
  one.hang_up();
  ASSERT_TRUE(wait([&] { return heard.ends.size() == 1; }));
  PeerSocket again = connected(kHeader + framed("hello"));
  EXPECT_TRUE(is_answered(again));
}

TEST_F(ProxiedWorker, ConnectionsBeforeTheirHeaderCountInTotal) {
  options.limits.max_connections_per_address = 1;
  options.limits.max_connections = 2;
  start();
  PeerSocket one = to_workers();
  PeerSocket two = to_workers();
  ASSERT_TRUE(wait([&] { return server->counts().accepted == 2; }));
  PeerSocket third = to_workers();
  EXPECT_TRUE(wait_for_end(third));
  EXPECT_EQ(server->counts().refused_full, 1U);
}

TEST_F(ProxiedWorker, TheUnixSocketMayBeTheEndOfAProxy) {
  options.trusted_proxies = {"unix"};
  start();
  EXPECT_EQ(client_of(PeerSocket::to_path(options.worker_socket), kHeader), "203.0.113.7 203.0.113.7");
  EXPECT_EQ(heard.peers[heard.ids.back()].transport, Transport::unix_socket);
  EXPECT_EQ(client_of(PeerSocket::to_path(options.worker_socket), ""), "unix ");
  EXPECT_EQ(client_of(PeerSocket::to_path(options.worker_socket), proxy_v2_local()), "unix ");
  EXPECT_EQ(client_of(PeerSocket::to_path(options.worker_socket), "PROXY nonsense\r\n"), "");
}

TEST_F(ProxiedWorker, TheUnixSocketIsOnlyTrustedByName) {
  start();
  EXPECT_EQ(client_of(PeerSocket::to_path(options.worker_socket), kHeader), "unix ");
  EXPECT_TRUE(ends_as_bad_frame(0));
}

TEST_F(ProxiedWorker, TheServerMayEndWhileAHeaderIsIncomplete) {
  start();
  PeerSocket one = connected("PROXY ");
  PeerSocket two = connected("PROXY ");
  ASSERT_TRUE(wait([&] { return server->counts().accepted == 2; }));
  server->close_all(CloseReason::server_stops);
  EXPECT_TRUE(wait_for_end(one));
  PeerSocket three = connected("PROXY ");
  ASSERT_TRUE(wait([&] { return server->counts().accepted == 3; }));
  server.reset();
  EXPECT_TRUE(wait_for_end(three));
  EXPECT_TRUE(heard.ids.empty());
}

// A proxy writes its header before TLS, which it passes on.
TEST_F(ProxiedWorker, TheHeaderStandsBeforeTls) {
  options.tls = TlsFiles{options.worker_socket + ".crt", options.worker_socket + ".key"};
  make_certificate(options.tls->certificate, options.tls->private_key);
  start();
  for (const std::string& header : {kHeader, proxy_v2("203.0.113.7"), std::string()}) {
    PeerSocket socket = to_workers();
    socket.write(header);
    TlsPeer peer(std::move(socket));
    peer.write(framed("hello"));
    EXPECT_TRUE(wait([&] { return peer.read().find(framed("re:hello")) != std::string::npos; }));
    EXPECT_EQ(last_client(), header.empty() ? "127.0.0.1 127.0.0.1" : "203.0.113.7 203.0.113.7");
  }
  std::filesystem::remove(options.tls->certificate);
  std::filesystem::remove(options.tls->private_key);
}

}  // namespace
}  // namespace rensa::net
