#include "server/net/input_turns.h"

#include <algorithm>
#include <boost/asio/post.hpp>

namespace rensa::net {

namespace {

// The time that the kernel takes to send a byte, beside the time in which the message was made.
constexpr std::chrono::nanoseconds kTimePerSentByte{1};
constexpr std::chrono::nanoseconds kTimeUntilOthersWait = std::chrono::milliseconds(1);

}  // namespace

InputTurns::Member::~Member() {
  if (turns_->current_ == &place_) turns_->current_ = nullptr;
  turns_->waiting_.erase(&place_);
}

bool InputTurns::may_go_now(const FairOrder::Member& member) const {
  return spent_ <= kTimeUntilOthersWait && order_.may_go_now(member);
}

void InputTurns::begin(FairOrder::Member& member) {
  order_.begin(member);
  is_in_turn_ = true;
  current_ = &member;
  exempt_time_ = {};
  exempt_bytes_ = 0;
  messages_ = 0;
  paid_messages_ = 0;
  sent_before_ = sent_bytes_;
  began_ = Clock::now();
}

void InputTurns::end() {
  is_in_turn_ = false;
  const std::chrono::nanoseconds time = Clock::now() - began_ - exempt_time_;
  spent_ += time;
  if (spent_ > kTimeUntilOthersWait) schedule();
  charge_present_turn(time);
  if (between_turns) between_turns();
}

void InputTurns::charge_present_turn(std::chrono::nanoseconds time) {
  if (current_ == nullptr) return;
  const auto bytes = static_cast<std::int64_t>(sent_bytes_ - sent_before_ - exempt_bytes_);
  std::chrono::nanoseconds cost = time + kTimePerSentByte * bytes;
  if (messages_ > 0) {
    cost = cost * static_cast<std::int64_t>(messages_ - paid_messages_) / static_cast<std::int64_t>(messages_);
  }
  order_.charge(*std::exchange(current_, nullptr), cost);
}

void InputTurns::exempt(std::chrono::nanoseconds time, std::size_t bytes) {
  exempt_time_ += time;
  exempt_bytes_ += bytes;
}

void InputTurns::count_message(bool is_paid) {
  ++messages_;
  if (is_paid) ++paid_messages_;
}

void InputTurns::wait(FairOrder::Member& member, AnyWork work) {
  waiting_[&member].push_back({std::move(work), Clock::now()});
  if (!member.waits()) order_.wait(member);
  schedule();
}

void InputTurns::schedule() {
  if (is_scheduled_) return;
  is_scheduled_ = true;
  boost::asio::post(io_, [self = shared_from_this()] {
    self->is_scheduled_ = false;
    self->run_waiting();
  });
}

void InputTurns::run_waiting() {
  spent_ = {};
  while (spent_ <= kTimeUntilOthersWait) {
    FairOrder::Member* next = order_.take_next();
    if (next == nullptr) return;
    const auto calls = waiting_.find(next);
    AnyWork work = std::move(calls->second.front().work);
    calls->second.pop_front();
    begin(*next);
    if (calls->second.empty()) {
      waiting_.erase(calls);
    } else {
      order_.wait(*next);
    }
    work();
    end();
  }
  if (order_.waiting_count() > 0) schedule();
}

std::chrono::nanoseconds InputTurns::longest_wait(Clock::time_point now) const {
  std::chrono::nanoseconds longest{};
  for (const auto& [member, calls] : waiting_) longest = std::max(longest, now - calls.front().since);
  return longest;
}

void InputTurns::clear() {
  while (order_.take_next() != nullptr) {
  }
  const auto dropped = std::exchange(waiting_, {});  // destroying a call may destroy its connection, and its member
}

}  // namespace rensa::net
