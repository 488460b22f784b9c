#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/rules/parsed.h"

namespace rensa::cli {

// The URL at which a server answers HTTP: "http://HOST" or "https://HOST:PORT", perhaps with a path that a proxy adds.
struct ServerUrl {
  bool is_tls = false;
  std::string host;  // IPv6 addresses without brackets
  std::string port;
  std::string path;  // before all paths of the server: empty, or "/rensa"
  friend bool operator==(const ServerUrl&, const ServerUrl&) = default;
};

rules::Parsed<ServerUrl> server_url_of(std::string_view text);

// Returns the host, and the port unless it is the default of the scheme.
std::string host_and_port_of(const ServerUrl& server);
std::string text_of(const ServerUrl& server);

// Escapes a text for a path or a query.
std::string escaped(std::string_view text);

struct HttpRequest {
  std::string method = "GET";
  std::string target;  // path and query, after the server's own path
  std::string token;   // empty: none
  std::string body = {};
};

struct HttpResponse {
  int status = 0;
  std::string content_type;
  std::string body;
};

// The server sent no response: it does not run, the response took too long, or it was not HTTP.
struct ServerUnreachable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Sends one request over a new connection and waits for the response, at most a minute. Over TLS, this system has to
// trust the certificate of the server. Throws ServerUnreachable with a sentence that names the server.
HttpResponse send_http_request(const ServerUrl& server, const HttpRequest& request);

}  // namespace rensa::cli
