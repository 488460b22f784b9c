#include <gmock/gmock.h>
#include <sys/socket.h>

#include "tests/server/net/fixture.h"
#include "tests/server/net/no_more_descriptors.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// Tests of connections that are closed or refused by limits, and of the end of a server.

// A source with few numbers.
class FewIds final : public base::IdSource {
 public:
  explicit FewIds(std::vector<std::uint64_t> ids) : ids_(std::move(ids)) {}
  bool is_empty() const override { return ids_.empty(); }
  std::uint64_t take() override {
    const std::uint64_t id = ids_.back();
    ids_.pop_back();
    return id;
  }

 private:
  std::vector<std::uint64_t> ids_;
};

TEST_F(FramedConnection, ASlowReaderIsClosedWhileOthersAreServed) {
  QueueLimits& queue = options.limits.workers.queue;
  queue.soft_bytes = 100'000;
  queue.hard_bytes = 200'000;
  queue.kernel_buffer_bytes = 4096;
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

TEST_F(FramedConnection, HasANumberOfTheSourceAndIsRefusedWithoutOne) {
  start();
  FewIds ids({9, 7});
  server->number_connections_by(ids);
  const PeerSocket first = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  const PeerSocket second = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
  EXPECT_THAT(heard.ids, ElementsAre(ConnectionId{7}, ConnectionId{9}));
  PeerSocket third = to_workers();
  EXPECT_TRUE(wait_for_end(third));
  EXPECT_EQ(heard.ids.size(), 2U);
  EXPECT_EQ(server->counts().refused_full, 1U);
}

TEST_F(FramedConnection, AnOldQueuedMessageClosesTheConnection) {
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

TEST_F(FramedConnection, AFloodOfMessagesClosesTheConnection) {
  options.limits.workers.rate = {.per_second = 0.001, .burst = 5};
  start();
  PeerSocket peer = to_workers();
  for (int i = 0; i < 10; ++i) peer.write(framed("x"));
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_EQ(heard.messages[heard.ids[0]].size(), 5U);
  EXPECT_EQ(server->counts().closed_rate, 1U);
}

TEST_F(FramedConnection, ARefusedPeerIsSentTheMessageOfTheReceiver) {
  options.limits.workers.rate = {.per_second = 0.001, .burst = 5};
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
  EXPECT_TRUE(succeeds_with_some_timeout([this](std::chrono::milliseconds timeout) {
    options.limits.handshake_timeout = timeout;
    start();
    PeerSocket peer = to_workers();
    PeerSocket talker = to_workers();
    talker.write(framed("hello"));
    EXPECT_TRUE(wait_for_end(peer));
    // After a first message a worker may be silent.
    return server->counts().closed_silent == 1 && server->counts().open_tcp == 1;
  }));
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
  io.run_for(rensa::test::kTimeLimit);
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
  if (kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer looks at memory through a pipe";
  start();
  PeerSocket peer = to_workers();
  {
    const NoMoreDescriptors none;
    EXPECT_TRUE(wait([&] { return server->counts().accept_pauses == 1; }));
    io.restart();
    EXPECT_LT(io.run_for(250ms), 20U) << "spins";
    EXPECT_EQ(server->counts().accept_pauses, 1U);
  }
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
    EXPECT_EQ(error.what(), "worker_port: cannot listen on 127.0.0.1:" + std::to_string(*same.worker_port) +
                                ": another program has this port, perhaps an earlier run of this one: stop it, or "
                                "choose another port with --worker-port");
  }
  same.bind_address = "nowhere";
  EXPECT_THROW(SocketServer(io, same), std::runtime_error);
}

}  // namespace
}  // namespace rensa::net
