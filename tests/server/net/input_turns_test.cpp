#include "server/net/input_turns.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "tests/server/net/fixture.h"
#include "tests/server/net/web_socket_peer.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;

std::string framed_often(std::string_view message, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += framed(message);
  return bytes;
}

// Two connections to a server on which a message takes some time: the first one to come sends many.
class InputTurnsTest : public NetTest {
 protected:
  void SetUp() override {
    heard.on_message = [this](ConnectionId id, std::string_view message) {
      if (message == "slow") std::this_thread::sleep_for(kMessageTime);
      order.push_back(id);
    };
  }
  // Runs the event loop in small steps: while turns wait, it always has something to do.
  bool step_until(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (!condition() && std::chrono::steady_clock::now() < end) {
      io.restart();
      io.run_one_for(2ms);
    }
    return condition();
  }
  // Returns how many messages of the first connection were handled before the first one of the second.
  std::ptrdiff_t handled_before_second() const {
    return std::find(order.begin(), order.end(), heard.ids.at(1)) - order.begin();
  }
  bool is_second_heard() const { return heard.ids.size() > 1 && heard.messages.contains(heard.ids[1]); }

  static constexpr auto kMessageTime = 100us;
  static constexpr int kMessages = 1000;  // a read has as many of them
  std::vector<ConnectionId> order;        // of the connections of the messages
};

TEST_F(InputTurnsTest, AConnectionThatSendsMuchLetsOthersIn) {
  start();
  PeerSocket much = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 1; }));
  PeerSocket little = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 2; }));
  much.write(framed_often("slow", kMessages));
  little.write(framed("quick"));
  ASSERT_TRUE(step_until([&] { return is_second_heard(); }));
  EXPECT_LT(handled_before_second(), kMessages / 2);
  EXPECT_TRUE(step_until([&] { return order.size() == kMessages + 1; })) << "and loses nothing";
}

TEST_F(InputTurnsTest, AConnectionThatSendsLittleGoesBeforeManyThatWait) {
  constexpr std::size_t kFlooding = 50;
  start();
  std::vector<PeerSocket> flooding;
  for (std::size_t i = 0; i < kFlooding; ++i) flooding.push_back(to_workers());
  PeerSocket little = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == kFlooding + 1; }));
  for (PeerSocket& peer : flooding) peer.write(framed_often("slow", kMessages));
  ASSERT_TRUE(step_until([&] { return order.size() > 1000; }));
  little.write(framed("quick"));
  const std::size_t before = order.size();
  const ConnectionId id = heard.ids.back();
  ASSERT_TRUE(step_until([&] { return std::find(order.begin(), order.end(), id) != order.end(); }));
  // In turn, each of the others would handle its messages of a millisecond before.
  EXPECT_LT(order.size() - before, kFlooding * 5);
  order.clear();
}

TEST_F(InputTurnsTest, WorkThatAMatchHasPaidForIsNotCharged) {
  heard.payment = Payment::by_match;
  start();
  PeerSocket player = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 1; }));
  player.write(framed_often("slow", 100));
  ASSERT_TRUE(step_until([&] { return order.size() == 100; }));
  heard.payment = Payment::by_connection;
  PeerSocket flooding = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 2; }));
  flooding.write(framed_often("slow", kMessages));
  ASSERT_TRUE(step_until([&] { return order.size() > 150; }));
  player.write(framed("quick"));
  ASSERT_TRUE(step_until([&] { return heard.messages[heard.ids[0]].size() == 101; }));
  EXPECT_LT(order.size(), 100 + kMessages / 2) << "the player's messages have cost it nothing";
}

