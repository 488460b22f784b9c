#include "server/net/target.h"

#include <algorithm>

namespace rensa::net {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool climbs(std::string_view path) {
  for (std::size_t at = path.find("/.."); at != std::string_view::npos; at = path.find("/..", at + 1)) {
    if (at + 3 == path.size() || path[at + 3] == '/') return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size() || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0) return std::nullopt;
    out.push_back(static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])));
    i += 2;
  }
  return out;
}

std::optional<Target> parse_target(std::string_view text) {
  // Proxies ask in the absolute form; the host in it says no more than the Host header.
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    text.remove_prefix(std::min(text.find('/'), text.size()));
  }
  const std::size_t mark = std::min(text.find('?'), text.size());
  std::optional<std::string> path = unescaped(text.substr(0, mark));
  if (!path || !path->starts_with('/') || climbs(*path)) return std::nullopt;
  if (std::any_of(path->begin(), path->end(), is_control)) return std::nullopt;
  return Target{std::move(*path), std::string(text.substr(std::min(mark + 1, text.size())))};
}

std::string_view bearer_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() < kScheme.size()) return {};
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char c = authorization[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != kScheme[i]) return {};
  }
  const std::size_t begin = authorization.find_first_not_of(' ', kScheme.size());
  return begin == std::string_view::npos ? std::string_view{} : authorization.substr(begin);
}

}  // namespace rensa::net
