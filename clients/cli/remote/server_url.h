#pragma once

#include <string>
#include <string_view>

#include "engine/rules/parsed.h"

namespace rensa::cli {

// Where a server answers HTTP: "http://HOST", "https://HOST:PORT", and perhaps a path behind which a proxy has put it.
struct ServerUrl {
  bool is_tls = false;
  std::string host;  // of IPv6 without its brackets
  std::string port;
  std::string path;  // before all paths of the server: empty, or "/rensa"
  friend bool operator==(const ServerUrl&, const ServerUrl&) = default;
};

rules::Parsed<ServerUrl> server_url_of(std::string_view text);

// The host, and the port where it is not the scheme's own.
std::string authority_of(const ServerUrl& server);
std::string text_of(const ServerUrl& server);

// A text as a part of a path.
std::string escaped(std::string_view text);

}  // namespace rensa::cli
