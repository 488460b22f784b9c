#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rules/parsed.h"
#include "proto/framing.h"
#include "server/base/descriptor.h"

namespace rensa::session {

// The address of a server: "HOST:PORT", "[::1]:PORT" or "unix:PATH".
struct Address {
  std::string host;
  std::string port;
  std::string path;  // of a Unix socket; then there is no host
  friend bool operator==(const Address&, const Address&) = default;
};

rules::Parsed<Address> address_of(std::string_view text);
std::string text_of(const Address& address);
// Returns true for a Unix socket or a loopback address. This process then takes CPU time from the server.
bool is_on_this_host(const Address& address);

using base::Descriptor;

struct ConnectResult {
  Descriptor socket;  // does not block
  std::string why;    // the reason why there is no socket
};

// Connects to a server. Blocks while the host's name is looked up, and then at most `patience` for each of its
// addresses.
ConnectResult connect_to(const Address& address, std::chrono::milliseconds patience);

// A stream of framed messages from and to a peer, over one socket or two pipes. It never blocks: its owner polls the
// descriptors. Both directions are bounded. SIGPIPE must be ignored if it uses pipes. Used by one thread.
class MessageStream {
 public:
  // The limit of the peer's messages, and the sentences for a lost stream.
  struct Peer {
    std::size_t max_message_bytes;
    std::string_view why_closed;
    std::string_view why_not_reading;
  };
  MessageStream(Descriptor socket, const Peer& peer) : MessageStream(std::move(socket), {}, peer) {}
  MessageStream(Descriptor input, Descriptor output, const Peer& peer);

  int input() const { return input_.number(); }
  int output() const { return output_.is_open() ? output_.number() : input_.number(); }

  // Queues the message. The stream is lost if the peer does not read and the queue grows beyond its bound.
  void send(std::string_view message);
  bool has_unsent() const { return sent_ < unsent_.size(); }
  // Passes as many of the unsent bytes to the kernel as it takes now.
  void flush();

  // Tells the peer that no message follows. Unsent bytes are lost, and nothing may be sent after it.
  void end_output();

  // Reads the bytes that have arrived, up to a bound.
  void receive();
  // Returns how many bytes were passed to the kernel and read so far. The number grows while the peer reads or writes.
  std::uint64_t moved_bytes() const { return moved_bytes_; }
  // The next whole message, valid until the next call of receive() or next().
  std::optional<std::string_view> next() { return splitter_.next(); }
  // Returns true after the peer has announced a message that is longer than the limit. Nothing after it can be read.
  bool is_garbled() const { return splitter_.is_broken(); }
  // Returns true if what cannot be read is the head of an HTTP response.
  bool is_http() const { return is_garbled() && splitter_.unread().starts_with("HTTP/"); }

  // Returns the reason why the stream is lost; empty while it is open. Messages that arrived before can still be read.
  const std::string& why_lost() const { return why_lost_; }

 private:
  void mark_lost(std::string_view why);
  void mark_lost(int error);

  Descriptor input_;
  Descriptor output_;  // none: the input is a socket that takes the output, too
  Peer peer_;
  proto::MessageSplitter splitter_;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::uint64_t moved_bytes_ = 0;
  std::string why_lost_;
};

}  // namespace rensa::session
