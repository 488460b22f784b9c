#include "server/net/proxies/proxy_protocol.h"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <charconv>
#include <string>

#include "server/net/proxies/addresses.h"

namespace rensa::net {

namespace ip = boost::asio::ip;

namespace {

constexpr std::string_view kTextSignature = "PROXY ";
constexpr std::size_t kMaxTextBytes = 107;  // with the end of the line

constexpr std::string_view kBinarySignature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::size_t kBinaryHeadBytes = 16;  // after which the addresses come
constexpr std::size_t kAddressesBytesV4 = 12;
constexpr std::size_t kAddressesBytesV6 = 36;
constexpr std::size_t kAddressesBytesUnix = 216;

constexpr ProxyHeader kMalformed{.state = ProxyHeaderState::malformed};
constexpr ProxyHeader kIncomplete{.state = ProxyHeaderState::incomplete};

bool begins_like(std::string_view bytes, std::string_view signature) {
  const std::size_t compared = std::min(bytes.size(), signature.size());
  return bytes.substr(0, compared) == signature.substr(0, compared);
}

ProxyHeader complete(std::size_t size, std::optional<ip::address> source) {
  return {.state = ProxyHeaderState::complete, .size = size, .source = std::move(source)};
}

bool is_port_number(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && (text.size() == 1 || text.front() != '0');
}

std::optional<ip::address> parse_address_of(std::string_view family, std::string_view text) {
  if (family == "TCP4") return parse_v4_address(text);
  if (family == "TCP6") return parse_v6_address(text);
  return std::nullopt;
}

// Takes the word before the next space, and that space; at the end all the rest.
std::string_view take_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = rest.substr(std::min(rest.size(), end + 1));
  return word;
}

// "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n"
ProxyHeader parse_text_header(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, kMaxTextBytes).find("\r\n");
  if (end == std::string_view::npos) return bytes.size() < kMaxTextBytes ? kIncomplete : kMalformed;
  const std::size_t size = end + 2;
  std::string_view rest = bytes.substr(kTextSignature.size(), end - kTextSignature.size());
  const bool has_words = std::count(rest.begin(), rest.end(), ' ') == 4;
  const std::string_view family = take_word(rest);
  if (family == "UNKNOWN") return complete(size, std::nullopt);
  if (!has_words) return kMalformed;
  const std::optional<ip::address> source = parse_address_of(family, take_word(rest));
  const std::optional<ip::address> destination = parse_address_of(family, take_word(rest));
  const bool has_ports = is_port_number(take_word(rest)) && is_port_number(take_word(rest));
  if (!source || !destination || !has_ports) return kMalformed;
  return complete(size, source);
}

template <class Address>
std::optional<ip::address> source_of_bytes(std::string_view addresses) {
  typename Address::bytes_type bytes;
  std::copy_n(addresses.begin(), bytes.size(), bytes.begin());
  return unmapped_address(Address(bytes));
}

unsigned byte_of(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

ProxyHeader parse_binary_header(std::string_view bytes) {
  if (bytes.size() < kBinaryHeadBytes) return kIncomplete;
  const unsigned version_and_command = byte_of(bytes, 12);
  const unsigned family_and_protocol = byte_of(bytes, 13);
  const std::size_t more = byte_of(bytes, 14) * 256 + byte_of(bytes, 15);
  const std::size_t size = kBinaryHeadBytes + more;
  if (version_and_command != 0x20 && version_and_command != 0x21) return kMalformed;
  if (size > kMaxProxyHeaderBytes) return kMalformed;
  if (bytes.size() < size) return kIncomplete;
  const bool is_local = version_and_command == 0x20;
  if (is_local) return complete(size, std::nullopt);
  const std::string_view addresses = bytes.substr(kBinaryHeadBytes, more);
  switch (family_and_protocol) {
    case 0x00:  // unspecified
      return complete(size, std::nullopt);
    case 0x11:  // TCP over IPv4
      return more < kAddressesBytesV4 ? kMalformed : complete(size, source_of_bytes<ip::address_v4>(addresses));
    case 0x21:  // TCP over IPv6
      return more < kAddressesBytesV6 ? kMalformed : complete(size, source_of_bytes<ip::address_v6>(addresses));
    case 0x31:  // a Unix socket of the proxy
      return more < kAddressesBytesUnix ? kMalformed : complete(size, std::nullopt);
    default:
      return kMalformed;
  }
}

}  // namespace

ProxyHeader parse_proxy_header(std::string_view bytes) {
  if (begins_like(bytes, kTextSignature)) {
    return bytes.size() < kTextSignature.size() ? kIncomplete : parse_text_header(bytes);
  }
  if (begins_like(bytes, kBinarySignature)) return parse_binary_header(bytes);
  return {.state = ProxyHeaderState::absent};
}

ProxiedClient find_proxied_client(std::string_view bytes, const std::optional<ip::address>& peer,
                                  const TrustedProxies& proxies) {
  ProxiedClient client{.state = ProxyHeaderState::complete, .size = 0, .address = peer};
  do {
    const ProxyHeader header = parse_proxy_header(bytes.substr(client.size));
    if (header.state == ProxyHeaderState::absent) break;
    if (header.state != ProxyHeaderState::complete) {
      const bool is_too_long = bytes.size() >= kMaxProxyHeaderBytes;
      client.state = is_too_long ? ProxyHeaderState::malformed : header.state;
      break;
    }
    client.size += header.size;
    if (!header.source) break;
    client.address = header.source;
  } while (proxies.contains(*client.address));
  if (client.size > kMaxProxyHeaderBytes) client.state = ProxyHeaderState::malformed;
  return client;
}

}  // namespace rensa::net
