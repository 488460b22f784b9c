#pragma once

#include <map>
#include <string>

#include "server/net/http.h"

namespace rensa::http_api {

// The part of the API that makes training problems and solves them. It keeps nothing about anybody: what a person has
// done comes with what they ask.
class PuzzlesApi {
 public:
  // Under this prefix.
  static constexpr const char* kFolder = "/api/v1/puzzles/";

  // It outlives it.
  explicit PuzzlesApi(const net::Elsewhere& elsewhere) : elsewhere_(elsewhere) {}

  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  const net::Elsewhere& elsewhere_;
  std::map<std::string, int> being_made_;  // by network, never 0
};

}  // namespace rensa::http_api
