#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>

#include "server/base/task_thread.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"

namespace rensa::app {

// Makes responses that take long on a thread, and replies on the thread of the io_context. One response of each network
// is being made at a time, or is the next of its network.
class SlowResponses {
 public:
  explicit SlowResponses(boost::asio::io_context& io) : io_(io) {}

  // As net::RunInBackground.
  void make(std::function<net::HttpResponse()> make, net::HttpReply reply);
  // Waits for the thread. Nothing may be made afterwards.
  void finish() { thread_.finish(); }

 private:
  boost::asio::io_context& io_;
  net::NetworkQueues queues_;
  base::TaskThread thread_;
};

}  // namespace rensa::app
