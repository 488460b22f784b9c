#include "tests/tools/paths.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace rensa::tests {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCache = "CMakeCache.txt";

fs::path find_source_folder(const fs::path& build) {
  constexpr std::string_view kEntry = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  std::ifstream cache(build / kCache);
  for (std::string line; std::getline(cache, line);) {
    if (line.starts_with(kEntry)) return line.substr(kEntry.size());
  }
  throw std::runtime_error((build / kCache).string() + " does not say where the sources are");
}

const fs::path& build_folder() {
  static const fs::path folder = find_build_folder(std::getenv("RENSA_BUILD"), fs::read_symlink("/proc/self/exe"));
  return folder;
}

const fs::path& source_folder() {
  static const fs::path folder = find_source_folder(build_folder());
  return folder;
}

}  // namespace

std::string find_build_folder(const char* said, const std::string& program) {
  if (said != nullptr && *said != '\0') {
    if (!fs::exists(fs::path(said) / kCache)) {
      throw std::runtime_error(std::string("RENSA_BUILD is ") + said + ", which is no build folder: it has no " +
                               kCache);
    }
    return said;
  }
  for (fs::path folder = fs::path(program).parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / kCache)) return folder;
  }
  throw std::runtime_error("RENSA_BUILD has to say where the build folder is, because " + program +
                           " does not lie in one");
}

std::string source_path(std::string_view name) {
  return name.empty() ? source_folder().string() : (source_folder() / name).string();
}

std::string data_path(std::string_view name) { return (source_folder() / "tests/data" / name).string(); }

std::string program_path(std::string_view name) {
  for (const char* folder : {"bin", "tests", "lib"}) {
    const fs::path path = build_folder() / folder / name;
    if (fs::exists(path)) return path.string();
  }
  throw std::runtime_error("the program " + std::string(name) + " is not in the build folder " +
                           build_folder().string());
}

}  // namespace rensa::tests
