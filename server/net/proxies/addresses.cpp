#include "server/net/proxies/addresses.h"

#include <algorithm>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <boost/system/error_code.hpp>

namespace rensa::net {

namespace ip = boost::asio::ip;

ip::address unmapped_address(const ip::address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, any.to_v6());
  return any;
}

std::string shown_address(const ip::address& any) {
  const ip::address shown = unmapped_address(any);
  std::string text = shown.to_string();
  if (shown.is_v6()) text.insert(0, 1, '[').push_back(']');
  return text;
}

std::string address_for_limits(const ip::address& any) {
  const ip::address shown = unmapped_address(any);
  if (shown.is_v4()) return shown.to_string();
  auto bytes = shown.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return ip::address_v6(bytes).to_string();
}

std::optional<ip::address> parse_v4_address(std::string_view text) {
  // The parser of the library stops at a zero byte.
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  boost::system::error_code error;
  const ip::address_v4 address = ip::make_address_v4(text, error);
  if (error) return std::nullopt;
  return address;
}

std::optional<ip::address> parse_v6_address(std::string_view text) {
  if (text.find('%') != std::string_view::npos || text.find('\0') != std::string_view::npos) return std::nullopt;
  boost::system::error_code error;
  const ip::address_v6 address = ip::make_address_v6(text, error);
  if (error) return std::nullopt;
  return unmapped_address(address);
}

}  // namespace rensa::net