TEST_F(InputTurnsTest, APeerThatSendsMoreThanItReadsIsNotReadMeanwhile) {
  heard.on_message = [this](ConnectionId id, std::string_view) { server->send(id, std::string(10'000, 'x')); };
  start();
  PeerSocket worker = PeerSocket::slow_to_port(server->worker_port());
  worker.write(framed_often("tell me", kMessages / 2));
  PeerSocket page = PeerSocket::slow_to_port(server->web_port());
  page.write(upgrade_request("/ws", kTextHeader));
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 2; }));
  for (int i = 0; i < kMessages / 2; ++i) page.write(web_frame(Opcode::text, "tell me"));
  const auto most_queued = [&] {
    return std::max(server->queued_bytes(heard.ids[0]), server->queued_bytes(heard.ids[1]));
  };
  std::size_t most = 0;
  for (int i = 0; i < 50; ++i) {
    io.run_one_for(2ms);
    most = std::max(most, most_queued());
  }
  EXPECT_GT(most, 20'000U);
  EXPECT_LT(most, 200'000U);
  const std::size_t all = 10'000U * kMessages / 2;
  EXPECT_TRUE(step_until([&] { return worker.read().size() >= all && page.read().size() >= all; }))
      << "once it reads, it is sent all answers";
}

TEST_F(InputTurnsTest, RequestsOfPagesTakeTurnsToo) {
  int requests = 0;
  handler = [&](const HttpRequest&, const HttpReply& reply) {
    ++requests;
    std::this_thread::sleep_for(1ms);
    reply({200, "text/plain", "ok", {}});
  };
  start();
  std::vector<PeerSocket> flooding;
  for (int i = 0; i < 20; ++i) {
    flooding.push_back(to_web());
    for (int request = 0; request < 10; ++request) flooding.back().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  PeerSocket player = to_workers();
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 1 && requests > 40; }));
  player.write(framed("quick"));
  const int before = requests;
  ASSERT_TRUE(step_until([&] { return order.size() == 1; }));
  EXPECT_LT(requests - before, 10);
}

TEST(InputTurns, CallsOfOneConnectionWaitForOneAnother) {
  boost::asio::io_context io{1};
  const auto turns = std::make_shared<InputTurns>(io);
  InputTurns::Member busy(turns, "one");
  InputTurns::Member waiting(turns, "two");
  std::vector<int> order;
  busy.take([] { std::this_thread::sleep_for(2ms); });
  for (int i = 0; i < 3; ++i) waiting.take([&order, i] { order.push_back(i); });
  EXPECT_TRUE(order.empty());
  io.run();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
  EXPECT_EQ(turns->waiting_count(), 0U);
}

TEST(InputTurns, OtherWorkIsDoneBetweenTurns) {
  boost::asio::io_context io{1};
  const auto turns = std::make_shared<InputTurns>(io);
  InputTurns::Member busy(turns, "one");
  InputTurns::Member waiting(turns, "two");
  int calls = 0;
  turns->between_turns = [&] { ++calls; };
  busy.take([&] {
    std::this_thread::sleep_for(2ms);
    EXPECT_EQ(calls, 0);
  });
  EXPECT_EQ(calls, 1) << "after a turn";
  waiting.take([] {});
  EXPECT_EQ(calls, 2) << "instead of a turn that waits";
  io.run();
  EXPECT_EQ(calls, 3);
}

// Many connections send more than there is time for, and a page has used more time than each of them: its next input
// waits until all of theirs has been handled.
class FloodedServer : public InputTurnsTest {
 protected:
  static constexpr std::size_t kFlooding = 50;
  static constexpr int kFew = 100;
  static constexpr std::size_t kAll = kFlooding * kFew;
  static constexpr std::chrono::milliseconds kLong = 40ms;  // four times as long as all messages of a connection

  void SetUp() override {
    heard.on_message = [this](ConnectionId id, std::string_view message) {
      std::this_thread::sleep_for(message == "slow" ? std::chrono::microseconds(kMessageTime) : kLong);
      order.push_back(id);
    };
  }
  void flood() {
    const std::size_t before = heard.ids.size();
    for (std::size_t i = 0; i < kFlooding; ++i) flooding_.push_back(to_workers());
    ASSERT_TRUE(step_until([&] { return heard.ids.size() == before + kFlooding; }));
    for (PeerSocket& peer : flooding_) peer.write(framed_often("slow", kFew));
    ASSERT_TRUE(step_until([&] { return server->longest_input_wait() > 0ns; }));
  }
  bool is_idle_at_last() {
    for (int i = 0; i < 10'000; ++i) {
      io.restart();
      if (io.poll_one() == 0) return true;
    }
    return false;
  }

 private:
  std::vector<PeerSocket> flooding_;
};

