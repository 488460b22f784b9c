#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>

#include "server/net/socket_server.h"
#include "server/play/hall.h"

namespace rensa::app {

// The moments at which the hall has something to do: the phases of real time, and now and then the rest. While these
// take most of the time, workers with something to hear in every frame hear of two at once.
class Pulse {
 public:
  Pulse(boost::asio::io_context& io, play::Hall& hall, net::SocketServer& sockets);

  // Runs the phases that have begun, and what they say leaves at once. To be called as often as can be: frames come
  // before messages, however many of those are waiting.
  void keep_time();

 private:
  void wait_for_phase();
  void wait_for_the_rest();
  void next_slot_is(std::int64_t slot);
  void account_for(base::Time from, base::Time to);
  void tell_crowds_soon();
  void tell_crowds();

  play::Hall& hall_;
  net::SocketServer& sockets_;
  boost::asio::steady_timer phase_timer_;
  boost::asio::steady_timer waiting_timer_;
  boost::asio::steady_timer crowd_timer_;
  std::int64_t slot_ = 0;  // the next one
  base::Time due_;         // when it begins
  bool is_running_ = false;
  base::Time accounted_;    // so far the hall has been told what its phases take
  base::Span spent_{};      // on them since then
  base::Span in_phases_{};  // so far
  base::Time may_tell_at_{};
  bool is_telling_ = false;  // crowds, or is about to
};

}  // namespace rensa::app
