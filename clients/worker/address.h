#pragma once

#include <string>
#include <string_view>

#include "engine/rules/parsed.h"

namespace rensa::worker {

// Where a server is: "HOST:PORT", "[::1]:PORT" or "unix:PATH".
struct Address {
  std::string host;
  std::string port;
  std::string path;  // of a Unix socket; then there is no host
  friend bool operator==(const Address&, const Address&) = default;
};

rules::Parsed<Address> address_of(std::string_view text);
std::string text_of(const Address& address);
// True for a Unix socket or a loopback address: this process then takes CPU time from the server.
bool is_on_this_host(const Address& address);

}  // namespace rensa::worker
