#include "server/wiring/programs.h"

#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "server/exec/places.h"

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

void check_programs(const contest::Plan& plan) {
  for (const contest::Player& player : plan.players) {
    const auto* command = std::get_if<contest::Command>(&player.who);
    const std::string why = command == nullptr ? "" : exec::why_no_program(command->words.front());
    if (!why.empty()) throw std::runtime_error(player.name + ": " + why);
  }
}

}  // namespace rensa::wiring
