#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace rensa::net {

// Decides which connection is served next when there is more work than time. Each connection belongs to a payer: an
// address, or an account. Of those that wait, the payer that has used the least time goes first, and of its connections
// the one that has used the least. While no connection waits, unused time is not saved up, and used time does not count
// later. This class reads no clock and calls no other part.
class FairOrder {
  struct Payer;

 public:
  using Span = std::chrono::nanoseconds;

  // The part of one connection. It leaves the order when it is destroyed; the order outlives it.
  class Member {
   public:
    Member(FairOrder& order, const std::string& payer);
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;
    ~Member();

    bool waits() const { return waits_; }

   private:
    friend class FairOrder;
    FairOrder& order_;
    Payer* payer_;
    Span used_{};
    bool waits_ = false;
  };

  // The time that the member has used stays with its old payer. Does nothing while the member waits.
  void change_payer(Member& member, const std::string& payer);

  // Returns true if no other member that waits should go before this one.
  bool may_go_now(const Member& member) const;
  // Precondition: the member does not wait.
  void wait(Member& member);
  // Returns the member that goes next, which then waits no longer; null: none waits.
  Member* take_next();
  // Call when a member begins to use time, whether it has waited or not.
  void begin(Member& member);
  // Call when it has used the time. It may wait for its next turn by then.
  void charge(Member& member, Span time);

  std::size_t waiting_count() const { return waiting_count_; }
  std::size_t payer_count() const { return payers_.size(); }

 private:
  struct Payer {
    std::string key;
    Span used{};
    Span reached{};  // a member that has used less begins as if it had used this
    std::size_t members = 0;
    std::set<std::pair<Span, Member*>> waiting;
  };

  static constexpr std::size_t kFirstRemovalSize = 64;

  Payer& join(const std::string& key);
  void leave(Payer& payer);
  void remove_absent_payers();
  void stop_waiting(Member& member);
  Span start_of(const Payer& payer) const { return std::max(payer.used, reached_); }
  static Span start_of(const Member& member) { return std::max(member.used_, member.payer_->reached); }

  Span reached_{};  // a payer that has used less begins as if it had used this
  std::unordered_map<std::string, std::unique_ptr<Payer>> payers_;
  std::set<std::pair<Span, Payer*>> waiting_payers_;
  std::size_t waiting_count_ = 0;
  std::size_t next_removal_size_ = kFirstRemovalSize;
};

}  // namespace rensa::net
