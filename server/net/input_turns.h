#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/net/any_handler.h"
#include "server/net/fair_order.h"
#include "server/net/limits.h"

namespace rensa::net {

// Lets connections handle their input in turns. A turn is the handling of the bytes of one read, or of a part of them.
// While there is time for all, each turn is taken at once. When turns have taken a millisecond, the others wait until
// the event loop has looked for new input, and then go in a fair order (fair_order.h): a connection that sends little
// is handled first, and one that sends as much as it can waits and is not read meanwhile. All calls are made on the
// thread of the io_context.
class InputTurns : public std::enable_shared_from_this<InputTurns> {
 public:
  explicit InputTurns(boost::asio::io_context& io) : io_(io) {}

  // Is called after each turn, and instead of a turn that has to wait. May be empty.
  std::function<void()> between_turns;

  // The turns of one connection.
  class Member {
   public:
    Member(std::shared_ptr<InputTurns> turns, const std::string& payer)
        : turns_(std::move(turns)), place_(turns_->order_, payer) {}
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;
    ~Member();

    // Calls `work` now, or in a turn of its own after the calls that wait already; it may destroy the member.
    template <class Work>
    void take(Work&& work) {
      const std::shared_ptr<InputTurns> turns = turns_;
      if (turns->is_in_turn_) return work();  // the present turn goes on
      if (waits() || !turns->may_go_now(place_)) {
        turns->wait(place_, AnyWork(std::forward<Work>(work)));
        if (turns->between_turns) turns->between_turns();
        return;
      }
      turns->begin(place_);
      work();
      turns->end();
    }
    // Calls `work` when the turn has come, at the earliest after the handlers that wait in the event loop.
    template <class Work>
    void take_later(Work&& work) {
      turns_->wait(place_, AnyWork(std::forward<Work>(work)));
    }
    bool waits() const { return place_.waits(); }
    void count_read(std::size_t bytes) { bytes_read_ += bytes; }
    std::uint64_t bytes_read() const { return bytes_read_; }
    void change_payer(const std::string& payer) { turns_->order_.change_payer(place_, payer); }

   private:
    friend class InputTurns;
    std::shared_ptr<InputTurns> turns_;
    FairOrder::Member place_;
    std::uint64_t bytes_read_ = 0;
  };

  // Of the present turn: this time, and these bytes that were sent, are not charged to its connection.
  void exempt(std::chrono::nanoseconds time, std::size_t bytes);
  // Of the present turn: a message was handled, and it is paid for or not.
  void count_message(bool is_paid);
  // Bytes that were queued for any connection.
  void count_sent_bytes(std::size_t bytes) { sent_bytes_ += bytes; }

  // How long the turn has waited that waits longest.
  std::chrono::nanoseconds longest_wait(Clock::time_point now) const;
  std::size_t waiting_count() const { return order_.waiting_count(); }
  // Drops all turns that wait.
  void clear();

 private:
  class AnyWork {
   public:
    template <class Work>
    explicit AnyWork(Work&& work)
        : handler_([work = std::forward<Work>(work)](const Error&, std::size_t) mutable { work(); }) {}
    void operator()() { handler_({}); }

   private:
    AnyHandler handler_;
  };
  struct WaitingCall {
    AnyWork work;
    Clock::time_point since;
  };

  bool may_go_now(const FairOrder::Member& member) const;
  void begin(FairOrder::Member& member);
  void end();
  void charge_present_turn(std::chrono::nanoseconds time);
  void wait(FairOrder::Member& member, AnyWork work);
  void schedule();
  void run_waiting();

  boost::asio::io_context& io_;
  FairOrder order_;
  std::unordered_map<FairOrder::Member*, std::deque<WaitingCall>> waiting_;  // each call takes a turn of its own
  bool is_scheduled_ = false;
  std::chrono::nanoseconds spent_{};  // by turns since the event loop has last looked for new input

  // The present turn.
  bool is_in_turn_ = false;
  FairOrder::Member* current_ = nullptr;  // null: the connection is gone
  Clock::time_point began_;
  std::chrono::nanoseconds exempt_time_{};
  std::size_t exempt_bytes_ = 0;
  std::size_t sent_before_ = 0;
  std::size_t messages_ = 0;
  std::size_t paid_messages_ = 0;

  std::size_t sent_bytes_ = 0;  // since the start
};

}  // namespace rensa::net
