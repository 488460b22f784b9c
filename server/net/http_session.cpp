#include "server/net/http_session.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>
#include <type_traits>

#include "server/net/answer.h"
#include "server/net/target.h"
#include "server/net/upgrade.h"
#include "server/net/websocket.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

// An answer that nobody has given when its last copy is gone is our fault, and the peer must not wait for it forever.
class Promise {
 public:
  explicit Promise(HttpReply reply) : reply_(std::move(reply)) {}
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;
  ~Promise() { keep(refusal(500, "This request was never answered.")); }

  void keep(HttpResponse response) {
    const HttpReply reply = std::exchange(reply_, nullptr);
    if (reply) reply(std::move(response));
  }

 private:
  HttpReply reply_;
};

template <class Stream>
class HttpSession final : public Held, public std::enable_shared_from_this<HttpSession<Stream>> {
 public:
  HttpSession(std::shared_ptr<Hub> hub, Stream stream, std::string address, Place place)
      : hub_(std::move(hub)),
        stream_(std::move(stream)),
        address_(std::move(address)),
        place_(std::move(place)),
        id_(hub_->next_id()),
        in_(hub_->limits.http_header_bytes + kReadAheadBytes) {}

  void start() {
    hub_->hold(id_, this->shared_from_this());
    ++hub_->counts.open_http;
    if constexpr (kIsTls) {
      set_deadline(hub_->limits.handshake_timeout);
      stream_.async_handshake(asio::ssl::stream_base::server, [self = this->shared_from_this()](const Error& error) {
        if (self->state_ == State::gone) return;
        if (error) return self->finish();
        self->read_header(self->hub_->limits.http_read_timeout);
      });
    } else {
      read_header(hub_->limits.http_read_timeout);
    }
  }

  void check_time(Clock::time_point now) override {
    if (!deadline_ || now <= *deadline_ || state_ == State::gone) return;
    // Who has begun a request hears why it ends; the read under way ends first.
    if (state_ != State::reading || !parser_ || (!parser_->got_some() && in_.size() == 0)) return finish();
    deadline_.reset();
    is_overdue_ = true;
    Error ignored;
    beast::get_lowest_layer(stream_).cancel(ignored);
  }

  void wind_down(CloseReason) override {
    is_last_ = true;
    if (state_ == State::reading && (!parser_ || !parser_->got_some())) finish();
  }

  void drop() override {
    if (state_ == State::gone) return;
    leave();
    Error ignored;
    beast::get_lowest_layer(stream_).close(ignored);
  }

 private:
  static constexpr bool kIsTls = std::is_same_v<Stream, TlsStream>;
  // Read together with a header: the next requests of who does not wait for answers.
  static constexpr std::size_t kReadAheadBytes = 4 * 1024;
  enum class State : std::uint8_t { reading, answering, writing, leaving, gone };

