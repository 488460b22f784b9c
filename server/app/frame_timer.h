#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>

#include "server/lobby/lobby.h"
#include "server/net/socket_server.h"

namespace rensa::app {

// Runs the matches of the lobby when they are due: those in real time at their phase of the frame, the others several
// times a second. While the phases take most of the time, workers get the updates of two frames at once.
class FrameTimer {
 public:
  FrameTimer(boost::asio::io_context& io, lobby::Lobby& lobby, net::SocketServer& sockets);

  // Runs the phases that are due, and sends their messages at once. To be called between received messages, so that
  // frames are on time also when many messages wait.
  // Returns the time that they took.
  base::Span run_due_phases();
  // Runs no match any more.
  void stop();

 private:
  void wait_for_phase();
  void wait_for_other_matches();
  void set_next_slot(std::int64_t slot);
  void report_load(base::Time from, base::Time to);
  void schedule_spectator_updates();
  void send_spectator_updates();

  lobby::Lobby& lobby_;
  net::SocketServer& sockets_;
  boost::asio::steady_timer phase_timer_;
  boost::asio::steady_timer waiting_timer_;
  boost::asio::steady_timer spectator_timer_;
  std::int64_t slot_ = 0;  // the next slot
  base::Time due_;         // its beginning
  bool is_running_ = false;
  bool is_stopped_ = false;
  base::Time load_reported_at_;         // the lobby knows the load of phases until then
  base::Span unreported_phase_time_{};  // since then
  base::Span total_phase_time_{};
  base::Time next_spectator_update_{};
  bool is_spectator_update_scheduled_ = false;
};

}  // namespace rensa::app
