#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rensa::net {

// Which pages may open a WebSocket and under which names this server answers.
struct WebAccess {
  // Exact, as browsers send them: "https://duel.example". Empty: only pages of this very server, that is an Origin
  // whose host and port are those of the Host header.
  std::vector<std::string> origins;
  // Host headers, with the port if there is one: "duel.example", "localhost:8080". Empty: any, but on a loopback
  // address only names of loopback, so that no foreign name that resolves to it lets a page of that name in.
  std::vector<std::string> hosts;
  bool is_loopback = true;
};

bool may_ask(const WebAccess& access, std::string_view host);
// An empty origin is none at all: no browser. Precondition: may_ask().
bool may_connect(const WebAccess& access, std::string_view origin, std::string_view host);

// The first of the offered subprotocols (a Sec-WebSocket-Protocol header) that this server speaks; empty: none.
std::string_view chosen_subprotocol(std::string_view offered);

inline constexpr std::string_view kBinarySubprotocol = "rensa.v1.pb";
inline constexpr std::string_view kTextSubprotocol = "rensa.v1.json";

}  // namespace rensa::net
