#include "tests/server/net/proxies/proxy_headers.h"

#include <arpa/inet.h>
#include <array>

namespace rensa::net {
namespace {

const std::string kSignature("\r\n\r\n\0\r\nQUIT\n", 12);

std::string binary_header(char command, char family, const std::string& rest) {
  std::string header = kSignature;
  header += command;
  header += family;
  header += static_cast<char>(rest.size() / 256);
  header += static_cast<char>(rest.size() % 256);
  return header + rest;
}

std::string bytes_of_address(const std::string& address) {
  std::array<char, 16> bytes{};
  const bool is_v6 = address.find(':') != std::string::npos;
  inet_pton(is_v6 ? AF_INET6 : AF_INET, address.c_str(), bytes.data());
  return {bytes.data(), is_v6 ? 16U : 4U};
}

}  // namespace

std::string proxy_v2(const std::string& address, const std::string& extensions) {
  const std::string source = bytes_of_address(address);
  const std::string destination(source.size(), '\1');
  const std::string ports("\x12\x34\x56\x78", 4);
  return binary_header('\x21', source.size() == 4 ? '\x11' : '\x21', source + destination + ports + extensions);
}

std::string proxy_v2_local() { return binary_header('\x20', '\0', ""); }

}  // namespace rensa::net
