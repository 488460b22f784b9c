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

// The part of the API in which people report a player or its comments, and moderators read and close the reports.
class ReportsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/reports";
  static constexpr std::string_view kPrefix = "/api/v1/reports/";
  // Reports of a payer: an account, or the guests of an address.
  static constexpr net::MessageRate kReports{.per_second = 1.0 / 60, .burst = 10};

  // All of them outlive it.
  struct Parts {
    sessions::SessionService& sessions;
    storage::Store& store;
    Authority& authority;
    net::NetworkQueues& reads;            // of the store
    net::NetworkQueues& stranger_writes;  // of the store
    std::function<base::Time()> now;
  };
  explicit ReportsApi(Parts parts) : parts_(std::move(parts)), budgets_(kReports) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void add(const net::HttpRequest& request, const net::HttpReply& reply);
  void add_for(const std::string& reporter, const net::HttpRequest& request, const net::HttpReply& reply);
  void add_about_record(storage::Report report, const net::HttpReply& reply);
  void add_about_match(storage::Report report, const net::HttpReply& reply);
  void store(const storage::Report& report, const net::HttpReply& reply);
  void list(const storage::TokenRow& reader, const net::HttpRequest& request, const net::HttpReply& reply);
  void close(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply);
  bool is_within_budget(const std::string& reporter);

  const Parts parts_;
  sessions::RateBudgets budgets_;
};

}  // namespace rensa::http_api
