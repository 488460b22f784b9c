#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "server/base/types.h"
#include "server/http_api/authority.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/sessions/rate_budgets.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API in which people get accounts by themselves, and organisers and administrators approve them.
class RegistrationsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/registrations";
  static constexpr std::string_view kPrefix = "/api/v1/registrations/";
  // Requests of an address, also refused ones.
  static constexpr net::MessageRate kRequests{.per_second = 1.0 / 6, .burst = 20};

  // All parameters outlive it.
  RegistrationsApi(sessions::SessionService& sessions, storage::Store& store, Authority& authority,
                   net::NetworkQueues& reads, std::function<base::Time()> now)
      : sessions_(sessions),
        store_(store),
        authority_(authority),
        reads_(reads),
        now_(std::move(now)),
        budgets_(kRequests) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // POST /api/v1/accounts.
  void add(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void decide(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply);
  void approve(std::int64_t id, const net::HttpReply& reply);
  void dismiss(std::int64_t id, const net::HttpReply& reply);

  sessions::SessionService& sessions_;
  storage::Store& store_;
  Authority& authority_;
  net::NetworkQueues& reads_;  // of the store
  const std::function<base::Time()> now_;
  sessions::RateBudgets budgets_;
};

}  // namespace rensa::http_api
