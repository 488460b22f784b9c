#pragma once

#include <functional>
#include <string>

#include "server/front/front.h"
#include "server/net/http.h"
#include "server/store/store.h"

namespace rensa::api {

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
  Api(const front::Front& front, store::Store& store, std::function<Machine()> machine);

  // nullopt: the path is not one of the API's.
  std::optional<net::HttpResponse> answer(const net::HttpRequest& request) const;

 private:
  net::HttpResponse readiness() const;
  net::HttpResponse players() const;
  net::HttpResponse matches() const;
  net::HttpResponse match(const std::string& number) const;
  net::HttpResponse games(const std::string& query) const;
  net::HttpResponse game(const std::string& number) const;
  net::HttpResponse record(const std::string& number, const std::string& form) const;
  net::HttpResponse metrics() const;

  const front::Front& front_;
  store::Store& store_;
  std::function<Machine()> machine_;
};

}  // namespace rensa::api