TEST_F(FloodedServer, AConnectionThatIsClosedWhileItsInputWaitsEnds) {
  start();
  PeerSocket page = to_web();
  page.write(upgrade_request("/ws", kTextHeader));
  ASSERT_TRUE(step_until([&] { return heard.ids.size() == 1; }));
  const ConnectionId id = heard.ids[0];
  flood();
  page.write(web_frame(Opcode::text, "long") + web_frame(Opcode::text, "long"));  // the second one is read and waits
  ASSERT_TRUE(step_until([&] { return heard.messages.contains(id); }));
  for (int i = 0; i < 3; ++i) io.run_one_for(2ms);
  server->close(id, CloseReason::done);
  for (int i = 0; i < 20; ++i) {
    page.write(web_frame(Opcode::ping, "?"));
    io.run_one_for(2ms);
  }
  page.write(web_frame(Opcode::close, ""));
  EXPECT_TRUE(step_until([&] { return !why(0).empty(); }));
  EXPECT_EQ(heard.messages[id].size(), 1U) << "a connection that is closed is not heard";
  EXPECT_TRUE(step_until([&] { return order.size() == kAll + 1; }));
  EXPECT_TRUE(is_idle_at_last()) << "no turn waits";
}

TEST_F(FloodedServer, ARequestThatWaitsForItsTurnIsNotClosedAsTooSlow) {
  constexpr std::string_view kRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  options.limits.http_keep_alive_timeout = kLong;
  std::optional<PeerSocket> page;
  int requests = 0;
  handler = [&](const HttpRequest&, const HttpReply& reply) {
    if (++requests == 1) {
      page->write(kRequest);  // before the answer, so that it has come in time on any machine
      std::this_thread::sleep_for(kLong);
    }
    reply({200, "text/plain", "answer " + std::to_string(requests), {}});
  };
  start();
  page.emplace(to_web());
  flood();
  page->write(kRequest);
  EXPECT_TRUE(step_until([&] { return page->read().find("answer 2") != std::string::npos || page->has_ended(); }));
  EXPECT_FALSE(page->has_ended());
}

// A server that is late does not blame its connections.
class LateServer : public NetTest {
 protected:
  // The server does nothing for a while when it hears this.
  static constexpr auto kLate = 400ms;
  LateServer() {
    heard.on_message = [](ConnectionId, std::string_view message) {
      if (message == "be late") std::this_thread::sleep_for(kLate);
    };
    for (QueueLimits* queue : {&options.limits.people.queue, &options.limits.workers.queue}) {
      queue->max_age = queue->max_over_soft = kLate / 4;
    }
  }
};

TEST_F(LateServer, APeerThatReadsIsNotClosedAsTooSlow) {
  start();
  PeerSocket worker = to_workers();
  PeerSocket page = to_web();
  page.write(upgrade_request("/ws", kBinaryHeader));
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2; }));
  heard.on_message = [this, late = heard.on_message](ConnectionId id, std::string_view message) {
    for (const ConnectionId each : heard.ids) server->send(each, std::string(2000, 'x'));
    late(id, message);
    for (const ConnectionId each : heard.ids) server->send(each, "end");
  };
  for (int i = 0; i < 3; ++i) {
    worker.write(framed("be late"));
    ASSERT_TRUE(wait([&] { return heard.messages.begin()->second.size() == static_cast<std::size_t>(i) + 1; }));
  }
  ASSERT_TRUE(wait_for_text(worker, framed("end")));
  ASSERT_TRUE(wait_for_text(page, "end"));
  EXPECT_EQ(server->counts().closed_too_slow, 0U);
}

TEST_F(LateServer, AQueueThatGrowsWhileTheServerIsLateMayBeLarger) {
  // Only the size counts here: on a busy machine the page itself reads for longer than the server is late.
  options.limits.people.queue.max_age = options.limits.people.queue.max_over_soft = 1h;
  start();
  PeerSocket page = to_web();
  page.write(upgrade_request("/ws", kBinaryHeader));
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  const std::size_t limit = options.limits.people.queue.hard_bytes;
  for (std::size_t sent = 0; sent < 2 * limit; sent += 1000) server->send(heard.ids[0], std::string(1000, 'x'));
  server->send(heard.ids[0], "the last one");
  EXPECT_TRUE(wait_for_text(page, "the last one"));
  EXPECT_EQ(server->counts().closed_too_slow, 0U);
}

TEST_F(LateServer, AFirstMessageThatHasComeIsNotMissed) {
  options.limits.handshake_timeout = kLate / 2;
  start();
  PeerSocket one = to_workers();
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 1; }));
  PeerSocket two = to_workers();
  one.write(framed("be late"));
  two.write(framed("hello"));
  ASSERT_TRUE(wait([&] { return heard.ids.size() == 2 && heard.messages[heard.ids[1]].size() == 1; }));
  EXPECT_EQ(server->counts().closed_silent, 0U);
}

}  // namespace
}  // namespace rensa::net
