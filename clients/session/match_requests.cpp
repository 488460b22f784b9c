#include "clients/session/match_requests.h"

#include <cassert>

namespace rensa::session {

proto::ClientMessage MatchRequests::add() {
  assert(can_add());
  ++count_;
  if (opponent_.empty()) return proto::QuickMatch{terms_, subscription_};
  return proto::Challenge{opponent_, terms_, subscription_};
}

void MatchRequests::fulfil() {
  assert(count_ > 0);
  --count_;
  challenge_.reset();
}

bool MatchRequests::refuse() {
  if (count_ == 0 || challenge_) return false;
  fulfil();
  return true;
}

bool MatchRequests::recognise(const proto::Challenged& challenged, const std::string& own_name) {
  if (!is_challenging()) return false;
  if (!challenge_ && challenged.from == own_name) challenge_ = challenged.challenge;
  return challenge_ == challenged.challenge;
}

std::string MatchRequests::end(const proto::ChallengeEnded& ended) {
  if (challenge_ != ended.challenge || ended.why == "accepted") return "";
  clear();
  return ended.why;
}

std::optional<proto::ClientMessage> MatchRequests::withdraw() const {
  if (count_ == 0) return std::nullopt;
  if (challenge_) return proto::Decline{*challenge_};
  return proto::Leave{};
}

void MatchRequests::clear() {
  count_ = 0;
  challenge_.reset();
}

}  // namespace rensa::session
