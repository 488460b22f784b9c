#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/forwarded.h"
#include "server/net/proxies/proxy_protocol.h"
#include "tests/fuzz/input.h"

// The input is sent by a client through a trusted proxy, or by a trusted proxy by mistake. In any case, the client is
// the one that the proxy has appended, and no header is longer than its bytes.

namespace {

using rensa::fuzz::require;
using namespace rensa::net;
using boost::asio::ip::make_address;

const boost::asio::ip::address kProxy = make_address("127.0.0.1");
const boost::asio::ip::address kClient = make_address("203.0.113.7");

const TrustedProxies& proxies() {
  static const TrustedProxies kProxies({"127.0.0.1", "10.0.0.0/8"});
  return kProxies;
}

void check_headers(std::string_view input) {
  const std::string appended = std::string(input) + ", 203.0.113.7";
  require(client_address(kProxy, {.x_forwarded_for = {appended}, .forwarded = {input}}, proxies()) == kClient);
  require(client_address(kProxy, {.x_forwarded_for = {input, "203.0.113.7"}, .forwarded = {}}, proxies()) == kClient);
  for (const char* entry :
       {", for=203.0.113.7", ",proto=http;For=\"203.0.113.7:80\"", ", for=203.0.113.7, for=10.0.0.1"}) {
    const std::string forwarded = std::string(input) + entry;
    require(client_address(kProxy, {.x_forwarded_for = {}, .forwarded = {forwarded}}, proxies()) == kClient);
  }
  require(client_address(kClient, {.x_forwarded_for = {input}, .forwarded = {input}}, proxies()) == kClient);
  // Any result will do where the trusted part itself is arbitrary.
  client_address(kProxy, {.x_forwarded_for = {input}, .forwarded = {}}, proxies());
  client_address(kProxy, {.x_forwarded_for = {}, .forwarded = {input}}, proxies());
}

void check_proxy_protocol(std::string_view input) {
  const ProxyHeader header = parse_proxy_header(input);
  if (header.state == ProxyHeaderState::complete) {
    require(header.size > 0 && header.size <= input.size() && header.size <= kMaxProxyHeaderBytes);
    require(parse_proxy_header(input.substr(0, header.size)).state == ProxyHeaderState::complete);
    require(parse_proxy_header(input.substr(0, header.size - 1)).state == ProxyHeaderState::incomplete);
  }
  const ProxiedClient client = find_proxied_client(input, kProxy, proxies());
  require(client.state != ProxyHeaderState::absent);
  require(client.state != ProxyHeaderState::incomplete || input.size() < kMaxProxyHeaderBytes);
  require(client.size <= input.size());
  const std::string named = "PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n" + std::string(input);
  const ProxiedClient behind = find_proxied_client(named, kProxy, proxies());
  require(behind.state == ProxyHeaderState::complete && behind.address == kClient);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  check_headers(input);
  check_proxy_protocol(input);
  return 0;
}
