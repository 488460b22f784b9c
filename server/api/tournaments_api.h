#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/api/advice_api.h"
#include "server/host/tournaments.h"
#include "server/net/http.h"
#include "server/store/store.h"

namespace rensa::api {

// The part of the API that is about tournaments.
class TournamentsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/tournaments";
  static constexpr std::string_view kFolder = "/api/v1/tournaments/";

  // All of them outlive it.
  TournamentsApi(host::Tournaments& tournaments, store::Store& store, const net::Elsewhere& elsewhere,
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
  host::Tournaments::Done when_kept(const std::string& name, const net::HttpReply& reply) const;
  void look(const std::string& name, const std::string& what, const net::HttpRequest& request,
            const net::HttpReply& reply) const;
  net::HttpResponse games(const host::HostedRun& run, const std::string& query) const;

  host::Tournaments& tournaments_;
  store::Store& store_;
  const net::Elsewhere& elsewhere_;
  const AdviceApi& advice_api_;
};

}  // namespace rensa::api
