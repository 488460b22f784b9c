#include "server/app/clerk.h"

#include <boost/asio/post.hpp>
#include <exception>
#include <string>
#include <utility>

namespace rensa::app {

namespace {

constexpr int kMostWaiting = 32;

net::HttpResponse refusal(int status, const std::string& sentence) {
  net::HttpResponse response;
  response.status = status;
  response.body = R"({"error":")" + sentence + R"("})";
  return response;
}

// Whatever goes wrong, the server goes on.
net::HttpResponse made(const std::function<net::HttpResponse()>& make) {
  try {
    return make();
  } catch (const std::exception&) {
    return refusal(500, "this answer could not be made");
  }
}

}  // namespace

void Clerk::take(std::function<net::HttpResponse()> make, net::HttpReply reply) {
  if (waiting_ == kMostWaiting) {
    return reply(refusal(503, "too many of these are being made: try again later"));
  }
  ++waiting_;
  boost::asio::post(desk_, [this, make = std::move(make), reply = std::move(reply)]() mutable {
    boost::asio::post(io_, [this, response = made(make), reply = std::move(reply)]() mutable {
      --waiting_;
      reply(std::move(response));
    });
  });
}

}  // namespace rensa::app
