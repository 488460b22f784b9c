#include "server/net/proxies/network_text.h"

#include "server/net/proxies/addresses.h"

namespace rensa::net {

std::optional<std::string> network_of_address(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  auto address = parse_v4_address(text);
  if (!address) address = parse_v6_address(text);
  if (!address) return std::nullopt;
  return address_for_limits(*address);
}

}  // namespace rensa::net
