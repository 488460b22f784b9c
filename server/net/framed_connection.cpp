#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <optional>
#include <type_traits>

#include "proto/framing.h"
#include "server/net/hub.h"
#include "server/net/limits.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kReadBytes = 8 * 1024;
// A turn ends when so many messages have been handled, or when it has taken so long; the time is looked at after every
// few messages.
constexpr int kMessagesPerTurn = 256;
constexpr int kMessagesPerCheck = 16;
constexpr std::chrono::microseconds kTimePerTurn{2000};
// The most memory that an empty write buffer keeps. It may be larger only while a slow peer has not caught up.
constexpr std::size_t kMaxKeptBytes = 64 * 1024;

template <class Stream>
class FramedConnection final : public Connection, public std::enable_shared_from_this<FramedConnection<Stream>> {
 public:
  FramedConnection(std::shared_ptr<Hub> hub, Stream stream, FramedPeer peer)
      : hub_(std::move(hub)),
        stream_(std::move(stream)),
        peer_{.transport = kMayBeTls ? Transport::tcp : Transport::unix_socket,
              .address = std::move(peer.address),
              .protocol = {},
              .network = peer.slot.address(),
              .ticket = std::move(peer.ticket)},
        slot_(std::move(peer.slot)),
        id_(peer.id),
        deadline_(Clock::now() + hub_->limits.handshake_timeout),
        reader_(hub_->limits.workers.max_message_bytes),
        bucket_(hub_->limits.workers.rate, Clock::now()),
        watch_(hub_->limits.workers.queue) {}

  void start() {
    hub_->add_socket(id_, self());
    if constexpr (kMayBeTls) {
      if (stream_.is_tls()) {
        stream_.set_turns(&slot_.turns());
        return stream_.async_handshake(AnyHandler([self = self()](const Error& error) {
          if (self->state_ == State::closed) return;
          if (error) return self->finish("no TLS: " + error.message());
          self->open();
        }));
      }
    }
    open();
  }

  void send(std::string_view message) override {
    if (state_ != State::open) return;
    const std::size_t more = proto::kLengthPrefixBytes + message.size();
    if (!watch_.has_room(queued_bytes(), more, [&] { return can_take_bytes(); })) {
      return begin_closing(CloseReason::too_slow);
    }
    if (pending_.empty()) pending_since_ = Clock::now();
    proto::append_framed_message(pending_, message);
    hub_->count_queued(message.size());
    if (!flush_state.is_flush_due) hub_->flush_soon(self());
  }

  void send(const SharedMessage& message) override { send(std::string_view(*message)); }

  bool is_deferrable() const override { return state_ == State::open; }

  InputTurns::Member& turns() override { return slot_.turns(); }

  std::size_t queued_bytes() const override { return pending_.size() + writing_.size() - written_; }

  void flush() override {
    if (state_ == State::closed) return;
    if (must_drop_queue_) return finish(reason_text_);
    if (is_writing_) return;
    if (pending_.empty()) {
      if (state_ == State::closing) shut_down_stream();
      return;
    }
    std::swap(pending_, writing_);
    writing_since_ = pending_since_;
    if (!is_tls()) {
      Error error;
      written_ = socket().write_some(asio::buffer(writing_), error);
      if (error && error != asio::error::would_block) return finish("lost: " + error.message());
      if (written_ == writing_.size()) return on_all_written();
    }
    is_writing_ = true;
    write_remaining_bytes();
  }

  void close_when_sent(CloseReason reason) override {
    if (state_ == State::open) begin_closing(reason);
    // The receiver does not know this connection before the handshake has ended, so it need not be told.
    if (state_ == State::starting) finish(description_of(reason));
  }

  void check_deadlines(Clock::time_point now) override {
    if (state_ == State::closed) return;
    if (deadline_ && now > *deadline_ && (state_ == State::closing || !slot_.turns().waits())) {
      if (state_ == State::closing) return finish(reason_text_);
      ++hub_->counts.closed_silent;
      return finish("sent no first message in time");
    }
    if (state_ != State::open || queued_bytes() == 0) return;
    if (!watch_.is_too_slow(queued_bytes(), is_writing_ ? writing_since_ : pending_since_, now)) return;
    if (!can_take_bytes()) begin_closing(CloseReason::too_slow);
  }

  void close_now() override {
    state_ = State::closed;
    Error ignored;
    socket().close(ignored);
  }

 private:
  static constexpr bool kMayBeTls = std::is_same_v<Stream, TcpOrTlsStream>;
  enum class State : std::uint8_t { starting, open, closing, closed };

  bool is_tls() const {
    if constexpr (kMayBeTls) return stream_.is_tls();
    return false;
  }
  auto& socket() { return stream_.next_layer(); }
  bool can_take_bytes() { return net::can_take_bytes(socket().native_handle()); }
  std::shared_ptr<FramedConnection> self() { return this->shared_from_this(); }

  void open() {
    state_ = State::open;
    hub_->opened(id_, self(), peer_);
    read();
  }

  void read() {
    if (state_ == State::closed) return;
    stream_.async_read_some(asio::buffer(in_), [self = self()](const Error& error, std::size_t bytes) {
      if (self->state_ == State::closed) return;
      if (error) return self->on_end(error);
      self->slot_.turns().take([self, bytes] {
        if (self->state_ == State::open) self->reader_.feed(std::string_view(self->in_.data(), bytes));
        self->handle_messages();
      });
    });
  }

