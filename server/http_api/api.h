#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http_api/accounts_api.h"
#include "server/http_api/api_parts.h"
#include "server/http_api/authority.h"
#include "server/http_api/bots_api.h"
#include "server/http_api/registrations_api.h"
#include "server/http_api/reports_api.h"
#include "server/http_api/reserved_names.h"
#include "server/http_api/restrictions_api.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The resources that the process uses.
struct ResourceUsage {
  std::uint64_t connections_open = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  double cpu_seconds = 0;
  std::uint64_t resident_bytes = 0;
  std::uint64_t free_disk_bytes = std::numeric_limits<std::uint64_t>::max();  // where the data of the server are
};

// Writes all metrics in the text format of Prometheus.
std::string metrics_text(const sessions::SessionService& sessions,
                         const live_tournaments::TournamentRegistry& tournaments, const ResourceUsage& usage);

// The HTTP API: JSON under /api/v1, health, and metrics. docs/openapi.json describes it; a test compares the two. All
// calls are on the thread of the sessions.
class Api {
 public:
  // `post_later` runs a function after a delay.
  Api(sessions::SessionService& sessions, storage::Store& store, live_tournaments::TournamentRegistry& tournaments,
      std::function<ResourceUsage()> machine, net::RunInBackground run_in_background,
      std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later);

  // Answers for these bots from now on. Without this call the server has none.
  void use_submissions(submissions::Submissions& submissions) {
    bots_api_.emplace(submissions, authority_);
    reserved_names_.use_bots([&submissions](const std::string& name) { return submissions.is_like_bot(name); });
    reserved_names_.use_authors([&submissions](const std::string& name) { return submissions.names_author(name); });
    sessions_.use_authors([&submissions](const std::string& player) { return submissions.author_of_player(player); });
  }

  // Returns false, and does not reply, if the path does not belong to the API.
  bool answer(const net::HttpRequest& request, const net::HttpReply& reply);
  // Replies with the page of a record, with the status 404 if there is no such record.
  void answer_page_of_record(std::uint64_t record, net::HttpResponse page, const net::HttpReply& reply);

 private:
  static std::string tournament_of_audit_path(std::string_view path);
  void route(const net::HttpRequest& request, const net::HttpReply& reply);
  std::optional<net::HttpResponse> immediate_response(const net::HttpRequest& request) const;
  // Returns false, and does not reply, if the path is not one of games.
  bool answer_from_store(const net::HttpRequest& request, const net::HttpReply& reply);
  net::HttpResponse readiness() const;
  net::HttpResponse players() const;
  net::HttpResponse matches() const;
  void match(const std::string& number, const net::HttpReply& reply);
  void end_match(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);
  void games(const std::string& query, const net::HttpReply& reply);
  void game(const std::string& number, const net::HttpReply& reply);
  void record(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply);
  void with_record(std::uint64_t id, const net::HttpReply& reply, std::function<void(std::vector<std::uint8_t>)> use);
  void with_record_of_tournament(std::uint64_t id, const net::HttpReply& reply,
                                 std::function<void(std::vector<std::uint8_t>)> use);
  net::HttpResponse metrics() const;

  sessions::SessionService& sessions_;
  storage::Store& store_;
  live_tournaments::TournamentRegistry& tournaments_;
  std::function<ResourceUsage()> resource_usage_;
  net::NetworkQueues reads_;            // of the store
  net::NetworkQueues stranger_writes_;  // of the store
  net::RunInBackground run_in_background_;
  Authority authority_;
  AccountsApi accounts_api_;
  std::optional<BotsApi> bots_api_;
  ReservedNames reserved_names_;
  RestrictionsApi restrictions_api_;
  ReportsApi reports_api_;
  RegistrationsApi registrations_api_;
  AdviceApi advice_api_;
  PuzzlesApi puzzles_api_;
  EventStreams event_streams_;
  TournamentsApi tournaments_api_;
};

}  // namespace rensa::http_api
