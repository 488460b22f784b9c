#include "clients/cli/remote/http_client.h"

#include <algorithm>
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

#include "engine/rules/numbers.h"

namespace rensa::cli {

namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kTls = "https://";

const char* default_port(bool is_tls) { return is_tls ? "443" : "80"; }

// Returns true if the text can be put into a request: it has no character that would change the form of the request.
bool is_safe_in_request(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > 0x20 && c < 0x7F && c != '?' && c != '#' && c != '@'; });
}

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto kConnectTimeout = 10s;
constexpr auto kResponseTimeout = 60s;                                // a large table takes a while
constexpr std::uint64_t kMaxBytes = 64 * std::uint64_t{1024 * 1024};  // of a response

std::string why_failed(const Error& error) {
  if (error == beast::error::timeout) return "it does not answer in time";
  if (error == http::error::bad_version) {
    return "it does not speak HTTP. Is this the port of a server for workers? Its pages are at its web_port, which is "
           "8787 "
           "if it is not set";
  }
  return error.message();
}

// Makes blocking calls with a time limit. Only asynchronous calls have time limits, so each step is started
// asynchronously and then awaited.
class BlockingCalls {
 public:
  explicit BlockingCalls(const ServerUrl& server) : server_(server) {}

  template <typename Begin>
  void wait_for(Begin begin) {
    Error error;
    begin([&error](const Error& result, auto&&...) { error = result; });
    io.restart();
    io.run();
    if (error) fail(why_failed(error));
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw ServerUnreachable("the server " + text_of(server_) + " cannot be reached: " + why);
  }

  asio::io_context io;

 private:
  const ServerUrl& server_;
};

void connect(BlockingCalls& calls, const ServerUrl& server, beast::tcp_stream& stream) {
  asio::ip::tcp::resolver resolver(calls.io);
  asio::ip::tcp::resolver::results_type found;
  calls.wait_for([&](auto done) {
    resolver.async_resolve(server.host, server.port, [&found, done](const Error& error, auto results) {
      found = std::move(results);
      done(error);
    });
  });
  stream.expires_after(kConnectTimeout);
  calls.wait_for([&](auto done) { stream.async_connect(found, done); });
}

http::request<http::string_body> beast_request_of(const ServerUrl& server, const HttpRequest& request) {
  http::request<http::string_body> message;
  message.version(11);
  message.method_string(request.method);
  message.target(server.path + request.target);
  message.set(http::field::host, host_and_port_of(server));
  message.set(http::field::user_agent, "rensa");
  message.set(http::field::connection, "close");
  if (!request.token.empty()) message.set(http::field::authorization, "Bearer " + request.token);
  if (!request.body.empty()) message.set(http::field::content_type, "application/json");
  message.body() = request.body;
  message.prepare_payload();
  return message;
}

template <typename Stream>
HttpResponse send_and_receive(BlockingCalls& calls, const ServerUrl& server, const HttpRequest& request,
                              Stream& stream) {
  const http::request<http::string_body> message = beast_request_of(server, request);
  beast::get_lowest_layer(stream).expires_after(kResponseTimeout);
  calls.wait_for([&](auto done) { http::async_write(stream, message, done); });
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMaxBytes);
  calls.wait_for([&](auto done) { http::async_read(stream, buffer, parser, done); });
  http::response<http::string_body> response = parser.release();
  return {.status = static_cast<int>(response.result_int()),
          .content_type = response[http::field::content_type],
          .body = std::move(response.body())};
}

HttpResponse send_and_receive_over_tls(BlockingCalls& calls, const ServerUrl& server, const HttpRequest& request,
                                       beast::tcp_stream connection) {
  asio::ssl::context trust(asio::ssl::context::tls_client);
  trust.set_default_verify_paths();
  asio::ssl::stream<beast::tcp_stream> stream(std::move(connection), trust);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(server.host));
  if (SSL_set_tlsext_host_name(stream.native_handle(), server.host.c_str()) != 1)
    calls.fail("its name is not a host name");
  beast::get_lowest_layer(stream).expires_after(kConnectTimeout);
  calls.wait_for([&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
  return send_and_receive(calls, server, request, stream);
}

}  // namespace

rules::Parsed<ServerUrl> server_url_of(std::string_view text) {
  const auto refused = [&](const char* why) {
    return rules::ParseError{.message = std::string(text).append(": ").append(why), .position = 0};
  };
  ServerUrl server;
  server.is_tls = text.starts_with(kTls);
  if (!server.is_tls && !text.starts_with(kPlain))
    return refused(
        "the URL of a server is http://HOST:PORT or https://HOST: the address of its first page in a browser. A server "
        "of this machine has http://127.0.0.1:8787 if its web_port is not set");
  if (!is_safe_in_request(text)) return refused("the URL of a server is a host, a port and perhaps a path");
  const std::string_view rest = text.substr(server.is_tls ? kTls.size() : kPlain.size());
  std::string_view authority = rest.substr(0, rest.find('/'));
  server.path = rest.substr(authority.size());
  while (server.path.ends_with('/')) server.path.pop_back();

  server.port = default_port(server.is_tls);
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    server.port = authority.substr(colon + 1);
    if (!rules::parse_port(server.port))
      return refused("the port has to be a number from 1 to 65535; IPv6 goes in brackets");
    authority = authority.substr(0, colon);
  }
  const bool in_brackets = authority.starts_with('[') && authority.ends_with(']');
  server.host = in_brackets ? authority.substr(1, authority.size() - 2) : authority;
  if (server.host.empty() || server.host.find_first_of("[]") != std::string::npos) return refused("it names no host");
  return server;
}

std::string host_and_port_of(const ServerUrl& server) {
  std::string text;
  if (server.host.find(':') == std::string::npos) {
    text = server.host;
  } else {
    text.append("[").append(server.host).append("]");
  }
  if (server.port != default_port(server.is_tls)) text.append(":").append(server.port);
  return text;
}

std::string text_of(const ServerUrl& server) {
  return std::string(server.is_tls ? kTls : kPlain).append(host_and_port_of(server)).append(server.path);
}

std::string escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                          c == '.' || c == '_' || c == '~';
    if (is_plain) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xF]);
  }
  return out;
}

HttpResponse send_http_request(const ServerUrl& server, const HttpRequest& request) {
  BlockingCalls calls(server);
  beast::tcp_stream stream(calls.io);
  connect(calls, server, stream);
  if (server.is_tls) return send_and_receive_over_tls(calls, server, request, std::move(stream));
  return send_and_receive(calls, server, request, stream);
}

}  // namespace rensa::cli
