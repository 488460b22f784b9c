#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rensa::net {

// The pages that may open a WebSocket, and the host names under which this server answers.
struct WebAccess {
  // Exactly as browsers send them: "https://duel.example". Empty: only pages of this server, whose Origin has the host
  // and port of the Host header.
  std::vector<std::string> origins;
  // Host headers, with the port if there is one: "duel.example", "localhost:8080". Empty: any name; but on a loopback
  // address only loopback names, so that a foreign name that resolves to it does not admit pages of that name.
  std::vector<std::string> hosts;
  bool is_loopback = true;
};

bool is_host_allowed(const WebAccess& access, std::string_view host);
// An empty origin is allowed: the client is not a browser. Precondition: is_host_allowed().
bool is_origin_allowed(const WebAccess& access, std::string_view origin, std::string_view host);

// Returns the first subprotocol of a Sec-WebSocket-Protocol header that this server speaks; empty if there is none.
std::string_view choose_subprotocol(std::string_view offered);

inline constexpr std::string_view kBinarySubprotocol = "rensa.v1.pb";
inline constexpr std::string_view kTextSubprotocol = "rensa.v1.json";

}  // namespace rensa::net
