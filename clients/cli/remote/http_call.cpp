#include "clients/cli/remote/http_call.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <cstddef>
#include <utility>

namespace rensa::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto kToConnect = 10s;
constexpr auto kToAnswer = 60s;                                        // a large table takes a while
constexpr std::uint64_t kMostBytes = 64 * std::uint64_t{1024 * 1024};  // of an answer

// Only asynchronous calls have a time limit, so each step is started asynchronously and then awaited.
class Steps {
 public:
  explicit Steps(const ServerUrl& server) : server_(server) {}

  template <typename Begin>
  void take(Begin begin) {
    Error error;
    begin([&error](const Error& result, auto&&...) { error = result; });
    io.restart();
    io.run();
    if (error) fail(error == beast::error::timeout ? "it does not answer in time" : error.message());
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw Unreachable("the server " + text_of(server_) + " cannot be asked: " + why);
  }

  asio::io_context io;

 private:
  const ServerUrl& server_;
};

void connect(Steps& steps, const ServerUrl& server, beast::tcp_stream& stream) {
  asio::ip::tcp::resolver resolver(steps.io);
  asio::ip::tcp::resolver::results_type found;
  steps.take([&](auto done) {
    resolver.async_resolve(server.host, server.port, [&found, done](const Error& error, auto results) {
      found = std::move(results);
      done(error);
    });
  });
  stream.expires_after(kToConnect);
  steps.take([&](auto done) { stream.async_connect(found, done); });
}

http::request<http::string_body> request_of(const ServerUrl& server, const HttpQuestion& question) {
  http::request<http::string_body> request;
  request.version(11);
  request.method_string(question.method);
  request.target(server.path + question.target);
  request.set(http::field::host, authority_of(server));
  request.set(http::field::user_agent, "rensa");
  request.set(http::field::connection, "close");
  if (!question.token.empty()) request.set(http::field::authorization, "Bearer " + question.token);
  if (!question.body.empty()) request.set(http::field::content_type, "application/json");
  request.body() = question.body;
  request.prepare_payload();
  return request;
}

template <typename Stream>
HttpAnswer exchange(Steps& steps, const ServerUrl& server, const HttpQuestion& question, Stream& stream) {
  const http::request<http::string_body> request = request_of(server, question);
  beast::get_lowest_layer(stream).expires_after(kToAnswer);
  steps.take([&](auto done) { http::async_write(stream, request, done); });
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostBytes);
  steps.take([&](auto done) { http::async_read(stream, buffer, parser, done); });
  http::response<http::string_body> response = parser.release();
  return {.status = static_cast<int>(response.result_int()),
          .content_type = response[http::field::content_type],
          .body = std::move(response.body())};
}

HttpAnswer exchange_over_tls(Steps& steps, const ServerUrl& server, const HttpQuestion& question,
                             beast::tcp_stream connection) {
  asio::ssl::context trust(asio::ssl::context::tls_client);
  trust.set_default_verify_paths();
  asio::ssl::stream<beast::tcp_stream> stream(std::move(connection), trust);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(server.host));
  if (SSL_set_tlsext_host_name(stream.native_handle(), server.host.c_str()) != 1) steps.fail("its name is no host's");
  beast::get_lowest_layer(stream).expires_after(kToConnect);
  steps.take([&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
  return exchange(steps, server, question, stream);
}

}  // namespace

HttpAnswer http_call(const ServerUrl& server, const HttpQuestion& question) {
  Steps steps(server);
  beast::tcp_stream stream(steps.io);
  connect(steps, server, stream);
  if (server.is_tls) return exchange_over_tls(steps, server, question, std::move(stream));
  return exchange(steps, server, question, stream);
}

}  // namespace rensa::cli
