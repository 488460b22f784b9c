#include "tests/server/net/fixture.h"

#include <filesystem>
#include <unistd.h>

#include "proto/framing.h"
#include "tests/tools/time_limit.h"

namespace rensa::net {

using namespace std::chrono_literals;

void RecordingReceiver::opened(ConnectionId connection, const Peer& peer) {
  EXPECT_FALSE(is_open_.contains(connection)) << "an id was used twice";
  is_open_[connection] = true;
  ids.push_back(connection);
  peers[connection] = peer;
}

Payment RecordingReceiver::received(ConnectionId connection, std::string_view message) {
  EXPECT_TRUE(is_open_[connection]) << "a message after closed()";
  messages[connection].emplace_back(message);
  on_message(connection, message);
  return payment;
}

void RecordingReceiver::closed(ConnectionId connection, std::string_view why) {
  EXPECT_TRUE(is_open_[connection]) << "closed twice, or never opened";
  is_open_[connection] = false;
  ends[connection] = why;
}

NetTest::NetTest() {
  options.worker_port = 0;
  options.web_port = 0;
  options.worker_socket =
      (std::filesystem::temp_directory_path() / ("rensa-net-" + std::to_string(getpid()) + ".sock")).string();
  Limits& limits = options.limits;
  for (QueueLimits* queue : {&limits.people.queue, &limits.workers.queue}) {
    queue->max_over_soft = queue->max_age = rensa::test::kTimeLimit;
  }
  limits.handshake_timeout = limits.idle_timeout = rensa::test::kTimeLimit;
  limits.http_read_timeout = limits.http_keep_alive_timeout = limits.http_write_timeout = rensa::test::kTimeLimit;
  limits.close_grace = 100ms;
}

NetTest::~NetTest() {
  server.reset();
  io.poll();  // cancelled operations must not call the receiver
}

void NetTest::start() {
  server = std::make_unique<SocketServer>(io, options);
  server->allow_large_bodies(large_bodies);
  server->start(heard, handler, [this] {
    if (between_messages) between_messages();
    return 0ns;
  });
}

bool NetTest::wait(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    io.restart();
    io.run_one_for(2ms);
    io.poll();
  }
  return true;
}

bool NetTest::succeeds_with_some_timeout(const std::function<bool(std::chrono::milliseconds)>& attempt) {
  for (std::chrono::milliseconds timeout = 60ms; timeout < rensa::test::kTimeLimit; timeout *= 10) {
    if (attempt(timeout)) return true;
    server.reset();
    io.poll();
    heard.forget_connections();
  }
  return false;
}

bool NetTest::wait_for_end(PeerSocket& peer) {
  return wait([&] {
    peer.read();
    return peer.has_ended();
  });
}

bool NetTest::wait_for_text(PeerSocket& peer, std::string_view text) {
  return wait([&] { return peer.read().find(text) != std::string::npos; });
}

void NetTest::send(ConnectionId id, std::string_view message) { server->send(id, message); }

void NetTest::answer_every_message() {
  heard.on_message = [this](ConnectionId id, std::string_view message) { send(id, "re:" + std::string(message)); };
}

std::string NetTest::why(std::size_t connection) const {
  if (connection >= heard.ids.size()) return {};
  const auto found = heard.ends.find(heard.ids[connection]);
  return found == heard.ends.end() ? std::string() : found->second;
}

std::string framed(std::string_view message) {
  std::string bytes;
  proto::append_framed_message(bytes, message);
  return bytes;
}

}  // namespace rensa::net
