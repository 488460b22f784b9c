#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/app/config.h"
#include "server/app/run_later.h"
#include "server/base/table.h"
#include "server/storage/store.h"
#include "server/storage/tournaments.h"

namespace rensa::app {

// The commands of rensa-server besides serving. Each returns the exit status, and throws std::runtime_error with a
// sentence, also if its output cannot be written. `data` is the directory of a server, which may be running; a
// directory without a store is refused. Commands that print a table get its format.

// Throws std::runtime_error if the standard output could not be written. Returns the exit status 0.
int flushed_output();

// rensa-server token create | list | revoke.
int create_token(const std::string& data, const std::string& name, bool for_administrator);
int list_tokens(const std::string& data, base::TableFormat format);
int revoke_token(const std::string& data, std::int64_t id);

// rensa-server journal verify: compares a run with the plan in its folder. `run` is the name of a tournament of the
// server, or the folder of any run. Prints the errors, or the number of correct games.
int verify_journal(const std::string& data, const std::string& run, base::TableFormat format);

// rensa-server store verify: reads everything that the store holds, and replays all records. Prints a sentence for each
// fault, or the number of games.
int verify_store(const std::string& data, base::TableFormat format);
// rensa-server store backup | restore. `file`: the copy of the database.
int back_up_store(const std::string& data, const std::string& file);
int restore_store(const std::string& data, const std::string& file);

// rensa-server drain: sends SIGINT to the server of this machine that uses the data, and waits until it has ended. If
// there is none, prints a sentence and returns kExitAnswerIsNo.
int drain_server(const std::string& data);

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
