#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <variant>
#include <vector>

namespace rensa::net {

// The proxies that the operator trusts. Such a proxy is believed when it names the address of its client; all other
// peers are clients themselves.
class TrustedProxies {
 public:
  TrustedProxies() = default;
  // Each text is an address ("127.0.0.1", "::1"), a network ("10.0.0.0/8", "fd00::/8"), or "unix": all peers that
  // connect to the Unix socket of workers. Throws std::runtime_error with one sentence if a text is something else.
  explicit TrustedProxies(const std::vector<std::string>& texts);

  bool contains(const boost::asio::ip::address& address) const;
  bool contains_unix_socket() const { return contains_unix_socket_; }

 private:
  using Network = std::variant<boost::asio::ip::network_v4, boost::asio::ip::network_v6>;

  static Network parse_network(const std::string& text);

  std::vector<Network> networks_;
  bool contains_unix_socket_ = false;
};

}  // namespace rensa::net
