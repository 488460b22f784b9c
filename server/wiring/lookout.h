#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/host/strain.h"

namespace rensa::wiring {

// Looks at the machine ten times a second.
class Lookout {
 public:
  Lookout(boost::asio::io_context& io, host::Strain& strain);

 private:
  void wait();

  host::Strain& strain_;
  boost::asio::steady_timer timer_;
};

}  // namespace rensa::wiring
