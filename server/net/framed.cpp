#include "server/net/framed.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <optional>
#include <type_traits>

#include "proto/framing.h"
#include "server/net/queue_watch.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;
using TlsSocket = asio::ssl::stream<TcpSocket>;

constexpr std::size_t kReadBytes = 8 * 1024;
// Of a peer that read slowly, once it has caught up.
constexpr std::size_t kKeptBytes = 64 * 1024;

template <class Stream>
class Framed final : public Connection, public std::enable_shared_from_this<Framed<Stream>> {
 public:
  Framed(std::shared_ptr<Hub> hub, Stream stream, Peer peer, Place place)
      : hub_(std::move(hub)),
        stream_(std::move(stream)),
        peer_(std::move(peer)),
        place_(std::move(place)),
        id_(hub_->next_id()),
        deadline_(Clock::now() + hub_->limits.handshake_timeout),
        reader_(hub_->limits.workers.max_message_bytes),
        bucket_(hub_->limits.workers.rate, Clock::now()),
        watch_(hub_->limits.workers.queue) {}

  void start() {
    hub_->hold(id_, self());
    if constexpr (kIsTls) {
      stream_.async_handshake(asio::ssl::stream_base::server, [self = self()](const Error& error) {
        if (self->state_ == State::gone) return;
        if (error) return self->finish("no TLS: " + error.message());
        self->open();
      });
    } else {
      open();
    }
  }

  void send(std::string_view message) override {
    if (state_ != State::open) return;
    const std::size_t more = proto::kFrameHeaderBytes + message.size();
    if (!watch_.has_room(queued_bytes(), more)) return begin_closing(CloseReason::too_slow);
    if (pending_.empty()) pending_since_ = Clock::now();
    proto::append_frame(pending_, message);
    ++hub_->counts.messages_out;
    hub_->counts.message_bytes_out += message.size();
    if (!turn.flush_is_due) hub_->flush_soon(self());
  }

  void send(const SharedMessage& message) override { send(std::string_view(*message)); }

  bool can_wait() const override { return state_ == State::open; }

  std::size_t queued_bytes() const override { return pending_.size() + writing_.size() - written_; }

  void flush() override {
    if (state_ == State::gone) return;
    if (is_hopeless_) return finish(why_);
    if (is_writing_) return;
    if (pending_.empty()) {
      if (state_ == State::closing) say_goodbye();
      return;
    }
    std::swap(pending_, writing_);
    writing_since_ = pending_since_;
    if constexpr (!kIsTls) {
      Error error;
      written_ = stream_.write_some(asio::buffer(writing_), error);
      if (error && error != asio::error::would_block) return finish("lost: " + error.message());
      if (written_ == writing_.size()) return written_all();
    }
    is_writing_ = true;
    write_rest();
  }

  void wind_down(CloseReason reason) override {
    if (state_ == State::open) begin_closing(reason);
    // Nobody has heard of a connection that is still shaking hands.
    if (state_ == State::starting) finish(sentence(reason));
  }

  void check_time(Clock::time_point now) override {
    if (state_ == State::gone) return;
    if (deadline_ && now > *deadline_) {
      if (state_ == State::closing) return finish(why_);
      ++hub_->counts.closed_silent;
      return finish("sent nothing in time");
    }
    if (state_ != State::open || queued_bytes() == 0) return;
    if (!watch_.is_too_slow(queued_bytes(), is_writing_ ? writing_since_ : pending_since_, now)) return;
    begin_closing(CloseReason::too_slow);
  }

  void drop() override {
    state_ = State::gone;
    Error ignored;
    stream_.lowest_layer().close(ignored);
  }

 private:
  static constexpr bool kIsTls = std::is_same_v<Stream, TlsSocket>;
  enum class State : std::uint8_t { starting, open, closing, gone };

  std::shared_ptr<Framed> self() { return this->shared_from_this(); }

  void open() {
    state_ = State::open;
    hub_->opened(id_, self(), peer_);
    read();
  }

  void read() {
    if (state_ == State::gone) return;
    stream_.async_read_some(asio::buffer(in_), [self = self()](const Error& error, std::size_t bytes) {
      if (self->state_ == State::gone) return;
      if (error) return self->on_end(error);
      self->on_bytes(std::string_view(self->in_.data(), bytes));
      self->read();
    });
  }

