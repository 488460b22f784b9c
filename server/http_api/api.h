#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/http_api/advice_api.h"
#include "server/http_api/puzzles_api.h"
#include "server/http_api/tournaments_api.h"
#include "server/sessions/front.h"
#include "server/net/http.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// HTTP for people and scripts: JSON under /api/v1, health, and metrics. docs/openapi.json describes it; a test holds
// the two against each other. Called on the thread of the front.

// What only the wiring knows.
struct Machine {
  std::uint64_t connections_open = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  double cpu_seconds = 0;
  std::uint64_t resident_bytes = 0;
};

class Api {
 public:
  Api(sessions::Front& front, storage::Store& store, live_tournaments::Tournaments& tournaments, std::function<Machine()> machine,
      net::Elsewhere elsewhere);

  // False: the path is not one of the API's, and nobody replies.
  bool answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void route(const net::HttpRequest& request, const net::HttpReply& reply);
  std::optional<net::HttpResponse> at_once(const net::HttpRequest& request) const;
  net::HttpResponse readiness() const;
  net::HttpResponse players() const;
  net::HttpResponse matches() const;
  net::HttpResponse match(const std::string& number) const;
  net::HttpResponse end_match(std::string_view number, const std::string& token) const;
  net::HttpResponse games(const std::string& query) const;
  net::HttpResponse game(const std::string& number) const;
  void record(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply) const;
  net::HttpResponse metrics() const;

  sessions::Front& front_;
  storage::Store& store_;
  live_tournaments::Tournaments& tournaments_;
  std::function<Machine()> machine_;
  net::Elsewhere elsewhere_;
  AdviceApi advice_api_;
  PuzzlesApi puzzles_api_;
  TournamentsApi tournaments_api_;
};

}  // namespace rensa::http_api
