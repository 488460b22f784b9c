#include <cstring>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/server/net/fixture.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool needs_descriptors_of_its_own = true;  // set by g++
#elif defined(__has_feature)
constexpr bool needs_descriptors_of_its_own = __has_feature(address_sanitizer);  // set by clang
#else
constexpr bool needs_descriptors_of_its_own = false;
#endif

class FramedConnection : public NetTest {
 protected:
  FramedConnection() { answer_every_message(); }
};

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

// The callback must not wait until all received data has been handled.
TEST_F(FramedConnection, TheCallbackRunsBetweenMessages) {
  std::vector<std::size_t> messages_then;
  between_messages = [&] {
    if (server->counts().messages_in > 0) messages_then.push_back(server->counts().messages_in);
  };
  start();
  PeerSocket peer = to_workers();
  peer.write(framed("one") + framed("two") + framed("three"));
  ASSERT_TRUE(wait_for_text(peer, framed("re:three")));
  ASSERT_GE(messages_then.size(), 3U);
  EXPECT_EQ(messages_then[0], 1U);
  EXPECT_EQ(messages_then[1], 2U);
  EXPECT_EQ(messages_then[2], 3U);
}

TEST_F(FramedConnection, AFlushInTheCallbackWritesAtOnce) {
  std::size_t queued_then = 1;
  between_messages = [&] {
    if (server->counts().messages_in > 1) return;
    server->flush();
    queued_then = server->queued_bytes(heard.ids.at(0));
  };
  start();
  PeerSocket peer = to_workers();
  peer.write(framed("one") + framed("two"));
  ASSERT_TRUE(wait_for_text(peer, framed("re:two")));
  EXPECT_EQ(queued_then, 0U);
}

TEST_F(FramedConnection, FramesDoNotWaitForSpectators) {
  std::function<void()> moment = [] {};
  between_messages = [&] { std::exchange(moment, [] {})(); };
  start();
  std::vector<PeerSocket> peers;
  for (std::size_t i = 0; i < 3; ++i) {
    peers.push_back(to_workers());
    ASSERT_TRUE(wait([&] { return heard.ids.size() == i + 1; }));
  }
  const auto left = [&](std::size_t peer) { return server->queued_bytes(heard.ids[peer]) == 0; };
  for (std::size_t peer : {1U, 2U}) server->send(heard.ids[peer], std::make_shared<const std::string>("on show"));
  moment = [&] {
    server->begin_frames();
    server->send(heard.ids[0], "news");
    server->flush_frames(0ms);
    EXPECT_TRUE(left(0));
    EXPECT_NE(left(1), left(2));
  };
  server->flush_one_by_one();
  EXPECT_TRUE(left(1));
  EXPECT_TRUE(left(2));
  EXPECT_TRUE(wait_for_text(peers[0], framed("news")));
  for (std::size_t peer : {1U, 2U}) EXPECT_TRUE(wait_for_text(peers[peer], framed("on show")));
}

TEST_F(FramedConnection, TheCallbackRunsWhileManyConnectOrLeave) {
  int moments = 0;
  between_messages = [&] { ++moments; };
  start();
  {
    PeerSocket peer = to_workers();
    ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
    EXPECT_GT(std::exchange(moments, 0), 0);
  }
  ASSERT_TRUE(wait([&] { return !why(0).empty(); }));
  EXPECT_GT(moments, 0);
}

// Two workers that were written to just before.
class DeferredFlush : public FramedConnection {
 protected:
  static constexpr auto kLong = 10min;

