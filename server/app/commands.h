#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/app/config.h"
#include "server/app/run_later.h"
#include "server/storage/store.h"

namespace rensa::app {

// The commands of rensa-server besides serving. Each returns the exit status, and throws std::runtime_error with a
// sentence. `data` is the directory of a server, which may be running.

// rensa-server token create | list | revoke.
int create_token(const std::string& data, const std::string& name, bool for_administrator);
int list_tokens(const std::string& data);
int revoke_token(const std::string& data, std::int64_t id);

// rensa-server journal verify: compares a run with the plan in its folder. `run` is the name of a tournament of the
// server, or the folder of any run. Prints the errors, or the number of correct games.
int verify_journal(const std::string& data, const std::string& run);

// Runs the server until a signal stops it. At the first signal it lets running matches end; at the second it stops at
// once. Returns the exit status. Throws std::runtime_error with a sentence if it cannot start.
int serve(const Config& config);

// Puts another store in front of the server's own, for tests: one that answers late, or fails.
using WrapStore = std::function<std::unique_ptr<storage::Store>(std::unique_ptr<storage::Store>, RunLater later)>;
int serve(const Config& config, const WrapStore& wrap_store);

}  // namespace rensa::app
