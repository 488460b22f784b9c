#pragma once

#include <array>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "server/net/any_handler.h"
#include "server/net/input_turns.h"

namespace rensa::net {

// The executor of all sockets, as a concrete type: a type-erased executor costs time in every operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using UnixSocket = boost::asio::basic_stream_socket<boost::asio::local::stream_protocol, Executor>;

// Returns true if the kernel takes bytes for the peer now: it has read enough of the earlier ones.
bool can_take_bytes(int socket);

// Sets the options of a socket. Errors are ignored: a socket that refuses an option still works.
void prepare(TcpSocket& socket, int kernel_buffer_bytes, std::chrono::milliseconds idle_timeout);
void prepare(UnixSocket& socket, int kernel_buffer_bytes);

// The first buffers of any buffer sequence. A read or write of some bytes needs no more of them.
template <class Buffer>
class BufferList {
 public:
  using value_type = Buffer;
  using const_iterator = const Buffer*;

  template <class Buffers>
  explicit BufferList(const Buffers& buffers) {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto next = boost::asio::buffer_sequence_begin(buffers); next != end && count_ < buffers_.size(); ++next) {
      const Buffer buffer(*next);
      if (buffer.size() > 0) buffers_[count_++] = buffer;
    }
  }
  const Buffer* begin() const { return buffers_.data(); }
  const Buffer* end() const { return buffers_.data() + count_; }

 private:
  std::array<Buffer, 8> buffers_;
  std::size_t count_ = 0;
};

// A socket that handles what it reads in turns. TLS decrypts within such a turn, and makes its handshakes in them.
template <class Socket>
class SocketInTurns {
 public:
  using executor_type = Executor;
  using lowest_layer_type = typename Socket::lowest_layer_type;

  explicit SocketInTurns(Socket socket) : socket_(std::move(socket)) {}
  // From now on, the bytes of each read are handled in a turn of this member, which outlives all reads.
  void set_turns(InputTurns::Member* turns) { turns_ = turns; }
  // The next reads return these bytes, which were read from the socket itself before.
  void put_back(std::string bytes) { put_back_ = std::move(bytes); }
  executor_type get_executor() { return socket_.get_executor(); }
  Socket& next_layer() { return socket_; }
  lowest_layer_type& lowest_layer() { return socket_.lowest_layer(); }

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (!put_back_.empty()) return read_put_back_bytes(buffers, AnyHandler(in_turn(std::forward<Handler>(handler))));
    socket_.async_read_some(buffers, in_turn(std::forward<Handler>(handler)));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    socket_.async_write_some(buffers, std::forward<Handler>(handler));
  }

 private:
  // Returns a handler that calls this one in a turn.
  template <class Handler>
  auto in_turn(Handler&& handler) {
    return [turns = turns_, handler = std::forward<Handler>(handler)](const Error& error, std::size_t bytes) mutable {
      if (turns == nullptr) return handler(error, bytes);
      turns->count_read(bytes);
      turns->take([handler = std::move(handler), error, bytes]() mutable { handler(error, bytes); });
    };
  }

  template <class Buffers>
  void read_put_back_bytes(const Buffers& buffers, AnyHandler handler) {
    const std::size_t bytes = boost::asio::buffer_copy(buffers, boost::asio::buffer(put_back_));
    put_back_.erase(0, bytes);
    boost::asio::post(get_executor(), [handler = std::move(handler), bytes]() mutable { handler(Error(), bytes); });
  }

  Socket socket_;
  InputTurns::Member* turns_ = nullptr;  // null: each read is handled at once
  std::string put_back_;
};
using TcpInTurns = SocketInTurns<TcpSocket>;
using UnixStream = SocketInTurns<UnixSocket>;

// A stream of bytes over TCP or over TLS. As one type for both, it halves the templates that are compiled for it. Plain
// TCP costs one branch more for each operation.
class TcpOrTlsStream {
 public:
  using executor_type = Executor;
  using next_layer_type = TcpSocket;

  explicit TcpOrTlsStream(TcpSocket socket);
  // The context may be destroyed before the stream.
  TcpOrTlsStream(TcpSocket socket, boost::asio::ssl::context& tls);
  TcpOrTlsStream(TcpOrTlsStream&&) noexcept;
  TcpOrTlsStream& operator=(TcpOrTlsStream&&) = delete;
  ~TcpOrTlsStream();

  bool is_tls() const { return tls_ != nullptr; }
  // See SocketInTurns. Bytes that are put back are those below TLS.
  void set_turns(InputTurns::Member* turns) { (tls_ ? tcp_of_tls() : tcp_).set_turns(turns); }
  void put_back(std::string bytes) { (tls_ ? tcp_of_tls() : tcp_).put_back(std::move(bytes)); }
  executor_type get_executor() { return tcp_.get_executor(); }
  TcpSocket& next_layer() { return (tls_ ? tcp_of_tls() : tcp_).next_layer(); }

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    const BufferList<boost::asio::mutable_buffer> list(buffers);
    if (tls_) return read_tls(list, AnyHandler(std::forward<Handler>(handler)));
    tcp_.async_read_some(list, std::forward<Handler>(handler));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    const BufferList<boost::asio::const_buffer> list(buffers);
    if (tls_) return write_tls(list, AnyHandler(std::forward<Handler>(handler)));
    tcp_.async_write_some(list, std::forward<Handler>(handler));
  }
  // Precondition of both: the stream is over TLS.
  void async_handshake(AnyHandler handler);
  void async_shutdown(AnyHandler handler);

 private:
  struct Tls;

  TcpInTurns& tcp_of_tls();
  void read_tls(const BufferList<boost::asio::mutable_buffer>& buffers, AnyHandler handler);
  void write_tls(const BufferList<boost::asio::const_buffer>& buffers, AnyHandler handler);

  TcpInTurns tcp_;            // empty for TLS
  std::unique_ptr<Tls> tls_;  // null for plain TCP
};

}  // namespace rensa::net
