#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/net/socket_server.h"
#include "tests/server/net/peer_socket.h"

namespace rensa::net {

// Records all calls; a test may set functions that answer.
class RecordingReceiver final : public Receiver {
 public:
  void opened(ConnectionId connection, const Peer& peer) override;
  Payment received(ConnectionId connection, std::string_view message) override;
  void refused(ConnectionId connection, CloseReason reason) override { on_refusal(connection, reason); }
  void closed(ConnectionId connection, std::string_view why) override;

  // Another server may use the same ids again.
  void forget_connections() {
    ids.clear();
    peers.clear();
    messages.clear();
    ends.clear();
    is_open_.clear();
  }

  std::vector<ConnectionId> ids;  // in the order in which they were opened
  std::map<ConnectionId, Peer> peers;
  std::map<ConnectionId, std::vector<std::string>> messages;
  std::map<ConnectionId, std::string> ends;
  std::function<void(ConnectionId, std::string_view)> on_message = [](ConnectionId, std::string_view) {};
  Payment payment = Payment::by_connection;
  std::function<void(ConnectionId, CloseReason)> on_refusal = [](ConnectionId, CloseReason) {};

 private:
  std::map<ConnectionId, bool> is_open_;
};

// A server on free ports. It closes connections soon, and all its other time-outs are so long that they do not end on a
// busy machine; a test of a time-out sets a short one. The event loop runs only while a test waits.
class NetTest : public testing::Test {
 protected:
  NetTest();
  ~NetTest() override;

  // Starts the server with the current `options`.
  void start();
  // Runs the event loop until the condition holds; returns false if it does not in time.
  bool wait(const std::function<bool()>& condition);
  // Calls the attempt with longer and longer time-outs until it succeeds, since a busy machine may miss a short one.
  bool succeeds_with_some_timeout(const std::function<bool(std::chrono::milliseconds)>& attempt);
  bool wait_for_end(PeerSocket& peer);
  bool wait_for_text(PeerSocket& peer, std::string_view text);

  PeerSocket to_workers() { return PeerSocket::to_port(server->worker_port()); }
  PeerSocket to_web() { return PeerSocket::to_port(server->web_port()); }
  void send(ConnectionId id, std::string_view message);
  void answer_every_message();                    // with "re:" and the message
  std::string why(std::size_t connection) const;  // how the connection with this index ended; empty: it is open

  boost::asio::io_context io{1};
  SocketOptions options;
  RecordingReceiver heard;
  HttpHandler handler;
  LargeBodies large_bodies;
  std::function<void()> between_messages;
  std::unique_ptr<SocketServer> server;
};

// Connections of workers to a server that answers every message.
class FramedConnection : public NetTest {
 protected:
  FramedConnection() { answer_every_message(); }
};

std::string framed(std::string_view message);

}  // namespace rensa::net
