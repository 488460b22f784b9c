#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tests/server/net/peer_socket.h"

namespace rensa::net {

enum class Opcode : std::uint8_t { more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct WebFrame {
  Opcode opcode = Opcode::more;
  std::string payload;
  int close_code() const;  // precondition: a close frame with a code
};

// Returns a request for a WebSocket at `path`; `headers` are whole lines, each with its end.
std::string upgrade_request(std::string_view path, std::string_view headers);
inline constexpr std::string_view kBinaryHeader = "Sec-WebSocket-Protocol: rensa.v1.pb\r\n";
inline constexpr std::string_view kTextHeader = "Sec-WebSocket-Protocol: rensa.v1.json\r\n";

// Returns a masked frame, as browsers send it. `last`: the frame ends its message.
enum class Last : bool { no, yes };
std::string web_frame(Opcode opcode, std::string_view payload, Last last = Last::yes);

// Takes the next whole frame out of the received bytes; nullopt if it has not come yet.
std::optional<WebFrame> next_frame(PeerSocket& peer);

}  // namespace rensa::net
