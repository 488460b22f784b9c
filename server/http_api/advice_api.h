#pragma once

#include <functional>

#include "server/http_api/answers.h"
#include "server/sessions/front.h"
#include "server/net/http.h"

namespace rensa::http_api {

// The part of the API in which players that are here say what they would have done in a game that is over.
class AdviceApi {
 public:
  // Both outlive it.
  AdviceApi(sessions::Front& front, const net::Elsewhere& elsewhere) : front_(front), elsewhere_(elsewhere) {}

  // About the record that `load` answers with, or refuses, elsewhere; the query says whose decision, when, and who is
  // asked.
  void answer(std::function<net::HttpResponse()> load, const net::HttpRequest& request,
              const net::HttpReply& reply) const;

 private:
  sessions::Front& front_;
  const net::Elsewhere& elsewhere_;
};

}  // namespace rensa::http_api
