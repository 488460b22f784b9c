#pragma once

#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "server/net/proxies/trusted_proxies.h"

namespace rensa::net {

// The address of the client of a request that has come through proxies, as they name it in its headers.

// The values of these headers, one for each line, in the order of the request.
struct ForwardingHeaders {
  std::vector<std::string_view> x_forwarded_for;
  std::vector<std::string_view> forwarded;  // RFC 7239; is not read if there is an X-Forwarded-For
};

// Each proxy appends the address of its own peer at the end, so only the part that trusted proxies have appended is
// believed: the entries are read from the end, and the first address that is not one of a trusted proxy is the client.
// An entry that names no address ends the search, and then the proxy that wrote it counts as the client. So does a
// proxy that has written nothing.
boost::asio::ip::address client_address(const boost::asio::ip::address& peer, const ForwardingHeaders& headers,
                                        const TrustedProxies& proxies);

// Returns the address of an entry of X-Forwarded-For: "192.0.2.1", "2001:db8::1" or "[2001:db8::1]", and perhaps a port
// after an IPv4 address or after the brackets.
std::optional<boost::asio::ip::address> address_of_node(std::string_view text);
// Returns the address in `for` of an entry of Forwarded: for="[2001:db8::1]:4711";proto=https
std::optional<boost::asio::ip::address> address_of_forwarded(std::string_view entry);

}  // namespace rensa::net