  void read_header(std::chrono::milliseconds timeout) {
    state_ = State::reading;
    set_deadline(timeout);
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(hub_->limits.http_header_bytes));
    parser_->body_limit(hub_->limits.http_body_bytes);
    http::async_read_header(stream_, in_, *parser_, [self = this->shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::gone) return;
      if (error) return self->on_bad_request(error);
      self->on_header();
      self->hub_->look_up();
    });
  }

  void on_header() {
    ++hub_->counts.http_requests;
    const auto& request = parser_->get();
    if (request.version() != 11 && request.version() != 10) return refuse(400, "Speak HTTP/1.1.");
    if (request.count(http::field::host) > 1 || (request.version() == 11 && request[http::field::host].empty())) {
      return refuse(400, "One Host header is needed.");
    }
    if (!may_ask(hub_->access, request[http::field::host])) {
      ++hub_->counts.refused_host;
      return refuse(421, "This server does not answer under that name; its configuration lists the hosts.");
    }
    if (request.count(http::field::transfer_encoding) > 0) return refuse(411, "Send a Content-Length, no chunks.");
    if (request.count(http::field::expect) > 0) return refuse(417, "Send the body without asking first.");
    if (asks_for_upgrade(request)) return on_upgrade();
    if (parser_->is_done()) return on_request();
    set_deadline(hub_->limits.http_read_timeout);
    http::async_read(stream_, in_, *parser_, [self = this->shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::gone) return;
      if (error) return self->on_bad_request(error);
      self->on_request();
    });
  }

  void on_upgrade() {
    const UpgradeVerdict verdict = judge_upgrade(parser_->get(), hub_->access, hub_->echo);
    if (verdict.counted) ++(hub_->counts.*verdict.counted);
    if (verdict.status != 101) return refuse(verdict.status, verdict.sentence);
    leave();
    // What a client sends before it has the answer would have to be carried over; none of them does.
    if (in_.size() > 0) {
      Error ignored;
      beast::get_lowest_layer(stream_).close(ignored);
      return;
    }
    start_websocket(hub_, std::move(stream_), parser_->release(), {address_, verdict.subprotocol}, std::move(place_));
  }

  void on_request() {
    const WebRequest request = parser_->release();
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
    std::optional<Target> target = parse_target(request.target());
    if (!target) return refuse(400, "The path cannot be read.");
    if (!hub_->handler) return answer(refusal(404, "Nothing is here."));
    HttpRequest plain{std::string(request.method_string()),
                      std::move(target->path),
                      std::move(target->query),
                      request.body(),
                      std::string(bearer_of(request[http::field::authorization])),
                      address_,
                      place_.address(),
                      std::string(request[http::field::accept_encoding]),
                      std::string(request[http::field::accept_language]),
                      std::string(request[http::field::if_none_match])};
    state_ = State::answering;
    deadline_.reset();
    // Weak: whoever sits on an answer must not hold a socket that is gone.
    auto promise = std::make_shared<Promise>([weak = this->weak_from_this()](HttpResponse response) {
      const auto self = weak.lock();
      if (self && self->state_ == State::answering) self->answer(std::move(response));
    });
    hub_->handler(plain, [promise](HttpResponse response) { promise->keep(std::move(response)); });
  }

  void on_bad_request(const Error& error) {
    if (is_overdue_) return refuse(408, "The request took too long.");
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return refuse(431, "The headers are too long.");
    }
    if (error == http::error::body_limit) {
      return refuse(413, "The body is longer than " + std::to_string(hub_->limits.http_body_bytes) + " bytes.");
    }
    const bool is_of_parser = error.category() == http::make_error_code(http::error::bad_method).category();
    if (!is_of_parser || error == http::error::end_of_stream || error == http::error::partial_message) return finish();
    refuse(400, "This is no HTTP request: " + error.message() + ".");
  }

  // For requests after which nothing more can be read.
  void refuse(int status, std::string sentence) {
    is_last_ = true;
    is_head_ = parser_->is_header_done() && parser_->get().method() == http::verb::head;
    answer(refusal(status, std::move(sentence)));
  }

  void answer(HttpResponse response) {
    state_ = State::writing;
    set_deadline(hub_->limits.http_write_timeout);
    head_ = answer_head(response, !is_last_);
    body_ = is_head_ || !has_body(response.status) ? std::string() : std::move(response.body);
    hub_->counts.http_bytes_out += body_.size();
    const std::array<asio::const_buffer, 2> both{asio::buffer(head_), asio::buffer(body_)};
    asio::async_write(stream_, both, [self = this->shared_from_this()](const Error& error, std::size_t) {
      if (self->state_ == State::gone) return;
      if (error) return self->finish();
      self->body_ = {};
      if (self->is_last_) return self->say_goodbye();
      self->read_header(self->hub_->limits.http_keep_alive_timeout);
    });
  }

  // What is still under way to us is read and thrown away, so that our answer is not lost to a reset.
  void say_goodbye() {
    state_ = State::leaving;
    set_deadline(hub_->limits.close_grace);
    if constexpr (kIsTls) {
      stream_.async_shutdown([self = this->shared_from_this()](const Error&) { self->finish(); });
    } else {
      Error error;
      stream_.shutdown(asio::socket_base::shutdown_send, error);
      throw_away();
    }
  }

  void throw_away() {
    in_.clear();
    stream_.async_read_some(in_.prepare(kReadAheadBytes),
                            [self = this->shared_from_this()](const Error& error, std::size_t) {
                              if (self->state_ == State::gone) return;
                              if (error) return self->finish();
                              self->throw_away();
                            });
  }

  void set_deadline(std::chrono::milliseconds timeout) { deadline_ = Clock::now() + timeout; }

  void leave() {
    state_ = State::gone;
    --hub_->counts.open_http;
    hub_->release(id_);
  }

  void finish() {
    const auto keep = this->shared_from_this();
    drop();
  }

  std::shared_ptr<Hub> hub_;
  Stream stream_;
  std::string address_;
  Place place_;
  ConnectionId id_;
  State state_ = State::reading;
  std::optional<Clock::time_point> deadline_;
  bool is_overdue_ = false;
  bool is_last_ = false;  // the connection ends with this answer
  bool is_head_ = false;

  beast::flat_buffer in_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string head_;
  std::string body_;
};

}  // namespace

void start_http(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place) {
  prepare(socket, hub->limits.people.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  std::make_shared<HttpSession<TcpSocket>>(std::move(hub), std::move(socket), std::move(address), std::move(place))
      ->start();
}

void start_http_tls(std::shared_ptr<Hub> hub, TcpSocket socket, std::string address, Place place,
                    asio::ssl::context& tls) {
  prepare(socket, hub->limits.people.queue.kernel_buffer_bytes, hub->limits.idle_timeout);
  TlsStream stream(std::move(socket), tls);
  std::make_shared<HttpSession<TlsStream>>(std::move(hub), std::move(stream), std::move(address), std::move(place))
      ->start();
}

}  // namespace rensa::net
