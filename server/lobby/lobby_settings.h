#pragma once

#include <cstddef>

#include "server/base/types.h"
#include "server/match/match.h"

namespace rensa::lobby {

// The limits of the lobby. The Lobby owns them, and its parts read the present ones: matches that run keep the settings
// with which they began.
struct LobbySettings {
  match::MatchSettings match;
  std::size_t max_matches = 25'000;
  // Matches in real time cost the most; beyond these limits, running ones would be late.
  std::size_t max_real_time_matches = 4'000;
  double max_real_time_share = 0.75;  // of CPU time that their frames take or will take; 1: no limit
  std::size_t max_matches_per_player = 1'024;
  std::size_t max_quick_matches_per_player = 256;  // requests that may wait at the same time
  std::size_t max_challenges_per_player = 16;
  std::size_t max_challenges_to_player = 32;
  std::size_t max_hostless_invitations = 64;  // for each budget; their hosts have lost their connections
  // If the lobby is not called for longer than this, the server has stalled, and all time-outs are moved. Zero: stalls
  // are not detected.
  base::Span stall_threshold{};
};

}  // namespace rensa::lobby
