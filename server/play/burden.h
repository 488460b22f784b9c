#pragma once

#include <cstddef>

#include "proto/message.h"
#include "server/base/time.h"

namespace rensa::play {

// How much of the time the frames of matches in real time take, told before it shows: a match that has just begun takes
// little until its players decide. Each is expected to take what one like it took where that was measured, and what
// those take that have settled corrects that for this machine.
class Burden {
 public:
  // Of a seat whose connection has so many, this one included: they share what it takes to write.
  static double expected_of(proto::Subscription subscription, std::size_t seats);

  // A match began or ended from which so much was expected.
  void take_on(double expected) { total_ += expected; }
  void put_down(double expected) { total_ -= expected; }
  // It stands still, for want of a player, or goes on.
  void rest(double expected) { resting_ += expected; }
  void wake(double expected) { resting_ -= expected; }
  // What frames took of the span that is now over.
  void heed(double share, base::Span span);

  double share() const { return share_; }
  // The share once all that run have settled.
  double forecast() const { return scale_ * total_; }
  bool is_beyond(double limit) const;
  // Most of the time is taken. Once it is, writing less often makes it less, so it takes a little more to be relaxed.
  bool is_stretched() const { return is_stretched_; }

 private:
  bool has_settled() const;

  double total_ = 0;
  double resting_ = 0;
  double settled_ = 0;  // follows the total
  double share_ = 0;
  double steady_share_ = 0;  // follows the share
  double scale_ = 1;
  bool is_stretched_ = false;
};

}  // namespace rensa::play
