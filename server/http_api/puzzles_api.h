#pragma once

#include <map>
#include <string>

#include "server/net/http.h"

namespace rensa::http_api {

// The part of the API that makes training problems and solves them. It stores nothing about people: each request brings
// the ratings and problems of its person.
class PuzzlesApi {
 public:
  // The prefix of its paths.
  static constexpr const char* kPrefix = "/api/v1/puzzles/";

  // The parameter outlives it.
  explicit PuzzlesApi(const net::RunInBackground& elsewhere) : run_in_background_(elsewhere) {}

  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  const net::RunInBackground& run_in_background_;
  std::map<std::string, int> running_;  // the number of running requests by network, never 0
};

}  // namespace rensa::http_api
