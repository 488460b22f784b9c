#include "server/net/forwarded.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "server/net/http.h"
#include "server/net/proxies/addresses.h"

namespace rensa::net {

namespace ip = boost::asio::ip;

namespace {

bool is_node_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_colon_and_node_port(std::string_view text) { return text.starts_with(':') && is_node_port(text.substr(1)); }

// Returns the position at which the last entry of a list begins. In Forwarded, a comma in quotes separates nothing. The
// quotes are counted from the end, so that a quote in the part that a client has sent does not reach into the part that
// a proxy has appended.
std::size_t begin_of_last_entry(std::string_view list) {
  bool is_in_quotes = false;
  for (std::size_t at = list.size(); at > 0; --at) {
    const char c = list[at - 1];
    if (c == '"') is_in_quotes = !is_in_quotes;
    if (c == ',' && !is_in_quotes) return at;
  }
  return 0;
}

// The entries of all lines of a header, from the last one to the first.
class EntriesFromEnd {
 public:
  explicit EntriesFromEnd(const std::vector<std::string_view>& lines) : lines_(lines) {}

  // Returns nullopt if there are no more.
  std::optional<std::string_view> next() {
    if (lines_.empty()) return std::nullopt;
    std::string_view& line = lines_.back();
    const std::size_t begin = begin_of_last_entry(line);
    const std::string_view entry = trimmed(line.substr(begin));
    if (begin == 0) {
      lines_.pop_back();
    } else {
      line = line.substr(0, begin - 1);
    }
    return entry;
  }

 private:
  std::vector<std::string_view> lines_;
};

// Removes the quotes around a value. Returns nullopt if it has a quote elsewhere.
std::optional<std::string_view> unquoted(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  if (value.find('"') != std::string_view::npos) return std::nullopt;
  return value;
}

// Returns the end of the first pair of an entry of Forwarded. A semicolon in quotes separates nothing.
std::size_t end_of_pair(std::string_view entry) {
  bool is_in_quotes = false;
  const auto end = std::find_if(entry.begin(), entry.end(), [&is_in_quotes](char c) {
    if (c == '"') is_in_quotes = !is_in_quotes;
    return c == ';' && !is_in_quotes;
  });
  return static_cast<std::size_t>(end - entry.begin());
}

}  // namespace

std::optional<ip::address> address_of_node(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && !is_colon_and_node_port(rest)) return std::nullopt;
    return parse_v6_address(text.substr(1, end - 1));
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return parse_v4_address(text);
  if (text.find(':', colon + 1) != std::string_view::npos) return parse_v6_address(text);
  if (!is_colon_and_node_port(text.substr(colon))) return std::nullopt;
  return parse_v4_address(text.substr(0, colon));
}

std::optional<ip::address> address_of_forwarded(std::string_view entry) {
  // No address needs an escape. Without them, quotes are the same from both ends.
  if (entry.find('\\') != std::string_view::npos) return std::nullopt;
  std::optional<ip::address> address;
  for (std::string_view rest = entry; !rest.empty();) {
    const std::size_t end = end_of_pair(rest);
    const std::string_view pair = trimmed(rest.substr(0, end));
    rest = rest.substr(std::min(rest.size(), end + 1));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !equals_ignoring_case(pair.substr(0, equals), "for")) continue;
    const std::optional<std::string_view> value = unquoted(pair.substr(equals + 1));
    if (!value || address) return std::nullopt;
    address = address_of_node(*value);
    if (!address) return std::nullopt;
  }
  return address;
}

ip::address client_address(const ip::address& peer, const ForwardingHeaders& headers, const TrustedProxies& proxies) {
  const bool is_forwarded = headers.x_forwarded_for.empty();
  EntriesFromEnd entries(is_forwarded ? headers.forwarded : headers.x_forwarded_for);
  ip::address client = peer;
  while (proxies.contains(client)) {
    const std::optional<std::string_view> entry = entries.next();
    if (!entry) break;
    const std::optional<ip::address> named = is_forwarded ? address_of_forwarded(*entry) : address_of_node(*entry);
    if (!named) break;
    client = *named;
  }
  return client;
}

}  // namespace rensa::net
