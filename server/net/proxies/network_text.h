#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rensa::net {

// Returns the text that stands for all addresses that share limits with this one: "192.0.2.7", or "2001:db8::" for
// "2001:db8::1". An IPv6 address may be in brackets. nullopt: the text is no address.
std::optional<std::string> network_of_address(std::string_view text);

}  // namespace rensa::net
