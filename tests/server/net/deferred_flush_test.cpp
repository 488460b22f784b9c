#include <gmock/gmock.h>

#include "tests/server/net/fixture.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Tests of the time at which queued messages are written, and of the callback between messages.

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

}  // namespace
}  // namespace rensa::net
