#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "proto/message.h"
#include "server/base/ids.h"
#include "server/base/time.h"

namespace rensa::play {

struct Invitation {
  base::SessionId from{};
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  std::string holder;  // who may come back to it on another connection; empty: nobody
};

// The invitations that stand, by their codes. One whose host has lost its connection is away, and stands for a while
// yet: a telephone closes the line of a page while its link is pasted elsewhere.
class Invitations {
 public:
  explicit Invitations(std::size_t most_away) : most_away_(most_away) {}

  // In the place of one that has the code.
  void put(const std::string& code, Invitation invitation);
  // Nullptr: none has this code.
  const Invitation* find(const std::string& code) const;
  bool is_away(const std::string& code) const;
  // Nothing, if there is none.
  void withdraw(const std::string& code);
  // Its host is gone. It is withdrawn if nobody may come back to it, or if as many of this payer are away as may be.
  void leave_behind(const std::string& code, const std::string& payer, base::Time until);
  void forget_lapsed(base::Time now);
  void clear();

 private:
  struct Lapse {
    std::string code;
    std::string payer;
  };
  using Lapses = std::multimap<base::Time, Lapse>;
  struct Standing {
    Invitation invitation;
    std::optional<Lapses::iterator> lapse;  // of one that is away
  };

  void end_absence(Standing& standing);

  const std::size_t most_away_;  // of a payer
  std::unordered_map<std::string, Standing> standing_;
  Lapses lapses_;
  std::unordered_map<std::string, std::size_t> away_;  // so many of each payer
};

}  // namespace rensa::play