  // Handles the messages that have been read, as many as belong into one turn, and then reads on.
  void handle_messages() {
    const Clock::time_point now = Clock::now();
    for (int handled = 0; state_ == State::open; ++handled) {
      const bool is_check_due = handled > 0 && handled % kMessagesPerCheck == 0;
      if (is_check_due && (handled == kMessagesPerTurn || Clock::now() - now > kTimePerTurn)) {
        return slot_.turns().take_later([self = self()] { self->handle_messages(); });
      }
      if (queued_bytes() > hub_->limits.workers.queue.pause_bytes) {
        is_paused_ = true;
        return;
      }
      const auto message = reader_.next();
      if (!message) break;
      if (!bucket_.take(now)) {
        refuse(CloseReason::rate);
        break;
      }
      deadline_.reset();
      hub_->received(id_, *message);
    }
    if (state_ == State::open && reader_.is_broken()) refuse(CloseReason::too_large);
    read();  // while closing, all is read and discarded, so that a reset does not destroy our last data
  }

  void on_end(const Error& error) {
    if (error != asio::error::eof && error != asio::ssl::error::stream_truncated) {
      return finish("lost: " + error.message());
    }
    // The peer will send nothing more, but it may still read the messages in the queue.
    ended_by_peer_ = true;
    if (state_ == State::open) begin_closing(CloseReason::done);
    if (queued_bytes() == 0) finish(reason_text_);
  }

  void write_remaining_bytes() {
    const auto rest = asio::buffer(writing_) + written_;
    stream_.async_write_some(rest, [self = self()](const Error& error, std::size_t bytes) {
      if (self->state_ == State::closed) return;
      if (error) return self->finish("lost: " + error.message());
      self->written_ += bytes;
      if (self->written_ < self->writing_.size()) return self->write_remaining_bytes();
      self->is_writing_ = false;
      self->on_all_written();
      self->flush();
    });
  }

  void on_all_written() {
    written_ = 0;
    writing_.clear();
    if (writing_.capacity() > kMaxKeptBytes) writing_.shrink_to_fit();
    if (pending_.empty()) watch_.on_queue_empty();
    if (pending_.empty() && state_ == State::closing) shut_down_stream();
    if (std::exchange(is_paused_, false)) {
      slot_.turns().take_later([self = self()] { self->handle_messages(); });
    }
  }

  void refuse(CloseReason reason) {
    hub_->refused(id_, reason);
    if (state_ == State::open) begin_closing(reason);
  }

  // May be called from within a call of the receiver, so the connection is closed only by the flush.
  void begin_closing(CloseReason reason) {
    state_ = State::closing;
    must_drop_queue_ = reason == CloseReason::too_slow;
    reason_text_ = ended_by_peer_ ? "closed by the peer" : description_of(reason);
    if (!ended_by_peer_) ++closed_count(hub_->counts, reason);
    deadline_ = Clock::now() + hub_->limits.close_grace;
    hub_->flush_soon(self());
  }

  void shut_down_stream() {
    if (ended_by_peer_) return finish(reason_text_);
    if (is_shutting_down_) return;
    is_shutting_down_ = true;
    if constexpr (kMayBeTls) {
      if (stream_.is_tls()) {
        return stream_.async_shutdown(AnyHandler([self = self()](const Error&) {
          if (self->state_ != State::closed) self->finish(self->reason_text_);
        }));
      }
    }
    Error error;
    socket().shutdown(asio::socket_base::shutdown_send, error);
    if (error) finish(reason_text_);
  }

  void finish(std::string_view why) {
    const auto kept_alive = self();
    close_now();
    hub_->closed(id_, peer_.transport, why);
  }

  std::shared_ptr<Hub> hub_;
  Stream stream_;
  Peer peer_;
  ConnectionSlot slot_;
  ConnectionId id_;
  State state_ = State::starting;
  bool ended_by_peer_ = false;
  bool is_shutting_down_ = false;
  bool must_drop_queue_ = false;
  bool is_paused_ = false;                     // reading goes on when the queue has left
  std::string_view reason_text_;               // set while closing
  std::optional<Clock::time_point> deadline_;  // for the first message, later for the close

  std::array<char, kReadBytes> in_;
  proto::MessageSplitter reader_;
  TokenBucket bucket_;

  // Two buffers: one takes messages while the other is written. They are swapped and keep their memory.
  std::string pending_;
  std::string writing_;
  std::size_t written_ = 0;  // of writing_
  bool is_writing_ = false;
  Clock::time_point pending_since_;
  Clock::time_point writing_since_;
  SlowReaderCheck watch_;
};

}  // namespace

void start_framed(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, FramedPeer peer) {
  prepare(stream.next_layer(), hub->limits.workers.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  std::make_shared<FramedConnection<TcpOrTlsStream>>(std::move(hub), std::move(stream), std::move(peer))->start();
}

void start_framed(std::shared_ptr<Hub> hub, UnixStream stream, FramedPeer peer) {
  prepare(stream.next_layer(), hub->limits.workers.queue.kernel_buffer_bytes);
  std::make_shared<FramedConnection<UnixStream>>(std::move(hub), std::move(stream), std::move(peer))->start();
}

}  // namespace rensa::net
