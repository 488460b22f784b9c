#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <string>

#include "server/live_tournaments/followers.h"
#include "server/live_tournaments/hosted_run.h"

namespace rensa::live_tournaments {

// Sees to it that who follows tournaments is told, soon and without keeping matches waiting. Looks at nothing while
// there is nobody.
class Audience {
 public:
  Audience(boost::asio::io_context& io, Followers::Outlet outlet, std::function<base::Time()> now);

  // The run outlives all of this; what is followed under which name stays the same. False: this session follows as many
  // as it may.
  bool follow(base::SessionId session, const proto::Follow& wanted, HostedRun& run);
  void unfollow(base::SessionId session, const std::string& tournament) { followers_.remove(session, tournament); }
  void left(base::SessionId session) { followers_.remove(session); }

 private:
  void look_at_runs();
  void wait(std::chrono::milliseconds span);

  Followers followers_;
  const std::function<base::Time()> now_;
  std::map<std::string, HostedRun*> runs_;  // of those that are followed
  base::Time looked_at_;
  bool is_waiting_ = false;
  boost::asio::steady_timer timer_;
};

// For those who may hear of nothing that could still be lost.
proto::TournamentState state_of(const std::string& name, const HostedRun& run);

}  // namespace rensa::live_tournaments
