#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/base/ids.h"
#include "server/play/outlet.h"

namespace rensa::sessions {

// Who came, by the token with which it did.
struct Arrival {
  base::SessionId session{};
  std::string name;
  std::string token;
  std::vector<std::string> features;  // as its Hello has them
};

// Who arranges matches between those who are here, lets in players of its own, and keeps their games.
class Host {
 public:
  virtual ~Host() = default;

  // The name under which a ticket lets somebody in, who then plays what is arranged and nothing else; nullopt: it is no
  // ticket.
  virtual std::optional<std::string> admit(const std::string& ticket) = 0;
  virtual void arrived(const Arrival& arrival) = 0;
  virtual void left(base::SessionId session) = 0;
  // From who is not bound to a tournament, and wants to hear of one, or not any more. What is returned is why not;
  // without anything that could be followed, that there is no such thing.
  virtual std::optional<proto::Error> follow(base::SessionId session, const proto::Follow& wanted);
  virtual std::optional<proto::Error> unfollow(base::SessionId session, const proto::Unfollow& unwanted);
  // Of a match that was arranged: nobody is told how it ended before `done` is called, once it is on disk.
  virtual void keep(play::FinishedGame game, std::function<void()> done) = 0;
};

proto::Error no_such_tournament(const std::string& tournament);

}  // namespace rensa::sessions
