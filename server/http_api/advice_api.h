#pragma once

#include <functional>

#include "server/http_api/responses.h"
#include "server/net/http.h"
#include "server/sessions/session_service.h"

namespace rensa::http_api {

// The part of the API in which connected players tell how they would have played a position of a finished game.
class AdviceApi {
 public:
  // Both parameters outlive it.
  AdviceApi(sessions::SessionService& sessions, const net::RunInBackground& elsewhere)
      : sessions_(sessions), run_in_background_(elsewhere) {}

  // Asks about a position of the record that `load` returns; `load` is called in the background. The query names the
  // seat, the time and the player that is asked.
  void answer(std::function<net::HttpResponse()> load, const net::HttpRequest& request,
              const net::HttpReply& reply) const;

 private:
  sessions::SessionService& sessions_;
  const net::RunInBackground& run_in_background_;
};

}  // namespace rensa::http_api
