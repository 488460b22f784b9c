#include "server/app/lookout.h"

namespace rensa::app {

namespace {

constexpr auto kBetween = std::chrono::milliseconds(100);

}  // namespace

Lookout::Lookout(boost::asio::io_context& io, live_tournaments::Strain& strain) : strain_(strain), timer_(io) { wait(); }

void Lookout::wait() {
  timer_.expires_after(kBetween);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const base::Time now = std::chrono::steady_clock::now();
    strain_.add({.at = now, .late = now - timer_.expiry(), .running = live_tournaments::running_now()});
    wait();
  });
}

}  // namespace rensa::app
