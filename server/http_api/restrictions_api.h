#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/http_api/reserved_names.h"
#include "server/net/http.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// Returns the network or the neighbourhood that a restriction of this address is about: "2001:db8:7:1::" for
// "2001:db8:7:1::5", and "2001:db8:7::/48" and "192.0.2.0/24" for texts that end so. nullopt: it is neither.
std::optional<std::string> restricted_network(std::string_view address);

// The part of the API about bans, mutes and names, for moderators and administrators. Only an administrator restricts
// or renames an account with a role, or lifts such a restriction.
class RestrictionsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/restrictions";
  static constexpr std::string_view kPrefix = "/api/v1/restrictions/";

  // All parameters outlive it.
  RestrictionsApi(sessions::SessionService& sessions, storage::Store& store, ReservedNames& reserved_names,
                  Authority& authority)
      : sessions_(sessions), store_(store), reserved_names_(reserved_names), authority_(authority) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // POST /api/v1/accounts/N/rename: gives an account another name, and refuses the old one for a time.
  void rename(std::string_view account, const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void add(const net::HttpRequest& request, const net::HttpReply& reply);
  void rename_for(const storage::TokenRow& actor, std::int64_t account, const net::HttpRequest& request,
                  const net::HttpReply& reply);
  void lift(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);
  void lift_for(const storage::TokenRow& actor, std::int64_t number, const net::HttpReply& reply);
  void store(const storage::Restriction& restriction, const net::HttpReply& reply);

  sessions::SessionService& sessions_;
  storage::Store& store_;
  ReservedNames& reserved_names_;
  Authority& authority_;
};

}  // namespace rensa::http_api
