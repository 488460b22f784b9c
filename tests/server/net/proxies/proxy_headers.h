#pragma once

#include <string>

namespace rensa::net {

// Headers of version 2 of the PROXY protocol, as proxies send them.

// Names a client, by an IPv4 or an IPv6 address. `extensions`: the bytes behind the addresses.
std::string proxy_v2(const std::string& address, const std::string& extensions = "");
// Says that the proxy itself is the client, for example to check the server.
std::string proxy_v2_local();

}  // namespace rensa::net
