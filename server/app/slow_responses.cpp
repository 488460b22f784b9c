#include "server/app/slow_responses.h"

#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/http_api/responses.h"

namespace rensa::app {

namespace {

net::HttpResponse made_or_error(const std::function<net::HttpResponse()>& make) {
  try {
    return make();
  } catch (const std::exception&) {
    return http_api::error_response(500, "the server could not make this answer");
  }
}

}  // namespace

void SlowResponses::make(std::function<net::HttpResponse()> make, net::HttpReply reply) {
  const bool is_taken = queues_.run(reply.network, [this, make = std::move(make), reply](std::function<void()> done) {
    // The thread keeps no copy of the reply: the last one ends where its connection is used.
    thread_.run([this, make, reply, done = std::move(done)]() mutable {
      net::HttpResponse made = made_or_error(make);
      boost::asio::post(io_, [done = std::move(done), reply = std::move(reply), made = std::move(made)]() mutable {
        done();
        reply(std::move(made));
      });
    });
  });
  if (!is_taken) reply(http_api::too_many_requests());
}

}  // namespace rensa::app
