#include "server/processes/places.h"

#include <algorithm>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace rensa::processes {

namespace {

bool is_file(const std::string& place) {
  struct stat found{};
  return stat(place.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace

// execvp() would give a file without a format that the system knows to a shell.
std::vector<std::string> places_of(std::string_view program) {
  if (program.empty() || program.find('/') != std::string_view::npos) return {std::string(program)};
  const char* const variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "/bin:/usr/bin" : variable;
  std::vector<std::string> places;
  for (;;) {
    const std::size_t end = std::min(path.find(':'), path.size());
    std::string place(end == 0 ? "." : path.substr(0, end));
    places.push_back(place.append("/").append(program));
    if (end == path.size()) return places;
    path.remove_prefix(end + 1);
  }
}

std::string why_no_program(const std::string& program) {
  bool is_there = false;
  for (const std::string& place : places_of(program)) {
    if (!is_file(place)) continue;
    if (access(place.c_str(), X_OK) == 0) return "";
    is_there = true;
  }
  if (is_there) return program + " may not be executed";
  const bool is_searched = program.find('/') == std::string::npos;
  return is_searched ? program + " is in no folder of PATH" : "there is no program " + program;
}

}  // namespace rensa::processes
