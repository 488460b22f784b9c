#include "server/net/web_access.h"

#include <algorithm>

#include "server/net/http_syntax.h"

namespace rensa::net {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& one) { return equals_ignoring_case(one, name); });
}

// Removes the port: "[::1]:80" becomes "[::1]", "localhost:80" becomes "localhost".
std::string_view name_of(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  return host.substr(0, end == 0 ? host.size() : end);
}

// Returns "duel.example:8443" for "https://duel.example:8443"; empty for "null" and other origins without a host.
std::string_view host_of(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

}  // namespace

bool is_host_allowed(const WebAccess& access, std::string_view host) {
  if (!access.hosts.empty()) return contains(access.hosts, host);
  if (!access.is_loopback) return true;
  const std::string_view name = name_of(host);
  return equals_ignoring_case(name, "localhost") || name == "127.0.0.1" || name == "[::1]";
}

bool is_origin_allowed(const WebAccess& access, std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;
  if (!access.origins.empty())
    return std::find(access.origins.begin(), access.origins.end(), origin) != access.origins.end();
  return !host.empty() && equals_ignoring_case(host_of(origin), host);
}

std::string_view choose_subprotocol(std::string_view offered) {
  while (!offered.empty()) {
    const std::size_t comma = std::min(offered.find(','), offered.size());
    const std::string_view one = trimmed(offered.substr(0, comma));
    for (const std::string_view spoken : {kBinarySubprotocol, kTextSubprotocol}) {
      if (one == spoken) return spoken;
    }
    offered.remove_prefix(std::min(comma + 1, offered.size()));
  }
  return {};
}

}  // namespace rensa::net
