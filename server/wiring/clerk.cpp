#include "server/wiring/clerk.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace rensa::wiring {

namespace {

constexpr int kMostWaiting = 32;

}  // namespace

void Clerk::take(std::function<net::HttpResponse()> make, net::HttpReply reply) {
  if (waiting_ == kMostWaiting) {
    net::HttpResponse busy;
    busy.status = 503;
    busy.body = R"({"error":"too many of these are being made: try again later"})";
    return reply(std::move(busy));
  }
  ++waiting_;
  boost::asio::post(desk_, [this, make = std::move(make), reply = std::move(reply)]() mutable {
    boost::asio::post(io_, [this, response = make(), reply = std::move(reply)]() mutable {
      --waiting_;
      reply(std::move(response));
    });
  });
}

}  // namespace rensa::wiring
