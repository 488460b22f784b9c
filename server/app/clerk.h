#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>

#include "server/net/http.h"

namespace rensa::app {

// Makes answers that take long on a thread of its own, one after the other, and replies on the thread of the
// io_context. Of too many at a time, some are refused.
class Clerk {
 public:
  explicit Clerk(boost::asio::io_context& io) : io_(io) {}
  ~Clerk() { finish(); }

  void take(std::function<net::HttpResponse()> make, net::HttpReply reply);
  // Waits until nothing is being made. Nothing may be given to it any more.
  void finish() { desk_.join(); }

 private:
  boost::asio::io_context& io_;
  boost::asio::thread_pool desk_{1};
  int waiting_ = 0;  // on the thread of the io_context only
};

}  // namespace rensa::app
