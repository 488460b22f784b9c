#pragma once

#include <string>

#include "server/play/outlet.h"
#include "server/store/store.h"

namespace rensa::front {

// Finished games as rows of the store.
store::MatchRow match_row(const play::FinishedGame& game);
store::GameRow game_row(const play::FinishedGame& game, const std::string& ended);

}  // namespace rensa::front
