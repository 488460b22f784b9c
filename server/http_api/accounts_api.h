#pragma once

#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API about accounts, their roles, and the audit log, for administrators. Each account may ask about
// itself, and organisers may read the entries about their tournaments.
class AccountsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/accounts";
  static constexpr std::string_view kPrefix = "/api/v1/accounts/";
  static constexpr std::string_view kOwnPath = "/api/v1/account";
  static constexpr std::string_view kAuditPath = "/api/v1/audit";

  // All parameters outlive it.
  AccountsApi(storage::Store& store, const live_tournaments::TournamentRegistry& tournaments, Authority& authority,
              net::NetworkQueues& reads)
      : store_(store), tournaments_(tournaments), authority_(authority), reads_(reads) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // GET /api/v1/tournaments/ID/audit: the entries about one tournament.
  void audit_of_tournament(const std::string& tournament, const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  bool has_tournament(const std::string& name) const;
  void show_own(const storage::TokenRow& account, const net::HttpReply& reply) const;
  void list(const net::HttpReply& reply);
  void set_role(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);
  void reply_with_account(std::int64_t number, const net::HttpReply& reply);
  // Replies with those entries of the query that the request asks for.
  void audit(storage::AuditQuery query, const net::HttpRequest& request, const net::HttpReply& reply);

  storage::Store& store_;
  const live_tournaments::TournamentRegistry& tournaments_;
  Authority& authority_;
  net::NetworkQueues& reads_;  // of the store
};

}  // namespace rensa::http_api
