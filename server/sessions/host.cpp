#include "server/sessions/host.h"

namespace rensa::sessions {

std::optional<proto::Error> Host::follow(base::SessionId, const proto::Follow& wanted) {
  return no_such_tournament(wanted.tournament);
}

std::optional<proto::Error> Host::unfollow(base::SessionId, const proto::Unfollow& unwanted) {
  return no_such_tournament(unwanted.tournament);
}

proto::Error no_such_tournament(const std::string& tournament) {
  std::string text = "there is no tournament ";
  return {
      .code = proto::ErrorCode::unknown_tournament, .text = text.append(tournament), .match = std::nullopt, .id = 0};
}

}  // namespace rensa::sessions
