#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/http_api/advice_api.h"
#include "server/live_tournaments/tournaments.h"
#include "server/net/http.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API that is about tournaments.
class TournamentsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/tournaments";
  static constexpr std::string_view kFolder = "/api/v1/tournaments/";

  // All of them outlive it.
  TournamentsApi(live_tournaments::Tournaments& tournaments, storage::Store& store, const net::Elsewhere& elsewhere,
                 const AdviceApi& advice_api)
      : tournaments_(tournaments), store_(store), elsewhere_(elsewhere), advice_api_(advice_api) {}

  // Precondition: the path is one of the above, or begins with it.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply) const;

 private:
  net::HttpResponse list() const;
  net::HttpResponse start(const net::HttpRequest& request) const;
  void order(const std::string& name, const std::string& what, const net::HttpRequest& request,
             const net::HttpReply& reply) const;
  void withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void join(const std::string& name, const std::string& entry, const net::HttpReply& reply) const;
  live_tournaments::Tournaments::Done when_kept(const std::string& name, const net::HttpReply& reply) const;
  void look(const std::string& name, const std::string& what, const net::HttpRequest& request,
            const net::HttpReply& reply) const;
  net::HttpResponse games(const live_tournaments::HostedRun& run, const std::string& query) const;

  live_tournaments::Tournaments& tournaments_;
  storage::Store& store_;
  const net::Elsewhere& elsewhere_;
  const AdviceApi& advice_api_;
};

}  // namespace rensa::http_api
