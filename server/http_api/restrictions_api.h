#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API about bans, mutes and names, for moderators and administrators. Only an administrator restricts
// or renames an account with a role, or lifts such a restriction.
class RestrictionsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/restrictions";
  static constexpr std::string_view kPrefix = "/api/v1/restrictions/";

  // All parameters outlive it.
  RestrictionsApi(sessions::SessionService& sessions, storage::Store& store,
                  const live_tournaments::TournamentRegistry& tournaments, Authority& authority)
      : sessions_(sessions), store_(store), tournaments_(tournaments), authority_(authority) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // POST /api/v1/accounts/N/rename: gives an account another name, and refuses the old one for a time.
  void rename(std::string_view account, const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void add(const net::HttpRequest& request, const net::HttpReply& reply);
  // Precondition: the actor is a moderator or an administrator.
  void add_for(const storage::TokenRow& actor, const net::HttpRequest& request, const net::HttpReply& reply);
  void rename_for(const storage::TokenRow& actor, std::int64_t account, const net::HttpRequest& request,
                  const net::HttpReply& reply);
  void lift(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);
  void lift_for(const storage::TokenRow& actor, std::int64_t number, const net::HttpReply& reply);
  // Calls `then` with the valid account if the actor may restrict it, and replies why not otherwise.
  void if_may_restrict(const storage::TokenRow& actor, std::int64_t account, const net::HttpReply& reply,
                       std::function<void(const storage::TokenRow&)> then);
  // The same for the accounts with a name, or with one that looks like it. There may be none.
  void if_may_refuse(const storage::TokenRow& actor, const std::string& name, const net::HttpReply& reply,
                     std::function<void()> then);
  void store(const storage::Restriction& restriction, const net::HttpReply& reply);
  // Returns the tournament that is not over in which an account with this name plays; empty: there is none.
  std::string tournament_of(const std::string& name) const;

  sessions::SessionService& sessions_;
  storage::Store& store_;
  const live_tournaments::TournamentRegistry& tournaments_;
  Authority& authority_;
};

}  // namespace rensa::http_api