  void SetUp() override {
    options.limits.max_connections = 2;
    start();
    for (std::size_t i = 0; i < 2; ++i) {
      peers.push_back(std::make_unique<PeerSocket>(to_workers()));
      peers[i]->write(framed("hello"));
      ASSERT_TRUE(wait_for_text(*peers[i], framed("re:hello")));
    }
    // At the beginning of a spacing one of the two is flushed.
    play_frame(heard.ids, "begin", kLong);
    worker = server->queued_bytes(heard.ids[0]) > 0 ? heard.ids[0] : heard.ids[1];
    other = worker == heard.ids[0] ? heard.ids[1] : heard.ids[0];
    peer = std::move(peers[worker == heard.ids[0] ? 0 : 1]);
    ASSERT_GT(server->queued_bytes(worker), 0U);
    ASSERT_EQ(server->queued_bytes(other), 0U);
  }
  void play_frame(const std::vector<ConnectionId>& listeners, std::string_view news, std::chrono::nanoseconds spacing) {
    server->begin_frames();
    for (const ConnectionId id : listeners) server->send(id, news);
    server->flush_frames(spacing);
  }
  // The deferred updates leave with it.
  void write_to_worker() {
    play_frame({worker}, "begun", kLong);
    ASSERT_TRUE(wait_for_text(*peer, framed("begin") + framed("begun")));
  }

  std::vector<std::unique_ptr<PeerSocket>> peers;
  std::unique_ptr<PeerSocket> peer;
  ConnectionId worker{};
  ConnectionId other{};
};

TEST_F(DeferredFlush, AlternatesWithTheOtherWorker) {
  for (int frame = 0; frame < 6; ++frame) {
    play_frame(heard.ids, "news", kLong);
    EXPECT_EQ(server->queued_bytes(worker) > 0, frame % 2 == 1) << frame;
    EXPECT_EQ(server->queued_bytes(other) > 0, frame % 2 == 0) << frame;
  }
}

TEST_F(DeferredFlush, WaitsUntilAnotherMessageIsSent) {
  write_to_worker();
  play_frame({worker}, "one", kLong);
  play_frame({}, "", kLong);
  EXPECT_GT(server->queued_bytes(worker), 0U);
  play_frame({worker}, "two", kLong);
  EXPECT_EQ(server->queued_bytes(worker), 0U);
  EXPECT_TRUE(wait_for_text(*peer, framed("begun") + framed("one") + framed("two")));
}

TEST_F(DeferredFlush, WaitsUntilTheSpacingHasPassed) {
  write_to_worker();
  const auto put_off = std::chrono::steady_clock::now();
  play_frame({worker}, "one", kLong);
  ASSERT_TRUE(wait([&] {
    play_frame({}, "", 300ms);
    return server->queued_bytes(worker) == 0;
  }));
  EXPECT_GE(std::chrono::steady_clock::now() - put_off, 300ms);
}

TEST_F(DeferredFlush, IsFlushedWhenTheSpacingEnds) {
  write_to_worker();
  play_frame({worker}, "one", kLong);
  play_frame({}, "", 0ms);
  EXPECT_EQ(server->queued_bytes(worker), 0U);
}

TEST_F(DeferredFlush, IsSentAnswersAtOnce) {
  write_to_worker();
  server->send(worker, "answer");
  play_frame({worker}, "news", kLong);
  EXPECT_EQ(server->queued_bytes(worker), 0U);
}

TEST_F(DeferredFlush, IsSentDeferredUpdatesWithAnAnswer) {
  write_to_worker();
  play_frame({worker}, "one", kLong);
  EXPECT_GT(server->queued_bytes(worker), 0U);
  peer->write(framed("two"));
  EXPECT_TRUE(wait_for_text(*peer, framed("begun") + framed("one") + framed("re:two")));
  // The earlier deferral has no further effect.
  play_frame({worker}, "three", kLong);
  EXPECT_GT(server->queued_bytes(worker), 0U);
}

TEST_F(DeferredFlush, IsClosedAtOnce) {
  write_to_worker();
  play_frame({worker}, "one", kLong);
  server->close(worker, CloseReason::done);
  server->begin_frames();
  server->flush_frames(kLong);
  EXPECT_TRUE(wait_for_end(*peer));
  EXPECT_THAT(peer->read(), HasSubstr(framed("one")));
}

