#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "clients/cli/remote/hosted.h"

namespace rensa::cli {

struct Fetched {
  std::size_t records = 0;  // that are new in the folder
  std::size_t there = 0;    // that were in it before
};

// The records of all games of a tournament that count, PAIR-LEG.rensa each, into a folder, which is made where there is
// none. Files that are in it are left alone, so that a call can be repeated. `stop` is asked before each. Throws
// std::runtime_error as well where a file cannot be written.
Fetched fetch_records(const Hosted& hosted, const std::string& name, const std::filesystem::path& folder,
                      const std::function<bool()>& stop);

}  // namespace rensa::cli
