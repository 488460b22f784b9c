#pragma once

#include <string>

namespace rensa::app {

// rensa-server journal verify: a run held against the plan in its own folder. `run` is the name of a tournament of the
// server of this data, which may be running, or the folder of any run. Prints what is wrong, or how many games are
// right. Throws std::runtime_error with a sentence and returns the exit status.
int verify_journal(const std::string& data, const std::string& run);

}  // namespace rensa::app
