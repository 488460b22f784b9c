#pragma once

#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::net {

// Returns an IPv4 address that is mapped to IPv6 as that IPv4 address, and any other address as it is.
boost::asio::ip::address unmapped_address(const boost::asio::ip::address& address);
// Returns "127.0.0.1" or "[2001:db8::1]"; an IPv4 address that is mapped to IPv6 is shown as IPv4.
std::string shown_address(const boost::asio::ip::address& address);
// Returns the part of an address that shares limits: of IPv6 the first 64 bits, which belong to one subscriber.
std::string address_for_limits(const boost::asio::ip::address& address);

// Parse an address from outside. The text may not name an interface ("fe80::1%eth0"), since it is one of another
// machine. An IPv4 address that is mapped to IPv6 is returned as IPv4.
std::optional<boost::asio::ip::address> parse_v4_address(std::string_view text);
std::optional<boost::asio::ip::address> parse_v6_address(std::string_view text);

}  // namespace rensa::net
