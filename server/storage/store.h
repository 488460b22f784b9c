#pragma once

#include <chrono>
#include <string>

#include "server/storage/accounts.h"
#include "server/storage/games.h"
#include "server/storage/ids.h"
#include "server/storage/match_log.h"

namespace rensa::storage {

// All contracts of a store. sqlite_store.h keeps them in a file, memory_store.h in memory. Only plain values cross
// them, so that no other part knows a database. The destructor finishes all operations and posts their answers.
class Store : public Accounts, public Games, public Ids, public MatchLog {};

// A time as rows have it: "2026-01-31T23:59:59Z".
std::string utc_text(std::chrono::system_clock::time_point time);
std::string utc_now();

}  // namespace rensa::storage
