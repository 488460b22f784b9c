#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "server/base/types.h"
#include "server/storage/games.h"

namespace rensa::sessions {

// The store refuses questions when too many wait, so matches are asked for in batches.
inline constexpr std::size_t kStoredGamesBatch = 256;

// Asks the store for the number of the last stored game of each match; a match without one is not in the answer. The
// answer is the first error if there is one.
void find_last_stored_games(storage::Games& games, std::vector<base::MatchId> matches,
                            storage::Completion<std::map<base::MatchId, int>> done);

}  // namespace rensa::sessions
