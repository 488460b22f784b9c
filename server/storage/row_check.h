#pragma once

#include <optional>
#include <string>

#include "server/storage/store.h"

namespace rensa::storage {

// What keeps this game from being stored whatever is stored already, as a sentence; nullopt: nothing.
std::optional<std::string> fault_of(const MatchRow& match, const GameRow& game);

// The sentences for a number that has been given to something else.
std::string other_match(const MatchRow& match);
std::string other_game(const GameRow& game);

}  // namespace rensa::storage
