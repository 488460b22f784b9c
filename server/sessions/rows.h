#pragma once

#include <string>

#include "server/play/outlet.h"
#include "server/storage/store.h"

namespace rensa::sessions {

// Finished games as rows of the store.
storage::MatchRow match_row(const play::FinishedGame& game);
storage::GameRow game_row(const play::FinishedGame& game, const std::string& ended);

}  // namespace rensa::sessions
