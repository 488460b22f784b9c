#pragma once

#include <array>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace rensa::net {

// The executor of all sockets, as a concrete type: a type-erased executor costs time in every operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using UnixSocket = boost::asio::basic_stream_socket<boost::asio::local::stream_protocol, Executor>;
using Error = boost::system::error_code;

// Returns "127.0.0.1" or "[2001:db8::1]"; an IPv4 address that is mapped to IPv6 is shown as IPv4.
std::string shown_address(const boost::asio::ip::address& address);
// Returns the part of an address that shares limits: of IPv6 the first 64 bits, which belong to one subscriber.
std::string address_for_limits(const boost::asio::ip::address& address);

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

// A completion handler of any type. It allocates memory, so plain TCP does not use it for reads and writes.
class AnyHandler {
 public:
  template <class Handler>
  explicit AnyHandler(Handler handler) : call_(std::make_unique<CallOf<Handler>>(std::move(handler))) {}
  void operator()(const Error& error, std::size_t bytes = 0) { std::exchange(call_, nullptr)->run(error, bytes); }

 private:
  struct Call {
    virtual ~Call() = default;
    virtual void run(const Error& error, std::size_t bytes) = 0;
  };
  template <class Handler>
  struct CallOf final : Call {
    explicit CallOf(Handler the_handler) : handler(std::move(the_handler)) {}
    void run(const Error& error, std::size_t bytes) override {
      if constexpr (std::is_invocable_v<Handler&, const Error&, std::size_t>) {
        handler(error, bytes);
      } else {
        handler(error);
      }
    }
    Handler handler;
  };

  std::unique_ptr<Call> call_;
};

// A stream of bytes over TCP or over TLS. As one type for both, it halves the templates that are compiled for it. Plain
// TCP costs one branch more for each operation.
class TcpOrTlsStream {
 public:
  using executor_type = Executor;
  using next_layer_type = TcpSocket;

  explicit TcpOrTlsStream(TcpSocket socket);
  // The context must outlive the stream.
  TcpOrTlsStream(TcpSocket socket, boost::asio::ssl::context& tls);
  TcpOrTlsStream(TcpOrTlsStream&&) noexcept;
  TcpOrTlsStream& operator=(TcpOrTlsStream&&) = delete;
  ~TcpOrTlsStream();

  bool is_tls() const { return tls_ != nullptr; }
  executor_type get_executor() { return tcp_.get_executor(); }
  TcpSocket& next_layer() { return tls_ ? tls_socket() : tcp_; }

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

  TcpSocket& tls_socket();
  void read_tls(const BufferList<boost::asio::mutable_buffer>& buffers, AnyHandler handler);
  void write_tls(const BufferList<boost::asio::const_buffer>& buffers, AnyHandler handler);

  TcpSocket tcp_;             // empty for TLS
  std::unique_ptr<Tls> tls_;  // null for plain TCP
};

}  // namespace rensa::net
