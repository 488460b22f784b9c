#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/live_tournaments/strain.h"

namespace rensa::app {

// Looks at the machine ten times a second.
class Lookout {
 public:
  Lookout(boost::asio::io_context& io, live_tournaments::Strain& strain);

 private:
  void wait();

  live_tournaments::Strain& strain_;
  boost::asio::steady_timer timer_;
};

}  // namespace rensa::app
