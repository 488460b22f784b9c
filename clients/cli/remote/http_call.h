#pragma once

#include <stdexcept>
#include <string>

#include "clients/cli/remote/server_url.h"

namespace rensa::cli {

// One question to a server, over a connection of its own, and its answer. Over TLS the server's certificate has to be
// one that this system trusts.

struct HttpQuestion {
  std::string method = "GET";
  std::string target;  // path and query, after the server's own path
  std::string token;   // empty: none
  std::string body = {};
};

struct HttpAnswer {
  int status = 0;
  std::string content_type;
  std::string body;
};

// No answer came: no server listens there, the answer took too long, or it was not HTTP.
struct Unreachable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Blocks until the answer is there, a minute at most. Throws Unreachable with a sentence that names the server.
HttpAnswer http_call(const ServerUrl& server, const HttpQuestion& question);

}  // namespace rensa::cli
