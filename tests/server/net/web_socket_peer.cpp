#include "tests/server/net/web_socket_peer.h"

#include <array>

namespace rensa::net {
namespace {

unsigned byte_at(const std::string& bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

}  // namespace

int WebFrame::close_code() const { return static_cast<int>(byte_at(payload, 0) << 8 | byte_at(payload, 1)); }

std::string upgrade_request(std::string_view path, std::string_view headers) {
  std::string request = "GET ";
  request.append(path).append(
      " HTTP/1.1\r\nHost: localhost:1234\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
  return request.append(headers).append("\r\n");
}

std::string web_frame(Opcode opcode, std::string_view payload, Last last) {
  constexpr std::array<char, 4> kMask{0x12, 0x34, 0x56, 0x78};
  std::string frame;
  frame.push_back(static_cast<char>(static_cast<unsigned>(opcode) | (last == Last::yes ? 0x80U : 0U)));
  if (payload.size() < 126) {
    frame.push_back(static_cast<char>(payload.size() | 0x80U));
  } else {
    const int bytes = payload.size() < 65536 ? 2 : 8;
    frame.push_back(static_cast<char>((bytes == 2 ? 126U : 127U) | 0x80U));
    for (int i = bytes - 1; i >= 0; --i) frame.push_back(static_cast<char>(payload.size() >> (8 * i) & 0xFFU));
  }
  frame.append(kMask.data(), kMask.size());
  for (std::size_t i = 0; i < payload.size(); ++i) frame.push_back(static_cast<char>(payload[i] ^ kMask[i % 4]));
  return frame;
}

std::optional<WebFrame> next_frame(PeerSocket& peer) {
  const std::string& bytes = peer.read();
  if (bytes.size() < 2) return std::nullopt;
  std::size_t begin = 2;
  std::size_t length = byte_at(bytes, 1);
  if (length >= 126) {
    const std::size_t count = length == 126 ? 2 : 8;
    if (bytes.size() < begin + count) return std::nullopt;
    length = 0;
    for (std::size_t i = 0; i < count; ++i) length = length << 8 | byte_at(bytes, begin + i);
    begin += count;
  }
  if (bytes.size() < begin + length) return std::nullopt;
  WebFrame frame{static_cast<Opcode>(byte_at(bytes, 0) & 0xFU), bytes.substr(begin, length)};
  peer.forget(begin + length);
  return frame;
}

}  // namespace rensa::net
