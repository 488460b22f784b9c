#include "server/processes/environment.h"

#include <algorithm>
#include <string_view>
#include <unistd.h>

namespace rensa::processes {

namespace {

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }

}  // namespace

std::vector<std::string> changed_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** ours = environ; *ours != nullptr; ++ours) {
    const bool stays = std::none_of(changes.begin(), changes.end(),
                                    [&](const std::string& change) { return name_of(change) == name_of(*ours); });
    if (stays) all.emplace_back(*ours);
  }
  return all;
}

}  // namespace rensa::processes
