#pragma once

#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API about accounts, their roles, and the audit log, for administrators.
class AccountsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/accounts";
  static constexpr std::string_view kPrefix = "/api/v1/accounts/";
  static constexpr std::string_view kAuditPath = "/api/v1/audit";

  // All parameters outlive it.
  AccountsApi(storage::Store& store, Authority& authority, net::NetworkQueues& reads)
      : store_(store), authority_(authority), reads_(reads) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void set_role(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);
  void reply_with_account(std::int64_t number, const net::HttpReply& reply);
  void audit(const net::HttpRequest& request, const net::HttpReply& reply);

  storage::Store& store_;
  Authority& authority_;
  net::NetworkQueues& reads_;  // of the store
};

}  // namespace rensa::http_api
