#include "server/net/fair_order.h"

#include <cassert>

namespace rensa::net {

FairOrder::Member::Member(FairOrder& order, const std::string& payer) : order_(order), payer_(&order.join(payer)) {}

FairOrder::Member::~Member() {
  if (waits_) order_.stop_waiting(*this);
  order_.leave(*payer_);
}

FairOrder::Payer& FairOrder::join(const std::string& key) {
  if (payers_.size() >= next_removal_size_) remove_absent_payers();
  std::unique_ptr<Payer>& payer = payers_[key];
  if (!payer) {
    payer = std::make_unique<Payer>();
    payer->key = key;
  }
  ++payer->members;
  return *payer;
}

// A payer without members is kept while it has used more than the others, so that it gains nothing by coming back.
void FairOrder::leave(Payer& payer) {
  if (--payer.members == 0 && payer.used <= reached_) payers_.erase(payers_.find(payer.key));
}

void FairOrder::remove_absent_payers() {
  std::erase_if(payers_, [&](const auto& entry) {
    const Payer& payer = *entry.second;
    return payer.members == 0 && payer.used <= reached_;
  });
  next_removal_size_ = std::max(kFirstRemovalSize, 2 * payers_.size());
}

void FairOrder::change_payer(Member& member, const std::string& payer) {
  if (member.waits_ || member.payer_->key == payer) return;
  Payer& joined = join(payer);
  // The rest of the present turn is charged to the new payer, as if it had begun the turn.
  if (joined.waiting.empty()) joined.used = start_of(joined);
  leave(*member.payer_);
  member.payer_ = &joined;
  member.used_ = joined.reached;
}

bool FairOrder::may_go_now(const Member& member) const {
  if (waiting_payers_.empty()) return true;
  const Payer& payer = *member.payer_;
  if (start_of(payer) > waiting_payers_.begin()->first) return false;
  return payer.waiting.empty() || start_of(member) <= payer.waiting.begin()->first;
}

void FairOrder::wait(Member& member) {
  assert(!member.waits_);
  Payer& payer = *member.payer_;
  member.used_ = start_of(member);
  member.waits_ = true;
  ++waiting_count_;
  if (payer.waiting.empty()) {
    payer.used = start_of(payer);
    waiting_payers_.insert({payer.used, &payer});
  }
  payer.waiting.insert({member.used_, &member});
}

void FairOrder::stop_waiting(Member& member) {
  Payer& payer = *member.payer_;
  payer.waiting.erase({member.used_, &member});
  member.waits_ = false;
  --waiting_count_;
  if (payer.waiting.empty()) waiting_payers_.erase({payer.used, &payer});
}

FairOrder::Member* FairOrder::take_next() {
  if (waiting_payers_.empty()) return nullptr;
  Member& next = *waiting_payers_.begin()->second->waiting.begin()->second;
  stop_waiting(next);
  return &next;
}

void FairOrder::begin(Member& member) {
  Payer& payer = *member.payer_;
  member.used_ = start_of(member);
  payer.reached = member.used_;
  const Span start = start_of(payer);
  reached_ = start;
  if (payer.waiting.empty()) payer.used = start;  // else this was done when its first member began to wait
}

void FairOrder::charge(Member& member, Span time) {
  Payer& payer = *member.payer_;
  if (member.waits_) {  // it waits for its next turn already
    payer.waiting.erase({member.used_, &member});
    payer.waiting.insert({member.used_ + time, &member});
  }
  member.used_ += time;
  if (payer.waiting.empty()) {
    payer.used += time;
    payer.reached = std::max(payer.reached, member.used_);
  } else {
    waiting_payers_.erase({payer.used, &payer});
    payer.used += time;
    waiting_payers_.insert({payer.used, &payer});
  }
  if (waiting_payers_.empty()) reached_ = std::max(reached_, payer.used);
}

}  // namespace rensa::net
