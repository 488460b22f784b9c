#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "server/net/http.h"
#include "server/net/hub.h"
#include "server/net/large_body_places.h"
#include "server/net/proxies/addresses.h"
#include "server/net/request_head.h"
#include "server/net/websocket_connection.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

// Passes on the first reply only. If the last copy is destroyed without a reply, it answers with status 500, so that
// the peer does not wait for ever.
class ReplyOnce {
 public:
  explicit ReplyOnce(HttpReply reply) : reply_(std::move(reply)) {}
  ReplyOnce(const ReplyOnce&) = delete;
  ReplyOnce& operator=(const ReplyOnce&) = delete;
  ~ReplyOnce() { reply(refusal(500, "The server failed to answer this request.")); }

  void reply(HttpResponse response) {
    const HttpReply reply = std::exchange(reply_, nullptr);
    if (reply) reply(std::move(response));
  }

 private:
  HttpReply reply_;
};

class HttpSession final : public ManagedSocket, public HttpStream, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const asio::ip::address& peer, ConnectionSlot slot)
      : hub_(std::move(hub)),
        stream_(std::move(stream)),
        peer_(peer),
        address_(shown_address(peer)),
        slot_(std::move(slot)),
        is_of_proxy_(slot_.address().empty()),
        id_(hub_->next_id()),
        in_(hub_->limits.http_header_bytes + kReadAheadBytes) {}

  void start() {
    stream_.set_turns(&slot_.turns());
    hub_->add_socket(id_, shared_from_this());
    ++hub_->counts.open_http;
    if (stream_.is_tls()) {
      set_deadline(hub_->limits.handshake_timeout);
      stream_.async_handshake(AnyHandler([self = shared_from_this()](const Error& error) {
        if (self->state_ == State::closed) return;
        if (error) return self->finish();
        self->read_header(self->hub_->limits.http_read_timeout);
      }));
    } else {
      read_header(hub_->limits.http_read_timeout);
    }
  }

  void check_deadlines(Clock::time_point now) override {
    if (deadline_ && large_body_deadline_) {
      large_body_deadline_->put_off(hub_->lateness_of_check());
      deadline_ = large_body_deadline_->next();
    }
    if (!deadline_ || now <= *deadline_ || state_ == State::closed) return;
    const bool is_late = state_ == State::reading && slot_.turns().waits();
    if (large_body_deadline_ && may_go_on(*large_body_deadline_, is_late, now)) return;
    if (is_late) return;
    // A peer that has begun a request is sent an answer, after the current read was cancelled. Others are closed at
    // once.
    if (state_ == State::streaming) ++hub_->counts.closed_too_slow;
    if (state_ != State::reading || !parser_ || (!parser_->got_some() && in_.size() == 0)) return finish();
    deadline_.reset();
    is_overdue_ = true;
    Error ignored;
    stream_.next_layer().cancel(ignored);
  }

  void close_when_sent(CloseReason) override {
    is_last_ = true;
    end();
    if (state_ == State::reading && (!parser_ || !parser_->got_some())) finish();
  }

  void close_now() override {
    if (state_ == State::closed) return;
    leave_hub();
    Error ignored;
    stream_.next_layer().close(ignored);
  }

  void send(SharedMessage part) override {
    if (!is_open() || part->empty()) return;
    if (queued_bytes_ + part->size() > hub_->limits.http_stream_bytes && !parts_.empty()) {
      ++hub_->counts.closed_too_slow;
      return finish();
    }
    queued_bytes_ += part->size();
    parts_.push_back(std::move(part));
    if (parts_.size() == 1) write_part();
  }
  std::size_t queued_bytes() const override { return queued_bytes_; }
  void end() override {
    must_end_stream_ = true;
    if (state_ == State::streaming && parts_.empty()) shut_down_stream();
  }
  bool is_open() const override { return state_ == State::streaming && !must_end_stream_; }

 private:
  // The most bytes that are read after the end of a header. A peer that does not wait for answers sends its next
  // requests in them.
  static constexpr std::size_t kReadAheadBytes = 4 * 1024;
  enum class State : std::uint8_t { reading, answering, writing, streaming, closing, closed };

  void read_header(std::chrono::milliseconds timeout) {
    state_ = State::reading;
    if (is_of_proxy_) slot_.unassign();  // the next request may come from another client
    set_deadline(timeout);
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(hub_->limits.http_header_bytes));
    large_body_deadline_.reset();
    body_limit_ = hub_->limits.http_body_bytes;
    parser_->body_limit(boost::none);  // refusal_of_body() looks at it before the body is read
    http::async_read_header(stream_, in_, *parser_, [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->on_bad_request(error);
      self->slot_.turns().take([self] {
        if (self->state_ == State::closed) return;
        ++self->hub_->counts.http_requests;
        if (self->is_of_proxy_) return self->find_client();
        self->on_header();
      });
    });
  }

  // Makes the client of the request pay for it, for its header too. All that follows waits for a turn of the client.
  void find_client() {
    const asio::ip::address client =
        client_address(peer_, forwarding_headers_of(parser_->get()), hub_->trusted_proxies);
    address_ = shown_address(client);
    if (!slot_.assign_to(address_for_limits(client))) {
      return refuse(429, "The server has too many connections of your address.");
    }
    slot_.turns().take_later([self = shared_from_this()] {
      if (self->state_ != State::closed) self->on_header();
    });
  }

  void on_header() {
    const auto& request = parser_->get();
    if (std::optional<Refusal> refusal = refusal_of_head(request, hub_->access)) return refuse(*std::move(refusal));
    if (boost::beast::websocket::is_upgrade(request)) return on_upgrade();
    if (parser_->is_done()) return on_request();
    if (std::optional<Refusal> refusal = refusal_of_body()) return refuse(*std::move(refusal));
    set_deadline(hub_->limits.http_read_timeout);
    if (large_body_place_) {
      const std::size_t length = static_cast<std::size_t>(parser_->content_length().value_or(0));
      large_body_deadline_.emplace(hub_->limits, length, Clock::now());
      deadline_ = large_body_deadline_->next();
    }
    http::async_read(stream_, in_, *parser_, [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->on_bad_request(error);
      self->on_request();
    });
  }

  // A large body is received only if its head says that it may be.
  std::optional<Refusal> refusal_of_body() {
    const auto given_length = parser_->content_length();
    const std::uint64_t length = given_length ? *given_length : 0;
    if (length > body_limit_ && hub_->large_bodies.limit_of) {
      const std::optional<RequestTarget> target = parse_target(parser_->get().target());
      if (target) return refusal_of_large_body(head_of_request(*target), length);
    }
    if (length > body_limit_) return Refusal{body_refusal()};
    parser_->body_limit(body_limit_);
    return std::nullopt;
  }

  std::optional<Refusal> refusal_of_large_body(const HttpRequest& head, std::uint64_t length) {
    const LargeBodies& large_bodies = hub_->large_bodies;
    if (large_bodies.refusal_of) {
      if (auto response = large_bodies.refusal_of(head)) return Refusal{*std::move(response)};
    }
    body_limit_ = std::max(body_limit_, large_bodies.limit_of(head));
    if (length > body_limit_) return Refusal{body_refusal()};
    auto place = hub_->large_body_places->take(head, large_bodies.max_at_a_time);
    if (auto* response = std::get_if<HttpResponse>(&place)) return Refusal{std::move(*response)};
    large_body_place_ = std::get<LargeBodyPlaces::Place>(std::move(place));
    parser_->body_limit(body_limit_);
    return std::nullopt;
  }

  // A body that comes fast enough has more time. While this server lets the peer wait, the peer is not too slow.
  bool may_go_on(LargeBodyDeadline& deadline, bool is_late, Clock::time_point now) {
    const std::uint64_t left = parser_->content_length_remaining().value_or(0);
    const std::size_t bytes = static_cast<std::size_t>(parser_->content_length().value_or(0) - left);
    if (is_late) {
      deadline.excuse_interval(bytes, now);
    } else if (!deadline.is_in_time(bytes, now)) {
      return false;
    }
    deadline_ = deadline.next();
    return true;
  }

  HttpResponse body_refusal() const {
    return refusal(413, "The body is longer than " + std::to_string(body_limit_) + " bytes.");
  }

  // Without the body.
  HttpRequest head_of_request(const RequestTarget& target) const {
    const auto& request = parser_->get();
    return {std::string(request.method_string()),
            target.path,
            target.query,
            "",
            std::string(bearer_token_of(request[http::field::authorization])),
            address_,
            slot_.address(),
            std::string(request[http::field::accept_encoding]),
            std::string(request[http::field::accept_language]),
            std::string(request[http::field::if_none_match]),
            std::string(request[http::field::accept]),
            std::string(request["Last-Event-ID"])};
  }

  void on_upgrade() {
    UpgradeDecision upgrade = decide_upgrade(parser_->get(), hub_->access, hub_->echo);
    if (upgrade.refusal) return refuse(*std::move(upgrade.refusal));
    if (!parser_->is_done()) return refuse(400, "A request for a WebSocket has no body.");
    leave_hub();
    // A client may not send data before it has the answer to the upgrade; no browser does.
    if (in_.size() > 0) {
      Error ignored;
      stream_.next_layer().close(ignored);
      return;
    }
    start_websocket(hub_, std::move(stream_), parser_->release(), {address_, upgrade.subprotocol, id_},
                    std::move(slot_));
  }

  void on_request() {
    const auto large_body_place = std::exchange(large_body_place_, nullptr);
    large_body_deadline_.reset();
    WebRequest& request = parser_->get();
    is_head_ = request.method() == http::verb::head;
    is_last_ = is_last_ || !request.keep_alive();
    switch (request.method()) {
      case http::verb::get:
      case http::verb::head:
      case http::verb::post:
      case http::verb::delete_:
        break;
      default:
        return answer(refusal(405, "Only GET, HEAD, POST and DELETE are answered."));
    }
    std::optional<RequestTarget> target = parse_target(request.target());
    if (!target) return refuse(400, "The path cannot be read.");
    if (!hub_->handler) return answer(refusal(404, "There is nothing here."));
    HttpRequest plain = head_of_request(*target);
    plain.body = std::move(request.body());
    state_ = State::answering;
    deadline_.reset();
    // The reply holds a weak pointer, so that a handler that never answers does not keep a closed socket in memory. It
    // holds the place of a large body, which is in memory until the answer, also if the peer has gone.
    auto reply_once = std::make_shared<ReplyOnce>([weak = weak_from_this(), large_body_place](HttpResponse response) {
      const auto self = weak.lock();
      if (self && self->state_ == State::answering) self->answer(std::move(response));
    });
    HttpReply reply([reply_once](HttpResponse response) { reply_once->reply(std::move(response)); });
    reply.network = plain.network;
    hub_->handler(plain, std::move(reply));
  }

  void on_bad_request(const Error& error) {
    if (is_overdue_) {
      return refuse(408, large_body_deadline_ ? "The body came too slowly." : "The request took too long.");
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return refuse(431, "The headers are too long.");
    }
    if (error == http::error::body_limit) {
      return refuse({body_refusal()});
    }
    const bool is_of_parser = error.category() == http::make_error_code(http::error::bad_method).category();
    if (!is_of_parser || error == http::error::end_of_stream || error == http::error::partial_message) return finish();
    refuse(400, "This is not a valid HTTP request: " + error.message() + ".");
  }

  // Answers a request that is refused, and closes the connection, because the rest of the request is not read.
  void refuse(Refusal refusal) {
    if (refusal.count) ++(hub_->counts.*refusal.count);
    is_last_ = true;
    large_body_place_ = nullptr;
    large_body_deadline_.reset();
    is_head_ = parser_->is_header_done() && parser_->get().method() == http::verb::head;
    answer(std::move(refusal.response));
  }
  void refuse(int status, std::string sentence) { refuse({refusal(status, std::move(sentence))}); }

  void answer(HttpResponse response) {
    state_ = State::writing;
    set_deadline(hub_->limits.http_write_timeout);
    const bool is_stream = response.stream && !is_head_;
    head_ = answer_head(response, !is_last_ && !is_stream);
    if (is_stream) start_stream_ = std::move(response.stream);
    body_ = is_head_ || !has_body(response.status) ? std::string() : std::move(response.body);
    hub_->counts.http_bytes_out += body_.size();
    hub_->turns->count_sent_bytes(head_.size() + body_.size());
    const std::array<asio::const_buffer, 2> both{asio::buffer(head_), asio::buffer(body_)};
    asio::async_write(stream_, both, [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->finish();
      self->body_ = {};
      if (self->start_stream_) return self->begin_stream();
      if (self->is_last_) return self->shut_down_stream();
      self->read_header(self->hub_->limits.http_keep_alive_timeout);
    });
  }

  void begin_stream() {
    state_ = State::streaming;
    deadline_.reset();
    watch_peer();
    if (must_end_stream_) return shut_down_stream();
    std::exchange(start_stream_, {})(weak_from_this());
  }

  // Notices that the peer has gone. It has nothing more to say.
  void watch_peer() {
    in_.clear();
    stream_.async_read_some(in_.prepare(kReadAheadBytes), [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error || self->state_ == State::streaming) return self->finish();
      self->watch_peer();
    });
  }

  void write_part() {
    if (parts_.empty()) {
      deadline_.reset();
      if (must_end_stream_) shut_down_stream();
      return;
    }
    set_deadline(hub_->limits.http_write_timeout);
    const SharedMessage& part = parts_.front();
    hub_->counts.http_bytes_out += part->size();
    asio::async_write(stream_, asio::buffer(*part), [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->finish();
      self->queued_bytes_ -= self->parts_.front()->size();
      self->parts_.pop_front();
      self->write_part();
    });
  }

  // Data that still arrives is read and discarded, so that a reset does not destroy our answer.
  void shut_down_stream() {
    const bool is_watching = std::exchange(state_, State::closing) == State::streaming;
    set_deadline(hub_->limits.close_grace);
    if (stream_.is_tls()) {
      stream_.async_shutdown(AnyHandler([self = shared_from_this()](const Error&) { self->finish(); }));
    } else {
      Error error;
      stream_.next_layer().shutdown(asio::socket_base::shutdown_send, error);
      if (!is_watching) read_and_discard_input();
    }
  }

  void read_and_discard_input() {
    in_.clear();
    stream_.async_read_some(in_.prepare(kReadAheadBytes), [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->finish();
      self->read_and_discard_input();
    });
  }

  void set_deadline(std::chrono::milliseconds timeout) { deadline_ = Clock::now() + timeout; }

  void leave_hub() {
    state_ = State::closed;
    --hub_->counts.open_http;
    hub_->remove_socket(id_);
  }

  void finish() {
    const auto kept_alive = shared_from_this();
    close_now();
  }

  std::shared_ptr<Hub> hub_;
  TcpOrTlsStream stream_;
  asio::ip::address peer_;
  std::string address_;  // of the client: the peer, or the one that a trusted proxy has named for the present request
  ConnectionSlot slot_;
  bool is_of_proxy_;
  ConnectionId id_;
  State state_ = State::reading;
  std::optional<Clock::time_point> deadline_;
  bool is_overdue_ = false;
  bool is_last_ = false;  // the connection is closed after this answer
  bool is_head_ = false;

  std::size_t body_limit_ = 0;                            // of the present request
  LargeBodyPlaces::Place large_body_place_;               // while a large body is received
  std::optional<LargeBodyDeadline> large_body_deadline_;  // the same
  beast::flat_buffer in_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string head_;
  std::string body_;

  std::function<void(const std::weak_ptr<HttpStream>&)> start_stream_;  // while the head of a stream is written
  std::deque<SharedMessage> parts_;                                     // of the stream; the first is being written
  std::size_t queued_bytes_ = 0;
  bool must_end_stream_ = false;  // when all parts have been sent
};

}  // namespace

void start_http(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const asio::ip::address& peer, ConnectionSlot slot) {
  prepare(stream.next_layer(), hub->limits.people.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  std::make_shared<HttpSession>(std::move(hub), std::move(stream), peer, std::move(slot))->start();
}

}  // namespace rensa::net
