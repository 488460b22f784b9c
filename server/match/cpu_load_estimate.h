#pragma once

#include <cstddef>

#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::match {

// Estimates the share of CPU time that the frames of real-time matches will take. A new match takes little time until
// its players decide, so each match first counts with a share that was measured on another machine. Once the running
// matches have settled, the measured share corrects the scale for this machine.
class CpuLoadEstimate {
 public:
  // Returns the expected share of one seat. `seats`: all seats of its connection, which share the cost of writes.
  static double expected_share(Subscription subscription, std::size_t seats);

  // A match with this expected share has begun, or has ended.
  void add_match(double expected) { total_ += expected; }
  void remove_match(double expected) { total_ -= expected; }
  // A match pauses because a player is missing, or goes on.
  void pause_match(double expected) { paused_ += expected; }
  void resume_match(double expected) { paused_ -= expected; }
  // Records the share of the last span that frames took.
  void record(double share, base::Span span);

  double share() const { return share_; }
  // Returns the share that is expected once all running matches have settled.
  double forecast() const { return scale_ * total_; }
  // The larger one of the two, as far as the forecast can be trusted: it decides whether another match may begin.
  double used_share() const;
  // Returns true while frames take most of the time. Updates are then written less often, which lowers the share; so
  // the limit for leaving this state is lower than the one for entering it.
  bool is_overloaded() const { return is_overloaded_; }

 private:
  bool has_settled() const;

  double total_ = 0;
  double paused_ = 0;
  double average_total_ = 0;  // a slow moving average of total_
  double share_ = 0;
  double average_share_ = 0;  // a slow moving average of share_
  double scale_ = 1;
  bool is_overloaded_ = false;
};

}  // namespace rensa::match
