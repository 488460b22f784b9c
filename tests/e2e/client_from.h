#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/server/net/peer_socket.h"
#include "tests/server/net/tls_peer.h"

namespace rensa::e2e {

// A port of a server or of a proxy.
struct Endpoint {
  std::string address;
  std::uint16_t port = 0;
  bool is_tls = false;
};

class TemporaryFolder;

// Returns true if the server with this folder logs that a player of this name has entered from this address.
bool has_entered_from(const TemporaryFolder& scratch, const std::string& name, const std::string& address);

// A client that connects from an address of its own, such as 127.0.0.2. Its calls wait for the other end.
class ClientFrom {
 public:
  ClientFrom(const std::string& address, const Endpoint& to);

  void write(std::string_view bytes);
  // Returns true if the text comes before the connection ends; forgets the bytes up to its end.
  bool receives(std::string_view text);
  // Returns true if the other end closes the connection.
  bool is_closed();

  // A first message, by which the server knows the name, as a worker or a page sends it.
  void say_hello(const std::string& name);
  void say_hello_by_web_socket(const std::string& name);
  // Sends a request for a WebSocket; `headers` are whole lines, each with its end. Returns true if it is granted.
  bool becomes_web_socket(std::string_view headers);

 private:
  bool has_ended() const { return tls_ ? tls_->has_ended() : plain_->has_ended(); }
  const std::string& read();

  std::optional<net::PeerSocket> plain_;
  std::unique_ptr<net::TlsPeer> tls_;
  std::size_t seen_ = 0;  // of read()
};

}  // namespace rensa::e2e
