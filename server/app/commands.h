#pragma once

#include <cstdint>
#include <string>

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

}  // namespace rensa::app
