#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/worker/address.h"
#include "proto/framing.h"

namespace rensa::worker {

// A stream of framed messages to a server, over TCP or a Unix socket. It never blocks once it is connected: its owner
// polls the descriptor. Both directions are bounded. For one thread.
class Connection {
 public:
  explicit Connection(int descriptor);  // takes it over; it is connected and does not block
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const { return descriptor_; }

  // Queues; a queue that grows beyond its bound ends the connection: the server does not read.
  void send(std::string_view message);
  bool has_unsent() const { return sent_ < unsent_.size(); }
  // Hands over to the kernel as much as it takes.
  void flush();

  // Reads the bytes that have arrived, up to a bound.
  void receive();
  // The next whole message of that, valid until the next call of any of these.
  std::optional<std::string_view> next();

  // Says why the connection is lost; empty while it is open. Messages that arrived before can still be read.
  const std::string& why_lost() const { return why_lost_; }
  // True if the received bytes are not framed messages: the peer is not a Rensa server.
  bool is_garbled() const { return reader_.is_broken(); }

 private:
  void lose(std::string why);

  int descriptor_;
  proto::MessageSplitter reader_;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string why_lost_;
};

struct Connected {
  std::unique_ptr<Connection> connection;  // null: it could not be made, `why` says the reason
  std::string why;
};

// Blocks for as long as `patience`, and for as long as it takes to look up a host's name.
Connected connect_to(const Address& address, std::chrono::milliseconds patience);

}  // namespace rensa::worker
