#include <algorithm>
#include <gmock/gmock.h>
#include <memory>

#include "tests/server/net/fixture.h"

namespace rensa::net {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string request(std::string_view first_line, std::string_view rest = "\r\n") {
  return std::string(first_line).append(" HTTP/1.1\r\nHost: localhost\r\n").append(rest);
}

// An answer whose body goes on.
class HttpStreams : public NetTest {
 protected:
  HttpStreams() {
    handler = [this](const HttpRequest& asked, const HttpReply& reply) {
      requests.push_back(asked);
      reply({.status = 200,
             .content_type = "text/event-stream",
             .body = "begin;",
             .file_name = "",
             .stream = [this](const std::weak_ptr<HttpStream>& begun) { streams.push_back(begun); }});
    };
  }
  void send(const std::string& part) {
    const auto shared = std::make_shared<const std::string>(part);
    for (const auto& stream : streams) {
      if (const auto open = stream.lock()) open->send(shared);
    }
  }

  std::vector<HttpRequest> requests;
  std::vector<std::weak_ptr<HttpStream>> streams;
};

TEST_F(HttpStreams, PartsFollowTheHeadOneAfterAnother) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /", "Accept: text/event-stream\r\nLast-Event-ID: 7\r\n\r\n"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  for (const char* part : {"one;", "two;", "", "three;"}) send(part);
  EXPECT_TRUE(wait_for_text(peer, "begin;one;two;three;"));
  EXPECT_THAT(peer.read(), HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(peer.read(), Not(HasSubstr("Content-Length")));
  EXPECT_EQ(requests.at(0).accept, "text/event-stream");
  EXPECT_EQ(requests.at(0).last_event_id, "7");
}

TEST_F(HttpStreams, AStreamGoesOnAfterARequestForTheLastAnswer) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /", "Connection: close\r\n\r\n"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  send("one;");
  EXPECT_TRUE(wait_for_text(peer, "begin;one;"));
  EXPECT_TRUE(streams[0].lock()->is_open());
}

TEST_F(HttpStreams, HeadHasNoStream) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("HEAD /") + request("GET /"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  EXPECT_EQ(requests.size(), 2U);
}

TEST_F(HttpStreams, AStreamEndsWhenThePeerGoesOrSaysMore) {
  start();
  for (const bool hangs_up : {true, false}) {
    PeerSocket peer = to_web();
    peer.write(request("GET /"));
    ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
    hangs_up ? peer.hang_up() : peer.write("x");
    EXPECT_TRUE(wait([&] { return streams[0].expired(); }));
    streams.clear();
  }
  EXPECT_EQ(server->counts().open_http, 0U);
}

TEST_F(HttpStreams, TheServerSendsAllPartsBeforeItStops) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  send("last;");
  server->close_all(CloseReason::server_stops);
  EXPECT_FALSE(streams[0].lock()->is_open());
  send("too late;");
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(peer.read().ends_with("begin;last;")) << peer.read();
}

TEST_F(HttpStreams, AServerThatStopsEndsAStreamThatIsSilent) {
  start();
  PeerSocket peer = to_web();
  peer.write(request("GET /"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  server->close_all(CloseReason::server_stops);
  EXPECT_TRUE(wait_for_end(peer));
}

// The parts that wait are bounded, whatever the handler sends.
TEST_F(HttpStreams, AReaderThatReadsNothingIsClosedBeforeMuchWaits) {
  options.limits.http_stream_bytes = 100'000;
  start();
  PeerSocket peer = PeerSocket::slow_to_port(server->web_port());
  peer.write(request("GET /"));
  ASSERT_TRUE(wait([&] { return streams.size() == 1; }));
  const std::string part(10'000, 'x');
  std::size_t most = 0;
  for (int i = 0; i < 10'000 && !streams[0].expired(); ++i) {
    send(part);
    if (const auto stream = streams[0].lock()) most = std::max(most, stream->queued_bytes());
    io.poll();
  }
  EXPECT_TRUE(streams[0].expired());
  EXPECT_LE(most, options.limits.http_stream_bytes);
  EXPECT_EQ(server->counts().closed_too_slow, 1U);
}

TEST_F(HttpStreams, AReaderThatReadsNothingIsClosedInTime) {
  EXPECT_TRUE(succeeds_with_some_timeout([&](std::chrono::milliseconds timeout) {
    options.limits.http_write_timeout = timeout;
    streams.clear();
    start();
    PeerSocket peer = PeerSocket::slow_to_port(server->web_port());
    peer.write(request("GET /"));
    if (!wait([&] { return streams.size() == 1; })) return false;
    for (int i = 0; i < 10'000; ++i) {
      const auto stream = streams[0].lock();
      if (!stream || stream->queued_bytes() > 50'000) break;
      send(std::string(10'000, 'x'));
      io.poll();
    }
    return wait([&] { return streams[0].expired(); }) && server->counts().closed_too_slow == 1;
  }));
}

}  // namespace
}  // namespace rensa::net
