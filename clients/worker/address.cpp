#include "clients/worker/address.h"

#include <charconv>

namespace rensa::worker {

namespace {

constexpr std::string_view kUnix = "unix:";

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535;
}

}  // namespace

rules::Parsed<Address> address_of(std::string_view text) {
  const auto refused = [&](const std::string& why) {
    return rules::ParseError{.message = std::string(text).append(": ").append(why), .position = 0};
  };
  Address address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    if (address.path.empty()) return refused("a path has to follow unix:");
    return address;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return refused("an address is HOST:PORT or unix:PATH");
  address.host = text.substr(0, colon);
  address.port = text.substr(colon + 1);
  if (!is_port(address.port)) return refused("the port has to be a number from 1 to 65535");
  const bool in_brackets = address.host.starts_with('[') && address.host.ends_with(']') && address.host.size() > 2;
  if (in_brackets) address.host = address.host.substr(1, address.host.size() - 2);
  if (!in_brackets && address.host.find(':') != std::string::npos) return refused("IPv6 goes in brackets: [::1]:PORT");
  return address;
}

std::string text_of(const Address& address) {
  std::string text;
  if (!address.path.empty()) return text.append(kUnix).append(address.path);
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  if (is_ipv6) return text.append("[").append(address.host).append("]:").append(address.port);
  return text.append(address.host).append(":").append(address.port);
}

bool is_on_this_host(const Address& address) {
  return !address.path.empty() || address.host == "localhost" || address.host == "::1" ||
         address.host.starts_with("127.");
}

}  // namespace rensa::worker
