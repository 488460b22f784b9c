#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/base/types.h"
#include "server/http_api/authority.h"
#include "server/http_api/reserved_names.h"
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

  // All of them outlive it.
  struct Parts {
    sessions::SessionService& sessions;
    storage::Store& store;
    Authority& authority;
    ReservedNames& reserved_names;
    net::NetworkQueues& reads;            // of the store
    net::NetworkQueues& stranger_writes;  // of the store
    std::function<base::Time()> now;
  };
  explicit RegistrationsApi(Parts parts) : parts_(std::move(parts)), budgets_(kRequests) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // POST /api/v1/accounts: a person gets an account.
  void add(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void decide(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply);
  // Precondition: the account may decide.
  void decide_for(const storage::TokenRow& account, std::string_view rest, const net::HttpRequest& request,
                  const net::HttpReply& reply);
  void approve(const storage::WaitingRegistration& registration, const net::HttpReply& reply);
  void dismiss(const storage::Dismissal& dismissal, const net::HttpReply& reply);
  // Calls `done` when the store has answered.
  void store(const storage::NewRegistration& registration, const net::HttpReply& reply,
             const std::function<void()>& done);

  const Parts parts_;
  sessions::RateBudgets budgets_;
};

}  // namespace rensa::http_api
