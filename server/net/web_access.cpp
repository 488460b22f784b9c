#include "server/net/web_access.h"

#include <algorithm>

#include "server/net/header_text.h"

namespace rensa::net {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& one) { return same_name(one, name); });
}

// Without the port: "[::1]:80" is "[::1]", "localhost:80" is "localhost".
std::string_view name_of(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  return host.substr(0, end == 0 ? host.size() : end);
}

// "https://duel.example:8443" is "duel.example:8443"; "null" and others that name no host are empty.
std::string_view host_of(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

}  // namespace

bool may_ask(const WebAccess& access, std::string_view host) {
  if (!access.hosts.empty()) return contains(access.hosts, host);
  if (!access.is_loopback) return true;
  const std::string_view name = name_of(host);
  return same_name(name, "localhost") || name == "127.0.0.1" || name == "[::1]";
}

bool may_connect(const WebAccess& access, std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;
  if (!access.origins.empty())
    return std::find(access.origins.begin(), access.origins.end(), origin) != access.origins.end();
  return !host.empty() && same_name(host_of(origin), host);
}

std::string_view chosen_subprotocol(std::string_view offered) {
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
