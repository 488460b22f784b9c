#include "server/app/programs.h"

#include <filesystem>
#include <stdexcept>
#include <string>

#include "server/processes/places.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

// The programs stand in one folder.
std::string beside_this_program(const std::string& name) {
  return (fs::read_symlink("/proc/self/exe").parent_path() / name).string();
}

}  // namespace

live_tournaments::Programs find_programs() {
  return {.keeper = beside_this_program("rensa-keeper"),
          .worker = beside_this_program("rensa-worker"),
          .bridge = beside_this_program("rensa-bridge")};
}

void check_programs(const contest::Plan& plan) {
  for (const contest::Player& player : plan.players) {
    const auto* command = std::get_if<contest::Command>(&player.who);
    const std::string why = command == nullptr ? "" : processes::why_no_program(command->words.front());
    if (!why.empty()) throw std::runtime_error(player.name + ": " + why);
  }
}

}  // namespace rensa::app
