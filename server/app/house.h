#pragma once

#include <filesystem>
#include <functional>

#include "server/contest/plan.h"
#include "server/live_tournaments/company.h"
#include "server/league/tournament.h"

namespace rensa::app {

struct HouseOptions {
  int jobs = 1;
  std::function<bool()> stop;                           // asked ten times a second
  std::function<void(const league::Tournament&)> tell;  // after each game that counts
  std::function<void(const std::string&)> log;
  live_tournaments::Programs programs;
};

// Plays what is left of a run whose players are programs, in a server of its own that nobody else can reach; false: it
// was stopped before its end. Throws std::runtime_error where the folder cannot be used or written to.
bool play_in_house(const contest::Plan& plan, const std::filesystem::path& folder, const HouseOptions& options);

}  // namespace rensa::app
