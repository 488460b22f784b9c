#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "server/processes/isolation.h"

namespace rensa::app {

// Tells before a tournament whether a program can play in it. The program is started as the programs of a plan are, and
// two copies of it play each other on a private server. In real time they play the first hands of a game only.

enum class GameClock : std::uint8_t { virtual_time, turns, real };

struct ProgramCheckOptions {
  nlohmann::ordered_json player;  // with "exec", as a plan has it; its name is ignored
  nlohmann::ordered_json limits = nlohmann::ordered_json::object();  // members of a plan, such as "memory_megabytes"
  std::vector<GameClock> clocks;                                     // not empty
  std::optional<processes::Isolation> isolation{};
  std::function<bool()> should_stop;
};

enum class CheckVerdict : std::uint8_t { ok, failed, not_tried };
const char* name_of(CheckVerdict verdict);  // as shown to people

struct CheckResult {
  std::string name;    // "start", "virtual", "turns", "real", "lost line", "slow machine"
  std::string reason;  // what is wrong and what to do; empty: the check is ok
  CheckVerdict verdict = CheckVerdict::ok;
};

// Runs all checks, and calls `on_result` after each of them. After a failed start, the others are not tried. Throws
// std::runtime_error if no check can be made here, for example because there is no such program.
std::vector<CheckResult> check_program(const ProgramCheckOptions& options,
                                       const std::function<void(const CheckResult&)>& on_result);

}  // namespace rensa::app