  void on_bytes(std::string_view bytes) {
    if (state_ == State::closing) return;  // read and thrown away, so that our last words are not lost to a reset
    const Clock::time_point now = Clock::now();
    reader_.feed(bytes);
    while (const auto message = reader_.next()) {
      if (!bucket_.take(now)) return refuse(CloseReason::rate);
      deadline_.reset();
      hub_->received(id_, *message);
      if (state_ != State::open) return;
    }
    if (reader_.is_broken()) refuse(CloseReason::too_large);
  }

  void on_end(const Error& error) {
    if (error != asio::error::eof && error != asio::ssl::error::stream_truncated) {
      return finish("lost: " + error.message());
    }
    // The peer has said all it has to say, and may still want to hear what is queued.
    ended_by_peer_ = true;
    if (state_ == State::open) begin_closing(CloseReason::done);
    if (queued_bytes() == 0) finish(why_);
  }

  void write_rest() {
    const auto rest = asio::buffer(writing_) + written_;
    stream_.async_write_some(rest, [self = self()](const Error& error, std::size_t bytes) {
      if (self->state_ == State::gone) return;
      if (error) return self->finish("lost: " + error.message());
      self->written_ += bytes;
      if (self->written_ < self->writing_.size()) return self->write_rest();
      self->is_writing_ = false;
      self->written_all();
      self->flush();
    });
  }

  void written_all() {
    written_ = 0;
    writing_.clear();
    if (writing_.capacity() > kKeptBytes) writing_.shrink_to_fit();
    if (pending_.empty()) watch_.drained();
    if (pending_.empty() && state_ == State::closing) say_goodbye();
  }

  void refuse(CloseReason reason) {
    hub_->refused(id_, reason);
    if (state_ == State::open) begin_closing(reason);
  }

  // May be called from within a call of the receiver, so nothing ends before the flush.
  void begin_closing(CloseReason reason) {
    state_ = State::closing;
    is_hopeless_ = reason == CloseReason::too_slow;
    why_ = ended_by_peer_ ? "ended by the peer" : sentence(reason);
    if (!ended_by_peer_) ++closed_count(hub_->counts, reason);
    deadline_ = Clock::now() + hub_->limits.close_grace;
    hub_->flush_soon(self());
  }

  void say_goodbye() {
    if (ended_by_peer_) return finish(why_);
    if (said_goodbye_) return;
    said_goodbye_ = true;
    if constexpr (kIsTls) {
      stream_.async_shutdown([self = self()](const Error&) {
        if (self->state_ != State::gone) self->finish(self->why_);
      });
    } else {
      Error error;
      stream_.shutdown(asio::socket_base::shutdown_send, error);
      if (error) finish(why_);
    }
  }

  void finish(std::string_view why) {
    const auto keep = self();
    drop();
    hub_->closed(id_, peer_.transport, why);
  }

  std::shared_ptr<Hub> hub_;
  Stream stream_;
  Peer peer_;
  Place place_;
  ConnectionId id_;
  State state_ = State::starting;
  bool ended_by_peer_ = false;
  bool said_goodbye_ = false;
  bool is_hopeless_ = false;                   // what is queued will not leave
  std::string_view why_;                       // while closing
  std::optional<Clock::time_point> deadline_;  // of the first message, and later of the close

  std::array<char, kReadBytes> in_;
  proto::FrameReader reader_;
  TokenBucket bucket_;

  // Two buffers that swap and keep their memory: one takes messages while the other is being written.
  std::string pending_;
  std::string writing_;
  std::size_t written_ = 0;  // of writing_
  bool is_writing_ = false;
  Clock::time_point pending_since_;
  Clock::time_point writing_since_;
  QueueWatch watch_;
};

}  // namespace

void start_framed(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place) {
  prepare(socket, hub->limits.workers.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  Peer peer{Transport::tcp, std::move(address), {}, place.address()};
  std::make_shared<Framed<TcpSocket>>(std::move(hub), std::move(socket), std::move(peer), std::move(place))->start();
}

void start_framed(std::shared_ptr<Hub> hub, UnixSocket socket, Place place) {
  prepare(socket, hub->limits.workers.queue.kernel_buffer_bytes);
  Peer peer{Transport::unix_socket, "unix", {}, {}};
  std::make_shared<Framed<UnixSocket>>(std::move(hub), std::move(socket), std::move(peer), std::move(place))->start();
}

void start_framed_tls(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place,
                      asio::ssl::context& tls) {
  prepare(socket, hub->limits.workers.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  Peer peer{Transport::tcp, std::move(address), {}, place.address()};
  TlsSocket stream(std::move(socket), tls);
  std::make_shared<Framed<TlsSocket>>(std::move(hub), std::move(stream), std::move(peer), std::move(place))->start();
}

}  // namespace rensa::net
