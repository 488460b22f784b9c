#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/http_api/advice_api.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API for tournaments.
class TournamentsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/tournaments";
  static constexpr std::string_view kPrefix = "/api/v1/tournaments/";

  // All parameters outlive it.
  TournamentsApi(live_tournaments::TournamentRegistry& tournaments, storage::Store& store,
                 const net::RunInBackground& elsewhere, const AdviceApi& advice_api)
      : tournaments_(tournaments), store_(store), run_in_background_(elsewhere), advice_api_(advice_api) {}

  // Precondition: the path is kPath, or begins with kPrefix.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply) const;

 private:
  net::HttpResponse list() const;
  net::HttpResponse start(const net::HttpRequest& request) const;
  void control(const std::string& name, const std::string& resource, const net::HttpRequest& request,
               const net::HttpReply& reply) const;
  void withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void join(const std::string& name, const std::string& entry, const net::HttpReply& reply) const;
  live_tournaments::TournamentRegistry::Completion reply_when_saved(const std::string& name,
                                                                    const net::HttpReply& reply) const;
  void read(const std::string& name, const std::string& resource, const net::HttpRequest& request,
            const net::HttpReply& reply) const;
  net::HttpResponse games(const live_tournaments::LiveTournament& run, const std::string& query) const;

  live_tournaments::TournamentRegistry& tournaments_;
  storage::Store& store_;
  const net::RunInBackground& run_in_background_;
  const AdviceApi& advice_api_;
};

}  // namespace rensa::http_api
