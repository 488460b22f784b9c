#pragma once

#include <functional>
#include <memory>

#include "server/app/config.h"
#include "server/app/run_later.h"
#include "server/storage/store.h"
#include "server/storage/tournaments.h"

namespace rensa::app {

// Reads the settings of the operator. Throws std::runtime_error with a sentence if they are wrong.
using ReadConfig = std::function<Config()>;
// Put other stores in front of the server's own, for tests: stores that answer late, or fail. Empty: there is none.
struct StoreWrappers {
  std::function<std::unique_ptr<storage::Store>(std::unique_ptr<storage::Store>, RunLater later)> store{};
  std::function<std::unique_ptr<storage::Tournaments>(std::unique_ptr<storage::Tournaments>, RunLater later)>
      tournaments{};
};

// Runs the server until a signal stops it. At SIGINT it lets running matches end. At SIGTERM, and at the second signal,
// it leaves at once, and running matches go on after the next start; but it treats a first SIGTERM as SIGINT if it has
// no log of running matches. At SIGHUP it reads the settings again, and takes over those that can change. Returns the
// exit status, which is not 0 if games could not be saved. Throws std::runtime_error with a sentence if it cannot
// start.
int serve(const ReadConfig& read_config, const StoreWrappers& wrappers = {});

}  // namespace rensa::app