TEST_F(DeferredFlush, AClosedConnectionKeepsItsSlotForTheSpacingAtMost) {
  write_to_worker();
  play_frame({worker}, "one", kLong);
  peer->hang_up();
  ASSERT_TRUE(wait([&] { return server->counts().open_tcp == 1; }));
  play_frame({}, "", 0ms);
  PeerSocket third = to_workers();
  third.write(framed("hello"));
  EXPECT_TRUE(wait_for_text(third, framed("re:hello")));
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

TEST_F(FramedConnection, GarbageCloses) {
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
  EXPECT_EQ(why(0), "ended by the peer");
}

TEST_F(FramedConnection, APeerThatDisconnectsIsClosedOnce) {
  start();
  {
    PeerSocket peer = to_workers();
    ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  }
  EXPECT_TRUE(wait([&] { return why(0) == "ended by the peer"; }));
  send(heard.ids[0], "nobody");
  server->close(heard.ids[0], CloseReason::done);
  EXPECT_EQ(server->queued_bytes(heard.ids[0]), 0U);
  io.poll();
}

TEST_F(FramedConnection, TheQueueIsSentBeforeTheClose) {
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

TEST_F(FramedConnection, ASlowReaderIsClosedWhileOthersAreServed) {
  options.limits.workers.queue = {.soft_bytes = 100'000, .hard_bytes = 200'000, .kernel_buffer_bytes = 4096};
  start();
  PeerSocket slow = PeerSocket::slow_to_port(server->worker_port());
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  PeerSocket quick = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
  const std::string state(10'000, 's');
  std::size_t sent = 0;
  EXPECT_TRUE(wait([&] {
    send(heard.ids[0], state);
    send(heard.ids[1], state);
    sent += framed(state).size();
    quick.read();
    return why(0) == "reads too slowly";
  }));
  EXPECT_TRUE(wait([&] { return quick.read().size() == sent; }));
  EXPECT_EQ(server->counts().closed_too_slow, 1U);
  EXPECT_EQ(server->counts().open_tcp, 1U);
}

TEST_F(FramedConnection, AnOldQueuedMessageCloses) {
  options.limits.workers.queue.kernel_buffer_bytes = 4096;
  options.limits.workers.queue.max_age = 50ms;
  start();
  PeerSocket slow = PeerSocket::slow_to_path(options.worker_socket);
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  for (int i = 0; i < 20; ++i) send(heard.ids[0], std::string(10'000, 's'));
  EXPECT_TRUE(wait([&] { return why(0) == "reads too slowly"; }));
}

TEST_F(FramedConnection, TheSoftLimitMayBeExceededOnlyBriefly) {
  options.limits.workers.queue.kernel_buffer_bytes = 4096;
  options.limits.workers.queue.soft_bytes = 50'000;
  options.limits.workers.queue.max_over_soft = 50ms;
  start();
  PeerSocket slow = PeerSocket::slow_to_port(server->worker_port());
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  for (int i = 0; i < 20; ++i) send(heard.ids[0], std::string(10'000, 's'));
  EXPECT_TRUE(wait([&] { return why(0) == "reads too slowly"; }));
}

TEST_F(FramedConnection, AFloodOfMessagesCloses) {
  options.limits.workers.rate = {.per_second = 1, .burst = 5};
  start();
  PeerSocket peer = to_workers();
  for (int i = 0; i < 10; ++i) peer.write(framed("x"));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(heard.messages[heard.ids[0]].size(), 5U);
  EXPECT_EQ(server->counts().closed_rate, 1U);
}

TEST_F(FramedConnection, ARefusedPeerIsSentTheMessageOfTheReceiver) {
  options.limits.workers.rate = {.per_second = 1, .burst = 5};
  start();
  heard.on_refusal = [this](ConnectionId id, CloseReason reason) {
    send(id, reason == CloseReason::rate ? "too often" : "too much");
  };
  PeerSocket flooding = to_workers();
  for (int i = 0; i < 10; ++i) flooding.write(framed("x"));
  EXPECT_TRUE(wait_for_end(flooding));
  EXPECT_THAT(flooding.read(), testing::EndsWith(framed("too often")));
  PeerSocket long_winded = to_workers();
  long_winded.write(std::string("\xff\xff\xff\x7f", 4));
  EXPECT_TRUE(wait_for_end(long_winded));
  EXPECT_EQ(long_winded.read(), framed("too much"));
}

TEST_F(FramedConnection, ASilentWorkerIsClosed) {
  options.limits.handshake_timeout = 60ms;
  start();
  PeerSocket peer = to_workers();
  PeerSocket talker = to_workers();
  talker.write(framed("hello"));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(server->counts().closed_silent, 1U);
  EXPECT_EQ(server->counts().open_tcp, 1U) << "after a first message a worker may be silent";
}

TEST_F(FramedConnection, AnAddressHasAMaximumOfConnections) {
  options.limits.max_connections_per_address = 2;
  options.limits.max_connections = 3;
  start();
  PeerSocket first = to_workers();
  {
    PeerSocket second = to_workers();
    ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
    PeerSocket third = to_workers();
    EXPECT_TRUE(wait_for_end(third));
    PeerSocket web = to_web();
    EXPECT_TRUE(wait_for_end(web));
    EXPECT_EQ(server->counts().refused_address, 2U);
    PeerSocket local = PeerSocket::to_path(options.worker_socket);
    ASSERT_TRUE(wait([&] { return heard.ids.size() == 3; })) << "counts in total only";
    PeerSocket too_many = PeerSocket::to_path(options.worker_socket);
    EXPECT_TRUE(wait_for_end(too_many));
    EXPECT_EQ(server->counts().refused_full, 1U);
  }
  ASSERT_TRUE(wait([&] { return heard.ends.size() == 2; }));
  PeerSocket again = to_workers();
  EXPECT_TRUE(wait([&] { return heard.ids.size() == 4; })) << "slots are freed";
}

TEST_F(FramedConnection, TheReceiverMaySendAndCloseDuringACall) {
  start();
  PeerSocket one = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  PeerSocket two = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
  heard.on_message = [&](ConnectionId, std::string_view) { server->close_all(CloseReason::server_stops); };
  one.write(framed("a") + framed("b"));
  EXPECT_TRUE(wait_for_end(one));
  EXPECT_TRUE(wait_for_end(two));
  EXPECT_THAT(heard.messages[heard.ids[0]], ElementsAre("a"));
  EXPECT_EQ(server->counts().closed_server_stops, 2U);
}

TEST_F(FramedConnection, TheEventLoopEndsWhenAllIsClosed) {
  start();
  PeerSocket peer = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  server->stop_accepting();
  server->close_all(CloseReason::server_stops);
  peer.hang_up();
  io.restart();
  io.run_for(5s);
  EXPECT_TRUE(io.stopped());
  EXPECT_EQ(heard.ends.size(), 1U);
}

TEST_F(FramedConnection, TheServerMayEndWithOpenConnections) {
  start();
  PeerSocket peer = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  send(heard.ids[0], "unsent");
  server.reset();
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(heard.ends.empty()) << "no receiver is called any more";
}

TEST_F(FramedConnection, MissingDescriptorsOnlyPauseAccepting) {
  if (needs_descriptors_of_its_own) GTEST_SKIP() << "the sanitizer looks at memory through a pipe";
  start();
  PeerSocket peer = to_workers();
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &old), 0);
  const int next = dup(0);
  ::close(next);
  rlimit none = old;
  none.rlim_cur = static_cast<rlim_t>(next);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_TRUE(wait([&] { return server->counts().accept_pauses == 1; }));
  io.restart();
  EXPECT_LT(io.run_for(250ms), 20U) << "spins";
  EXPECT_EQ(server->counts().accept_pauses, 1U);
  setrlimit(RLIMIT_NOFILE, &old);
  EXPECT_TRUE(wait([&] { return heard.ids.size() == 1; }));
}

TEST_F(FramedConnection, ATakenPortIsReportedInOneSentence) {
  start();
  SocketOptions same;
  same.worker_port = server->worker_port();
  try {
    const SocketServer second(io, same);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(),
              "cannot listen on 127.0.0.1:" + std::to_string(*same.worker_port) + ": Address already in use");
  }
  same.bind_address = "nowhere";
  EXPECT_THROW(SocketServer(io, same), std::runtime_error);
}

}  // namespace
}  // namespace rensa::net
