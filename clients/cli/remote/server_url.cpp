#include "clients/cli/remote/server_url.h"

#include <algorithm>
#include <charconv>

namespace rensa::cli {

namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kTls = "https://";

const char* own_port(bool is_tls) { return is_tls ? "443" : "80"; }

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535;
}

// Returns true if the text has no character that would change the request in which it is placed.
bool is_harmless(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > 0x20 && c < 0x7F && c != '?' && c != '#' && c != '@'; });
}

}  // namespace

rules::Parsed<ServerUrl> server_url_of(std::string_view text) {
  const auto refused = [&](const char* why) {
    return rules::ParseError{.message = std::string(text).append(": ").append(why), .position = 0};
  };
  ServerUrl server;
  server.is_tls = text.starts_with(kTls);
  if (!server.is_tls && !text.starts_with(kPlain))
    return refused("the URL of a server is http://HOST:PORT or https://");
  if (!is_harmless(text)) return refused("the URL of a server is a host, a port and perhaps a path");
  const std::string_view rest = text.substr(server.is_tls ? kTls.size() : kPlain.size());
  std::string_view authority = rest.substr(0, rest.find('/'));
  server.path = rest.substr(authority.size());
  while (server.path.ends_with('/')) server.path.pop_back();

  server.port = own_port(server.is_tls);
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    server.port = authority.substr(colon + 1);
    if (!is_port(server.port)) return refused("the port has to be a number from 1 to 65535; IPv6 goes in brackets");
    authority = authority.substr(0, colon);
  }
  const bool in_brackets = authority.starts_with('[') && authority.ends_with(']');
  server.host = in_brackets ? authority.substr(1, authority.size() - 2) : authority;
  if (server.host.empty() || server.host.find_first_of("[]") != std::string::npos) return refused("it names no host");
  return server;
}

std::string authority_of(const ServerUrl& server) {
  std::string text;
  if (server.host.find(':') == std::string::npos) {
    text = server.host;
  } else {
    text.append("[").append(server.host).append("]");
  }
  if (server.port != own_port(server.is_tls)) text.append(":").append(server.port);
  return text;
}

std::string text_of(const ServerUrl& server) {
  return std::string(server.is_tls ? kTls : kPlain).append(authority_of(server)).append(server.path);
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

}  // namespace rensa::cli
