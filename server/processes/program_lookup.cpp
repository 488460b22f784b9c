#include <algorithm>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

#include "server/processes/program.h"

namespace rensa::processes {

namespace {

bool is_file(const std::string& file) {
  struct stat found{};
  return stat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace

// Finds the paths as execvp() does. That function is not used, because it lets a shell run files of an unknown format.
std::vector<std::string> candidate_paths(std::string_view program) {
  if (program.empty() || program.find('/') != std::string_view::npos) return {std::string(program)};
  const char* const variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? "/bin:/usr/bin" : variable;
  std::vector<std::string> candidates;
  for (;;) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    std::string file(end == 0 ? "." : folders.substr(0, end));
    candidates.push_back(file.append("/").append(program));
    if (end == folders.size()) return candidates;
    folders.remove_prefix(end + 1);
  }
}

std::string path_of_program(const std::string& program) {
  for (const std::string& file : candidate_paths(program)) {
    if (is_file(file) && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

std::string why_not_runnable(const std::string& program) {
  if (!path_of_program(program).empty()) return "";
  const std::vector<std::string> candidates = candidate_paths(program);
  if (std::any_of(candidates.begin(), candidates.end(), is_file)) return program + " may not be executed";
  // A folder of this name in the present folder is not searched for, but is what was meant.
  struct stat found{};
  if (stat(program.c_str(), &found) == 0 && S_ISDIR(found.st_mode)) {
    return program + " is a folder: name a program in it";
  }
  const bool is_searched = program.find('/') == std::string::npos;
  if (!is_searched) return "there is no program " + program;
  const bool is_here = is_file(program);
  return program + " is in no folder of PATH" +
         (is_here ? ": name the file of this folder as ./" + program + ", or behind its interpreter" : "");
}

}  // namespace rensa::processes
