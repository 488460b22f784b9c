#include "server/net/websocket_connection.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <deque>
#include <limits>
#include <optional>

#include "server/net/limits.h"

namespace rensa::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

// Beast calls this when a WebSocket ends: closes TLS and then TCP in an orderly way.
template <class Handler>
void async_teardown(beast::role_type role, TcpOrTlsStream& stream, Handler&& handler) {
  AnyHandler done(std::forward<Handler>(handler));
  if (!stream.is_tls()) return websocket::async_teardown(role, stream.next_layer(), std::move(done));
  stream.async_shutdown(AnyHandler([role, &stream, done = std::move(done)](const Error& tls_error) mutable {
    AnyHandler close(
        [tls_error, done = std::move(done)](const Error& error) mutable { done(tls_error ? tls_error : error); });
    websocket::async_teardown(role, stream.next_layer(), std::move(close));
  }));
}

namespace {

// Limits for test suites, which send messages of many megabytes as fast as they can.
const MessageLimits kEchoLimits{
    16 * 1024 * 1024,
    {.soft_bytes = 256 * 1024 * 1024, .hard_bytes = 256 * 1024 * 1024, .pause_bytes = 256 * 1024 * 1024},
    {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()}};

// A message may come in many small frames, with some bytes for each of them. A peer that sends far more bytes than a
// message may have, and completes none, sends empty frames.
constexpr std::uint64_t kMaxBytesPerMessageByte = 16;
constexpr std::uint64_t kMaxControlFrameBytes = 125 + 14;

websocket::close_code close_code_of(CloseReason reason) {
  if (reason == CloseReason::done) return websocket::close_code::normal;
  if (reason == CloseReason::too_large) return websocket::close_code::too_big;
  if (reason == CloseReason::server_stops) return websocket::close_code::going_away;
  return websocket::close_code::policy_error;
}

class WebSocketConnection final : public Connection, public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, WebSocketOptions options, ConnectionSlot slot)
      : hub_(std::move(hub)),
        socket_(std::move(stream)),
        peer_{Transport::websocket, std::move(options.address), std::string(options.subprotocol), slot.address()},
        slot_(std::move(slot)),
        id_(options.id),
        is_echo_(options.subprotocol.empty()),
        is_text_(options.subprotocol == kTextSubprotocol),
        bucket_(limits().rate, Clock::now()),
        watch_(limits().queue) {}

  void start(WebRequest request) {
    hub_->add_socket(id_, self());
    request_ = std::move(request);
    socket_.set_option(
        websocket::stream_base::timeout{hub_->limits.handshake_timeout, hub_->limits.idle_timeout, true});
    socket_.set_option(websocket::stream_base::decorator([this](websocket::response_type& response) {
      if (!peer_.protocol.empty()) response.set(beast::http::field::sec_websocket_protocol, peer_.protocol);
    }));
    socket_.read_message_max(limits().max_message_bytes);
    socket_.auto_fragment(false);
    socket_.binary(!is_text_);
    socket_.control_callback([this](websocket::frame_type, beast::string_view) { on_control_frame(); });
    socket_.async_accept(request_, [self = self()](const Error& error) {
      if (self->state_ == State::closed) return;
      self->request_ = {};
      if (error) return self->finish("no WebSocket: " + error.message());
      self->open();
    });
  }

  void send(std::string_view message) override {
    if (state_ == State::open) send(std::make_shared<const std::string>(message));
  }

  void send(const SharedMessage& message) override {
    if (state_ != State::open) return;
    if (!watch_.has_room(queued_bytes_, message->size(), [&] { return can_take_bytes(); })) {
      return begin_closing(CloseReason::too_slow);
    }
    queued_bytes_ += message->size();
    hub_->count_queued(message->size());
    queue_.push_back({message, Clock::now()});
    hub_->flush_soon(self());
  }

  bool is_deferrable() const override { return false; }

  InputTurns::Member& turns() override { return slot_.turns(); }

  std::size_t queued_bytes() const override { return queued_bytes_; }

  void flush() override {
    if (has_ended()) return;
    if (must_drop_queue_) return finish(reason_text_);
    if (is_writing_) return;
    if (queue_.empty()) {
      watch_.on_queue_empty();
      if (state_ == State::closing) shut_down_stream();
      return;
    }
    is_writing_ = true;
    socket_.async_write(asio::buffer(*queue_.front().message), [self = self()](const Error& error, std::size_t) {
      if (self->has_ended()) return;
      self->is_writing_ = false;
      // A time-out is reported only to the first pending operation, which may be this write. All other errors are left
      // to the read, which knows more about them.
      if (error == beast::error::timeout) return self->on_end(error);
      if (error) return;
      self->queued_bytes_ -= self->queue_.front().message->size();
      self->queue_.pop_front();
      self->read_on();
      self->flush();
    });
  }

  void close_when_sent(CloseReason reason) override {
    if (state_ == State::open) begin_closing(reason);
    // The receiver does not know this connection before the handshake has ended, so it need not be told.
    if (state_ == State::starting) finish(description_of(reason));
  }

  void check_deadlines(Clock::time_point now) override {
    if (has_ended()) return;
    // After a fault or a close of the peer, Beast closes the connection itself, and would wait long for the peer's
    // close.
    if (state_ == State::open && !deadline_ && !socket_.is_open()) deadline_ = now + hub_->limits.close_grace;
    if (deadline_ && now > *deadline_) return on_close_overdue();
    if (state_ != State::open) return;
    if (turns().bytes_read() > explained_bytes_ + kMaxBytesPerMessageByte * limits().max_message_bytes) {
      return begin_closing(CloseReason::violation);
    }
    if (queue_.empty()) return;
    if (watch_.is_too_slow(queued_bytes_, queue_.front().since, now) && !can_take_bytes()) {
      begin_closing(CloseReason::too_slow);
    }
  }

  void close_now() override {
    state_ = State::closed;
    Error ignored;
    beast::get_lowest_layer(socket_).close(ignored);
  }

 private:
  // In the state `ended` the peer has gone, and the hub is told of it later.
  enum class State : std::uint8_t { starting, open, closing, ended, closed };
  struct QueuedMessage {
    SharedMessage message;
    Clock::time_point since;
  };

  std::shared_ptr<WebSocketConnection> self() { return shared_from_this(); }
  bool can_take_bytes() { return net::can_take_bytes(beast::get_lowest_layer(socket_).native_handle()); }
  bool has_ended() const { return state_ == State::ended || state_ == State::closed; }
  const MessageLimits& limits() const { return is_echo_ ? kEchoLimits : hub_->limits.people; }

  void open() {
    state_ = State::open;
    explained_bytes_ = turns().bytes_read();
    // The receiver is not told about echo connections.
    if (!is_echo_) hub_->opened(id_, self(), peer_);
    read();
  }

  void read() {
    socket_.async_read(in_, [self = self()](const Error& error, std::size_t) {
      if (self->has_ended()) return;
      if (error) return self->on_end(error);
      self->slot_.turns().take([self] {
        if (!self->has_ended()) self->on_message();
      });
    });
  }

  void read_on() {
    if (!is_paused_ || queued_bytes_ > limits().queue.pause_bytes) return;
    is_paused_ = false;
    if (state_ == State::open) read();
  }

  void on_message() {
    // While closing, async_close reads and discards all data.
    if (state_ != State::open) return;
    explained_bytes_ = turns().bytes_read();
    if (is_echo_) {
      echo();
    } else if (socket_.got_text() != is_text_) {
      code_ = websocket::close_code::unknown_data;
      begin_closing(CloseReason::violation);
    } else if (!bucket_.take(Clock::now())) {
      refuse_too_many_messages();
    } else {
      const auto bytes = in_.data();
      hub_->received(id_, std::string_view(static_cast<const char*>(bytes.data()), bytes.size()));
    }
    in_.consume(in_.size());
    is_paused_ = queued_bytes_ > limits().queue.pause_bytes;
    if (state_ == State::open && !is_paused_) read();
  }

  void echo() {
    const auto bytes = in_.data();
    socket_.text(socket_.got_text());
    send(std::string_view(static_cast<const char*>(bytes.data()), bytes.size()));
  }

  void refuse_too_many_messages() {
    if (!is_echo_) hub_->refused(id_, CloseReason::rate);
    if (state_ == State::open) begin_closing(CloseReason::rate);
  }

  // Each ping costs an answer, so pings count as messages.
  void on_control_frame() {
    explained_bytes_ += kMaxControlFrameBytes;
    if (state_ == State::open && !bucket_.take(Clock::now())) refuse_too_many_messages();
  }

  void on_end(const Error& error) {
    if (state_ == State::closing && error != websocket::error::closed) {
      // The pending async_close then reports the end, so nothing is done here.
      if (is_shutting_down_) return;
      return finish(reason_text_);
    }
    if (state_ == State::closing) return finish(reason_text_);
    if (error == websocket::error::message_too_big) {
      ++hub_->counts.closed_too_large;
      return finish(description_of(CloseReason::too_large));
    }
    if (error == beast::error::timeout) {
      ++hub_->counts.closed_silent;
      return run_end_handler_later("sent nothing for too long");
    }
    if (error == websocket::error::closed || error == asio::error::eof)
      return run_end_handler_later("closed by the peer");
    if (error.category() == Error(websocket::error::bad_opcode).category()) {
      ++hub_->counts.closed_violation;
      return finish("no WebSocket: " + error.message());
    }
    run_end_handler_later("lost: " + error.message());
  }

  void on_close_overdue() {
    if (state_ == State::closing || is_shut_down_)
      return finish(state_ == State::closing ? reason_text_ : "closed by the peer");
    // After this, the pending read fails with the end of the stream, and reports the earlier fault.
    is_shut_down_ = true;
    deadline_ = Clock::now() + hub_->limits.close_grace;
    Error ignored;
    beast::get_lowest_layer(socket_).shutdown(asio::socket_base::shutdown_both, ignored);
  }

  // May be called from within a call of the receiver, so the connection is closed only by the flush.
  void begin_closing(CloseReason reason) {
    state_ = State::closing;
    reason_text_ = description_of(reason);
    if (code_ == websocket::close_code::none) code_ = close_code_of(reason);
    must_drop_queue_ = reason == CloseReason::too_slow;
    ++closed_count(hub_->counts, reason);
    deadline_ = Clock::now() + hub_->limits.close_grace;
    hub_->flush_soon(self());
  }

  void shut_down_stream() {
    if (is_shutting_down_) return;
    is_shutting_down_ = true;
    const websocket::close_reason reason(code_, beast::string_view(reason_text_.data(), reason_text_.size()));
    socket_.async_close(reason, [self = self()](const Error&) {
      if (self->state_ != State::closed) self->finish(self->reason_text_);
    });
  }

  void run_end_handler_later(std::string why) {
    state_ = State::ended;
    hub_->run_end_handler_later([self = self(), why = std::move(why)] {
      if (self->state_ == State::ended) self->finish(why);
    });
  }

  void finish(std::string_view why) {
    const auto kept_alive = self();
    close_now();
    hub_->closed(id_, Transport::websocket, why);
  }

  std::shared_ptr<Hub> hub_;
  websocket::stream<TcpOrTlsStream, false> socket_;  // false: no compression, which costs ten times the memory
  Peer peer_;
  ConnectionSlot slot_;
  ConnectionId id_;
  bool is_echo_;
  bool is_text_;
  std::uint64_t explained_bytes_ = 0;  // the part of the bytes read that belongs to messages and control frames
  TokenBucket bucket_;
  SlowReaderCheck watch_;

  State state_ = State::starting;
  bool must_drop_queue_ = false;
  bool is_paused_ = false;  // reading goes on when enough of the queue has left
  bool is_shutting_down_ = false;
  bool is_shut_down_ = false;
  std::string_view reason_text_;  // set while closing
  websocket::close_code code_ = websocket::close_code::none;
  std::optional<Clock::time_point> deadline_;  // for the close

  WebRequest request_;
  beast::flat_buffer in_;
  std::deque<QueuedMessage> queue_;  // the first one is being written
  std::size_t queued_bytes_ = 0;
  bool is_writing_ = false;
};

}  // namespace

void start_websocket(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, WebRequest request, WebSocketOptions options,
                     ConnectionSlot slot) {
  std::make_shared<WebSocketConnection>(std::move(hub), std::move(stream), std::move(options), std::move(slot))
      ->start(std::move(request));
}

}  // namespace rensa::net
