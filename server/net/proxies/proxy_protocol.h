#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "server/net/proxies/trusted_proxies.h"

namespace rensa::net {

// The PROXY protocol (https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt), versions 1 and 2: the first bytes
// of a connection, in which a proxy names its client.

// The most bytes of all PROXY headers of a connection, with the extensions of version 2, which are skipped.
inline constexpr std::size_t kMaxProxyHeaderBytes = 1024;

enum class ProxyHeaderState : std::uint8_t {
  incomplete,  // more bytes are needed
  absent,      // the bytes are no PROXY header
  malformed,   // they begin like one, and are none
  complete,
};

struct ProxyHeader {
  ProxyHeaderState state = ProxyHeaderState::incomplete;
  std::size_t size = 0;  // of a complete header
  // The client; nullopt: the header names none, because the connection is one of the proxy itself (LOCAL), or because
  // the proxy does not know the client's address (UNKNOWN).
  std::optional<boost::asio::ip::address> source{};
};

ProxyHeader parse_proxy_header(std::string_view bytes);

// The client of a connection, by the PROXY headers at its beginning.
struct ProxiedClient {
  ProxyHeaderState state = ProxyHeaderState::incomplete;  // never absent
  std::size_t size = 0;                                   // of all headers
  std::optional<boost::asio::ip::address> address{};      // nullopt: the peer at the Unix socket
};

// Reads the headers as long as their writer is trusted: if a header names another trusted proxy, a header of that proxy
// may follow. A trusted proxy that has written no header is the client itself. `peer` is nullopt for the Unix socket.
// Precondition: the peer is trusted.
ProxiedClient find_proxied_client(std::string_view bytes, const std::optional<boost::asio::ip::address>& peer,
                                  const TrustedProxies& proxies);

}  // namespace rensa::net
