#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rules/parsed.h"
#include "proto/framing.h"

namespace rensa::session {

// Where a server is: "HOST:PORT", "[::1]:PORT" or "unix:PATH".
struct Address {
  std::string host;
  std::string port;
  std::string path;  // of a Unix socket; then there is no host
  friend bool operator==(const Address&, const Address&) = default;
};

rules::Parsed<Address> address_of(std::string_view text);
std::string text_of(const Address& address);
// True for a Unix socket or a loopback address: this process then takes CPU time from the server.
bool is_on_this_host(const Address& address);

// An open file, socket or pipe, closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;  // none
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& from) noexcept : number_(std::exchange(from.number_, -1)) {}
  Descriptor& operator=(Descriptor&& from) noexcept {
    std::swap(number_, from.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }  // -1: none
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

struct ConnectResult {
  Descriptor socket;  // does not block
  std::string why;    // the reason why there is no socket
};

// Blocks for at most `patience` for each address of the host, and for as long as it takes to look up the host's name.
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
  // Hands over to the kernel as much as it takes.
  void flush();

  // Reads the bytes that have arrived, up to a bound.
  void receive();
  // The next whole message, valid until the next call of receive() or next().
  std::optional<std::string_view> next() { return splitter_.next(); }
  // True after the peer has announced a message beyond the limit. Nothing that follows can be read.
  bool is_garbled() const { return splitter_.is_broken(); }

  // Says why the stream is lost; empty while it is open. Messages that arrived before can still be read.
  const std::string& why_lost() const { return why_lost_; }

 private:
  void lose(std::string_view why);
  void lose(int error);

  Descriptor input_;
  Descriptor output_;  // none: the input is a socket that takes the output, too
  Peer peer_;
  proto::MessageSplitter splitter_;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string why_lost_;
};

}  // namespace rensa::session
