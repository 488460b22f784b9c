#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rensa::sessions {

// Makes the codes of invitations. A code proves by itself which client has made the invitation, so that a server that
// was restarted can give it back to this client. The key is the secret of all servers that use the same data.
class InvitationCodes {
 public:
  explicit InvitationCodes(std::string key) : key_(std::move(key)) {}

  // `random`: a number that cannot be guessed. Without a client id, no client can prove that the code is its own.
  std::string make(std::uint64_t random, std::string_view client_id) const;
  // Returns true if make() has made the code with this key and this client id, which is not empty.
  bool is_made_for(std::string_view code, std::string_view client_id) const;

 private:
  std::string signature_of(std::string_view random, std::string_view client_id) const;

  std::string key_;
};

}  // namespace rensa::sessions
