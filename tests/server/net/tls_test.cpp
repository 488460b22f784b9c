#include <deque>
#include <filesystem>
#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/server/net/fixture.h"
#include "tests/server/net/tls_peer.h"
#include "tests/server/net/web_socket_peer.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

class Tls : public NetTest {
 protected:
  Tls() {
    const std::string stem = options.worker_socket;
    options.tls = TlsFiles{stem + ".crt", stem + ".key"};
    make_certificate(options.tls->certificate, options.tls->private_key);
    answer_every_message();
  }
  ~Tls() override {
    std::filesystem::remove(options.tls->certificate);
    std::filesystem::remove(options.tls->private_key);
  }

  bool wait_for(TlsPeer& peer, std::string_view text) {
    return wait([&] { return peer.read().find(text) != std::string::npos; });
  }
};

TEST_F(Tls, CarriesFramedMessages) {
  start();
  TlsPeer peer(to_workers());
  peer.write(framed("hello"));
  EXPECT_TRUE(wait_for(peer, framed("re:hello")));
  EXPECT_EQ(server->counts().open_tcp, 1U);
}

TEST_F(Tls, HandshakesTakeTurns) {
  constexpr std::size_t kPeers = 100;
  start();
  std::vector<PeerSocket> sockets;
  for (std::size_t i = 0; i < kPeers; ++i) sockets.push_back(to_workers());
  ASSERT_TRUE(wait([&] { return server->counts().accepted == kPeers; }));
  std::deque<TlsPeer> peers;
  for (PeerSocket& socket : sockets) peers.emplace_back(std::move(socket));  // sends the beginning of the handshake
  bool has_waited = false;
  for (std::size_t i = 0; i < 10 * kPeers && !has_waited; ++i) {
    io.restart();
    io.run_one_for(2ms);
    has_waited = server->longest_input_wait() > 0ns;
  }
  EXPECT_TRUE(has_waited);
  EXPECT_TRUE(wait([&] {
    for (TlsPeer& peer : peers) peer.read();
    return heard.ids.size() == kPeers;
  }));
}

TEST_F(Tls, ANewCertificateIsUsedForNewConnections) {
  start();
  TlsPeer early(to_workers());
  early.write(framed("hello"));
  ASSERT_TRUE(wait_for(early, framed("re:hello")));
  make_certificate(options.tls->certificate, options.tls->private_key, 2);
  server->change(options);
  TlsPeer late(to_workers());
  late.write(framed("hello"));
  ASSERT_TRUE(wait_for(late, framed("re:hello")));
  early.write(framed("again"));
  EXPECT_TRUE(wait_for(early, framed("re:again")));
  EXPECT_EQ(early.certificate_number(), 1);
  EXPECT_EQ(late.certificate_number(), 2);
}

TEST_F(Tls, AnUnreadableNewCertificateChangesNothing) {
  start();
  SocketOptions wrong = options;
  wrong.tls->certificate = "/nonexistent";
  wrong.limits.max_connections = 0;
  EXPECT_THROW(server->change(wrong), std::runtime_error);
  TlsPeer peer(to_workers());
  peer.write(framed("hello"));
  EXPECT_TRUE(wait_for(peer, framed("re:hello")));
}

TEST_F(Tls, WritesWhileReading) {
  options.limits.workers.queue.kernel_buffer_bytes = 16'384;
  start();
  TlsPeer peer(to_workers());
  const std::string large(10'000, 'x');
  for (int i = 0; i < 100; ++i) {
    peer.write(framed(large));
    io.restart();
    io.run_one_for(1ms);
    peer.read();
  }
  const std::size_t expected = 100 * framed("re:" + large).size();
  EXPECT_TRUE(wait([&] { return peer.read().size() == expected; }));
}

TEST_F(Tls, TheQueueIsSentBeforeTheClose) {
  options.limits.close_grace = 5s;
  start();
  heard.on_message = [this](ConnectionId id, std::string_view) {
    for (int i = 0; i < 20; ++i) send(id, std::string(10'000, 'x'));
    server->close(id, CloseReason::done);
  };
  TlsPeer peer(to_workers());
  peer.write(framed("go"));
  EXPECT_TRUE(wait([&] {
    peer.read();
    return peer.has_ended();
  }));
  EXPECT_EQ(peer.read().size(), 200'080U);
  EXPECT_EQ(why(0), "done");
}

TEST_F(Tls, CarriesRequestsAndWebSockets) {
  handler = [](const HttpRequest& asked, const HttpReply& reply) { reply({200, "text/plain", asked.path, {}}); };
  start();
  TlsPeer page(to_web());
  page.write("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(wait_for(page, "/page"));
  TlsPeer peer(to_web());
  peer.write(upgrade_request("/ws", kBinaryHeader));
  ASSERT_TRUE(wait_for(peer, "\r\n\r\n"));
  EXPECT_THAT(peer.read(), StartsWith("HTTP/1.1 101"));
  peer.write(web_frame(Opcode::binary, "hello"));
  EXPECT_TRUE(wait_for(peer, "re:hello"));
  server->close(heard.ids[0], CloseReason::done);
  EXPECT_TRUE(wait([&] { return why(0) == "done"; }));
}

TEST_F(Tls, APlainPeerIsClosed) {
  start();
  PeerSocket worker = to_workers();
  worker.write(framed("hello there, this is no handshake"));
  EXPECT_TRUE(wait_for_end(worker));
  PeerSocket page = to_web();
  page.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(wait_for_end(page));
  EXPECT_TRUE(heard.ids.empty());
}

TEST_F(Tls, APeerWithoutHandshakeIsClosed) {
  options.limits.handshake_timeout = 60ms;
  start();
  PeerSocket worker = to_workers();
  PeerSocket page = to_web();
  EXPECT_TRUE(wait_for_end(worker));
  EXPECT_TRUE(wait_for_end(page));
  EXPECT_TRUE(heard.ids.empty());
}

TEST_F(Tls, AnUnreadableFileIsReportedInOneSentence) {
  SocketOptions broken = options;
  broken.tls->private_key = "/nowhere.key";
  try {
    const SocketServer server_without_key(io, broken);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), StartsWith("cannot use the private key /nowhere.key: "));
  }
}

}  // namespace
}  // namespace rensa::net
