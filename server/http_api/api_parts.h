#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "server/http_api/authority.h"
#include "server/http_api/event_streams.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/sessions/session_service.h"

namespace rensa::http_api {

// The parts of the API (api.h) that have state or limits of their own.

// The part of the API in which connected players tell how they would have played a position of a finished game.
class AdviceApi {
 public:
  // Both parameters outlive it.
  AdviceApi(sessions::SessionService& sessions, const net::RunInBackground& run_in_background)
      : sessions_(sessions), run_in_background_(run_in_background) {}

  // Replies later with a record, or with the error of having none.
  using LoadRecord = std::function<void(net::HttpReply)>;
  // Asks about a position of the record, which is loaded only if the player can be asked. The query names the seat, the
  // time and the player that is asked.
  void answer(const LoadRecord& load, const net::HttpRequest& request, const net::HttpReply& reply) const;

 private:
  sessions::SessionService& sessions_;
  const net::RunInBackground& run_in_background_;
};

// The part of the API that makes training problems and solves them. It stores nothing about people: each request brings
// the ratings and problems of its person.
class PuzzlesApi {
 public:
  // The prefix of its paths.
  static constexpr const char* kPrefix = "/api/v1/puzzles/";

  // The parameter outlives it.
  explicit PuzzlesApi(const net::RunInBackground& run_in_background) : run_in_background_(run_in_background) {}

  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  const net::RunInBackground& run_in_background_;
  std::map<std::string, int> running_;  // the number of running requests by network, never 0
};

// The part of the API for tournaments.
class TournamentsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/tournaments";
  static constexpr std::string_view kPrefix = "/api/v1/tournaments/";

  // All parameters outlive it.
  TournamentsApi(const sessions::SessionService& sessions, live_tournaments::TournamentRegistry& tournaments,
                 Authority& authority, net::NetworkQueues& reads, const net::RunInBackground& run_in_background,
                 const AdviceApi& advice_api, EventStreams& streams)
      : sessions_(sessions),
        tournaments_(tournaments),
        authority_(authority),
        reads_(reads),
        run_in_background_(run_in_background),
        advice_api_(advice_api),
        streams_(streams) {}

  // Precondition: the path is kPath, or begins with kPrefix.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply) const;
  // Replies later with the file of a record, or with the reason why there is none. `game` is "PAIR-LEG".
  void load_record(const std::string& tournament, const std::string& game, const net::HttpReply& reply) const;

 private:
  net::HttpResponse list() const;
  void start(const net::HttpRequest& request, const net::HttpReply& reply) const;
  // Returns what the request wants to start, or why it cannot be read.
  static std::variant<live_tournaments::TournamentRegistry::StartRequest, net::HttpResponse> start_request(
      const storage::TokenRow& account, const net::HttpRequest& request);
  // Precondition of both: the account may start tournaments.
  void check_for(const storage::TokenRow& account, const net::HttpRequest& request, const net::HttpReply& reply) const;
  void start_for(const storage::TokenRow& account, const net::HttpRequest& request, const net::HttpReply& reply) const;
  // A request that changes a tournament. `resource` is its last word, such as "pause".
  void control(const std::string& name, const std::string& resource, const net::HttpRequest& request,
               const net::HttpReply& reply) const;
  // Precondition: the account may manage the tournament.
  void control_for(const storage::TokenRow& account, const std::string& name, const std::string& resource,
                   const net::HttpRequest& request, const net::HttpReply& reply) const;
  void withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void take_back(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void disqualify(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void annul(const std::string& name, const std::string& query, const net::HttpReply& reply) const;
  void join(const std::string& name, const live_tournaments::TournamentRegistry::JoinRequest& wanted,
            const net::HttpReply& reply) const;
  void send_message(const std::string& name, const std::string& body, const net::HttpReply& reply) const;
  live_tournaments::TournamentRegistry::Completion reply_when_saved(const std::string& name,
                                                                    const net::HttpReply& reply) const;
  void read(const std::string& name, const std::string& resource, const net::HttpRequest& request,
            const net::HttpReply& reply) const;
  static net::HttpResponse messages(const live_tournaments::LiveTournament& run);
  net::HttpResponse games(const live_tournaments::LiveTournament& run, const std::string& query) const;
  void events(const live_tournaments::LiveTournament& run, const net::HttpRequest& request,
              const net::HttpReply& reply) const;

  const sessions::SessionService& sessions_;
  live_tournaments::TournamentRegistry& tournaments_;
  Authority& authority_;
  net::NetworkQueues& reads_;  // of the store
  const net::RunInBackground& run_in_background_;
  const AdviceApi& advice_api_;
  EventStreams& streams_;
};

}  // namespace rensa::http_api
