#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tests/server/net/peer_socket.h"

namespace rensa::net {

// Writes a fresh key and a certificate that it has signed itself, both as PEM.
void make_certificate(const std::string& certificate_file, const std::string& key_file);

// The other end of a connection under TLS, which believes any certificate.
class TlsPeer {
 public:
  explicit TlsPeer(PeerSocket socket);
  ~TlsPeer();

  void write(std::string_view bytes);
  // Everything that has come so far, without the secrecy; moves the handshake on, too.
  const std::string& read();
  bool has_ended() const { return socket_.has_ended(); }

 private:
  struct Session;

  void pass_on();

  PeerSocket socket_;
  std::unique_ptr<Session> session_;
  std::string unsent_;
  std::string received_;
};

}  // namespace rensa::net
