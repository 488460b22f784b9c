#include <filesystem>
#include <gmock/gmock.h>

#include "tests/server/net/fixture.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

TEST_F(FramedConnection, TcpCarriesMessagesBothWays) {
  start();
  PeerSocket peer = to_workers();
  peer.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(peer, framed("re:hello")));
  ASSERT_EQ(heard.ids.size(), 1U);
  const Peer& seen = heard.peers[heard.ids[0]];
  EXPECT_EQ(seen.transport, Transport::tcp);
  EXPECT_EQ(seen.address, "127.0.0.1");
  EXPECT_EQ(seen.protocol, "");
  EXPECT_EQ(server->counts().open_tcp, 1U);
  EXPECT_EQ(server->counts().messages_in, 1U);
  EXPECT_EQ(server->counts().message_bytes_out, 8U);
}

TEST_F(FramedConnection, UnixSocketCarriesMessagesBothWays) {
  start();
  PeerSocket peer = PeerSocket::to_path(options.worker_socket);
  peer.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(peer, framed("re:hello")));
  ASSERT_EQ(heard.ids.size(), 1U);
  EXPECT_EQ(heard.peers[heard.ids[0]].transport, Transport::unix_socket);
  EXPECT_EQ(heard.peers[heard.ids[0]].address, "unix");
}

TEST_F(FramedConnection, UnixSocketFileIsRemovedAndADeadOneReplaced) {
  start();
  EXPECT_THROW(start(), std::runtime_error) << "another process listens there";
  server.reset();
  EXPECT_FALSE(std::filesystem::exists(options.worker_socket));
  server.reset();
  start();
  const std::string kept = options.worker_socket + ".kept";
  std::filesystem::rename(options.worker_socket, kept);
  server.reset();
  std::filesystem::rename(kept, options.worker_socket);
  start();
  PeerSocket peer = PeerSocket::to_path(options.worker_socket);
  peer.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(peer, framed("re:hello")));
}

// Received data is handled although there is always more to flush.
TEST_F(FramedConnection, ConstantSendingDoesNotBlockOthers) {
  std::size_t moments = 0;
  constexpr std::size_t kMoments = 100'000;  // a flush without end would hang the test
  between_messages = [&] {
    if (++moments > kMoments) return;
    for (const ConnectionId id : heard.ids) server->send(id, "more");
  };
  const auto turn_until_heard = [&](std::uint64_t messages) {
    while (server->counts().messages_in < messages && moments < kMoments) {
      io.restart();
      io.run_one_for(2ms);
    }
    return server->counts().messages_in == messages;
  };
  start();
  PeerSocket first = to_workers();
  first.write(framed("one"));
  EXPECT_TRUE(turn_until_heard(1));
  PeerSocket second = to_workers();
  second.write(framed("two"));
  EXPECT_TRUE(turn_until_heard(2));
  EXPECT_LT(moments, kMoments);
}

TEST_F(FramedConnection, MessageMayComeByteByByte) {
  start();
  PeerSocket peer = to_workers();
  for (const char c : framed("slow") + framed("") + framed("pen")) {
    peer.write({&c, 1});
    io.restart();
    io.run_one_for(5ms);
  }
  ASSERT_TRUE(wait_for_text(peer, framed("re:pen")));
  EXPECT_THAT(heard.messages[heard.ids[0]], ElementsAre("slow", "", "pen"));
}

TEST_F(FramedConnection, ManyMessagesMayComeAtOnce) {
  start();
  PeerSocket peer = to_workers();
  std::string sent;
  std::string expected;
  for (int i = 0; i < 2000; ++i) {
    sent += framed(std::to_string(i));
    expected += framed("re:" + std::to_string(i));
  }
  peer.write(sent);
  EXPECT_TRUE(wait([&] { return peer.read().size() >= expected.size(); }));
  EXPECT_EQ(peer.read(), expected);
}

TEST_F(FramedConnection, MessagesOfOneTurnLeaveInOneWrite) {
  start();
  PeerSocket peer = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    send(heard.ids[0], "state " + std::to_string(i));
    expected += framed("state " + std::to_string(i));
  }
  EXPECT_EQ(server->queued_bytes(heard.ids[0]), expected.size());
  EXPECT_TRUE(wait([&] { return peer.read() == expected; }));
  EXPECT_EQ(peer.segments(), 1U);
  EXPECT_EQ(server->queued_bytes(heard.ids[0]), 0U);
}

TEST_F(FramedConnection, LongestMessageFits) {
  start();
  PeerSocket peer = to_workers();
  const std::string longest(options.limits.workers.max_message_bytes, 'x');
  peer.write(framed(longest));
  ASSERT_TRUE(wait([&] { return !heard.ids.empty() && !heard.messages[heard.ids[0]].empty(); }));
  EXPECT_EQ(heard.messages[heard.ids[0]][0], longest);
}

TEST_F(FramedConnection, LengthBeyondTheLimitClosesBeforeItsBytesCome) {
  start();
  PeerSocket peer = to_workers();
  peer.write(framed("good") + std::string("\x01\x00\x01\x00", 4));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(peer.read(), framed("re:good"));
  peer.hang_up();
  EXPECT_TRUE(wait([&] { return why(0) == "sent too long a message"; }));
  EXPECT_EQ(server->counts().closed_too_large, 1U);
  EXPECT_EQ(server->counts().open_tcp, 0U);
}

TEST_F(FramedConnection, GarbageClosesTheConnection) {
  start();
  PeerSocket peer = to_workers();
  peer.write("GET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(heard.messages[heard.ids[0]].empty());
}

TEST_F(FramedConnection, AHalfClosedPeerIsStillSentTheAnswer) {
  start();
  PeerSocket peer = to_workers();
  peer.write(framed("last"));
  peer.end_writing();
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(peer.read(), framed("re:last"));
  EXPECT_EQ(why(0), "closed by the peer");
}

TEST_F(FramedConnection, APeerThatDisconnectsIsClosedOnce) {
  start();
  {
    PeerSocket peer = to_workers();
    ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  }
  EXPECT_TRUE(wait([&] { return why(0) == "closed by the peer"; }));
  send(heard.ids[0], "nobody");
  server->close(heard.ids[0], CloseReason::done);
  EXPECT_EQ(server->queued_bytes(heard.ids[0]), 0U);
  io.poll();
}

TEST_F(FramedConnection, TheQueueIsSentBeforeTheClose) {
  options.limits.close_grace = rensa::test::kTimeLimit;
  start();
  PeerSocket peer = to_workers();
  const std::string large(60'000, 'x');
  heard.on_message = [&](ConnectionId id, std::string_view) {
    for (int i = 0; i < 50; ++i) send(id, large);
    server->close(id, CloseReason::done);
    EXPECT_GT(server->queued_bytes(id), 0U);
    send(id, "too late");
  };
  peer.write(framed("go") + framed("unheard"));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(peer.read().size(), 50 * framed(large).size());
  EXPECT_THAT(heard.messages[heard.ids[0]], ElementsAre("go"));
  peer.hang_up();
  EXPECT_TRUE(wait([&] { return why(0) == "done"; }));
}

TEST_F(FramedConnection, AnOpenPeerIsClosedAfterTheGracePeriod) {
  start();
  PeerSocket peer = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  server->close(heard.ids[0], CloseReason::violation);
  EXPECT_EQ(why(0), "") << "told within the call";
  EXPECT_TRUE(wait([&] { return why(0) == "broke the protocol"; }));
}

}  // namespace
}  // namespace rensa::net
