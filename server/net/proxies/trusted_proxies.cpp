#include "server/net/proxies/trusted_proxies.h"

#include <algorithm>
#include <boost/system/error_code.hpp>
#include <stdexcept>

#include "server/net/proxies/addresses.h"

namespace rensa::net {

namespace ip = boost::asio::ip;

namespace {

constexpr unsigned short kAddressBitsV4 = 32;
constexpr unsigned short kAddressBitsV6 = 128;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw std::runtime_error("trusted_proxies: '" + text + "' " + why);
}

// Bits behind the prefix are most often a mistake in the length of the prefix.
template <class Network>
Network without_host_bits(const std::string& text, const Network& network) {
  if (network != network.canonical()) {
    refuse(text, "has bits behind its prefix; the network is " + network.canonical().to_string());
  }
  return network;
}

// Without the scope, which is the interface of a link-local address.
ip::address_v6 bytes_of(const ip::address_v6& address) { return ip::address_v6(address.to_bytes()); }

}  // namespace

TrustedProxies::TrustedProxies(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (text == "unix") {
      contains_unix_socket_ = true;
    } else {
      networks_.push_back(parse_network(text));
    }
  }
}

TrustedProxies::Network TrustedProxies::parse_network(const std::string& text) {
  boost::system::error_code error;
  if (text.find('%') != std::string::npos) refuse(text, "must not name an interface");
  const ip::address address = ip::make_address(text.substr(0, text.find('/')), error);
  if (error) refuse(text, "is no IP address, no network such as 10.0.0.0/8, and not unix");
  if (address.is_v6() && address.to_v6().is_v4_mapped()) refuse(text, "has to be written as an IPv4 address");
  if (text.find('/') == std::string::npos) {
    if (address.is_v4()) return ip::network_v4(address.to_v4(), kAddressBitsV4);
    return ip::network_v6(address.to_v6(), kAddressBitsV6);
  }
  if (address.is_v4()) {
    const ip::network_v4 network = ip::make_network_v4(text, error);
    if (!error) return without_host_bits(text, network);
  } else {
    const ip::network_v6 network = ip::make_network_v6(text, error);
    if (!error) return without_host_bits(text, network);
  }
  refuse(text, "has a prefix that is not a number of bits of this address");
}

bool TrustedProxies::contains(const ip::address& any) const {
  const ip::address address = unmapped_address(any);
  return std::any_of(networks_.begin(), networks_.end(), [&address](const Network& entry) {
    if (const auto* network = std::get_if<ip::network_v4>(&entry)) {
      return address.is_v4() && ip::network_v4(address.to_v4(), network->prefix_length()).canonical() == *network;
    }
    const auto& network = std::get<ip::network_v6>(entry);
    return address.is_v6() && ip::network_v6(bytes_of(address.to_v6()), network.prefix_length()).canonical() == network;
  });
}

}  // namespace rensa::net
