#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tests/server/net/peer_socket.h"

namespace rensa::net {

// Writes a new key and a self-signed certificate with this serial number, both as PEM.
void make_certificate(const std::string& certificate_file, const std::string& key_file, long number = 1);

// The other end of a TLS connection; accepts any certificate.
class TlsPeer {
 public:
  explicit TlsPeer(PeerSocket socket);
  ~TlsPeer();

  void write(std::string_view bytes);
  // Returns all decrypted bytes so far; also continues the handshake.
  const std::string& read();
  bool has_ended() const { return socket_.has_ended(); }
  // Returns the serial number of the server's certificate, after the handshake.
  long certificate_number() const;

 private:
  struct Session;

  void pass_on();

  PeerSocket socket_;
  std::unique_ptr<Session> session_;
  std::string unsent_;
  std::string received_;
};

}  // namespace rensa::net
