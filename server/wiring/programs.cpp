#include "server/wiring/programs.h"

#include <filesystem>
#include <initializer_list>
#include <string>

namespace rensa::wiring {

namespace {

namespace fs = std::filesystem;

std::string found(const fs::path& here, const std::string& name, std::initializer_list<const char*> folders) {
  for (const char* folder : folders) {
    std::error_code none;
    const fs::path file = fs::weakly_canonical(here / folder / name, none);
    if (!none && fs::exists(file, none)) return file.string();
  }
  return (here / name).string();  // whoever starts it says that it is not there
}

}  // namespace

host::Programs find_programs() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  return {.keeper = found(here, "rensa-keeper", {".", "../server", "../../server"}),
          .worker = found(here, "rensa-worker", {".", "../worker", "../clients/worker", "../../clients/worker"}),
          .bridge = found(here, "rensa-bridge", {".", "../bridge", "../clients/bridge", "../../clients/bridge"})};
}

}  // namespace rensa::wiring
