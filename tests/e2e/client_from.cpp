#include "tests/e2e/client_from.h"

#include <sstream>

#include "proto/codec.h"
#include "proto/framing.h"
#include "proto/message.h"
#include "tests/e2e/server.h"
#include "tests/server/net/web_socket_peer.h"

namespace rensa::e2e {
namespace {

std::string hello_of(const std::string& name) {
  proto::Hello hello;
  hello.name = name;
  return proto::encode(proto::ClientMessage(hello), proto::Encoding::binary);
}

}  // namespace

bool has_entered_from(const TemporaryFolder& scratch, const std::string& name, const std::string& address) {
  return becomes_true([&] {
    std::istringstream log(read_text_file(scratch.file("server.log")));
    for (std::string line; std::getline(log, line);) {
      const bool is_of_player =
          line.find("event=entered ") != std::string::npos && line.find(" name=\"" + name + "\" ") != std::string::npos;
      if (is_of_player && line.ends_with(" address=" + address)) return true;
    }
    return false;
  });
}

ClientFrom::ClientFrom(const std::string& address, const Endpoint& to) {
  net::PeerSocket socket = net::PeerSocket::between(address, to.address, to.port);
  if (to.is_tls) {
    tls_ = std::make_unique<net::TlsPeer>(std::move(socket));
  } else {
    plain_.emplace(std::move(socket));
  }
}

void ClientFrom::write(std::string_view bytes) {
  if (tls_) return tls_->write(bytes);
  plain_->write(bytes);
}

const std::string& ClientFrom::read() { return tls_ ? tls_->read() : plain_->read(); }

bool ClientFrom::receives(std::string_view text) {
  bool is_found = false;
  becomes_true([&] {
    const std::size_t at = read().find(text, seen_);
    is_found = at != std::string::npos;
    if (is_found) seen_ = at + text.size();
    return is_found || has_ended();
  });
  return is_found;
}

bool ClientFrom::is_closed() {
  return becomes_true([this] {
    read();
    return has_ended();
  });
}

void ClientFrom::say_hello(const std::string& name) {
  std::string frame;
  proto::append_framed_message(frame, hello_of(name));
  write(frame);
}

void ClientFrom::say_hello_by_web_socket(const std::string& name) {
  write(net::web_frame(net::Opcode::binary, hello_of(name)));
}

bool ClientFrom::becomes_web_socket(std::string_view headers) {
  write(std::string("GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
            .append(net::kBinaryHeader)
            .append(headers)
            .append("\r\n"));
  return receives("HTTP/1.1 101");
}

}  // namespace rensa::e2e
