#pragma once

#include <optional>
#include <string>
#include <utility>

#include "proto/message.h"

namespace rensa::session {

// The matches that a client has requested and that have not begun: any number of quick matches, or one challenge to the
// opponent. The server answers a challenge with its number, and both players hear how it ends.
class MatchRequests {
 public:
  // Without an opponent, quick matches are requested.
  MatchRequests(proto::Terms terms, proto::Subscription subscription, std::string opponent)
      : terms_(std::move(terms)), subscription_(subscription), opponent_(std::move(opponent)) {}

  int count() const { return count_; }
  // Returns true from the challenge until its match begins or the challenge ends.
  bool is_challenging() const { return !opponent_.empty() && count_ > 0; }
  // A player has at most one open challenge to another one.
  bool can_add() const { return opponent_.empty() || count_ == 0; }
  // Returns the message that requests one more match. Precondition: can_add().
  proto::ClientMessage add();
  // A requested match has begun. Precondition: count() > 0.
  void fulfil();
  // The server has refused something that may be a request. Returns false if it is none: the server has accepted a
  // challenge that has its number.
  bool refuse();
  // Returns true if this is the challenge of the client, which has this name.
  bool recognise(const proto::Challenged& challenged, const std::string& own_name);
  // Returns the reason why the requested match does not begin; empty: it begins, or the challenge is another one.
  std::string end(const proto::ChallengeEnded& ended);
  // Returns the message that withdraws all requests; nullopt: there are none.
  std::optional<proto::ClientMessage> withdraw() const;
  // The connection is lost, and the requests with it.
  void clear();

 private:
  proto::Terms terms_;
  proto::Subscription subscription_;
  std::string opponent_;
  int count_ = 0;
  std::optional<proto::ChallengeId> challenge_;  // the number of the open challenge; none: not known yet
};

}  // namespace rensa::session
