#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/command_line/command_line.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"

namespace rensa::cli {

// Seeds and queues as the command line gives them.

// Reads a decimal number and refuses everything else, such as signs and hexadecimal digits.
std::optional<std::uint64_t> parse_seed(const std::string& text);

command_line::Check seed_check();

// Adds `--seed`. The help shows its default.
void add_seed_option(command_line::Command& command, std::uint64_t& seed, const std::string& help);

inline constexpr int kMaxJobs = 256;
// Adds `--jobs`, the number of threads or of games at a time. The help shows its default.
void add_jobs_option(command_line::Command& command, int& jobs, const std::string& help);
// For commands that start the programs of players.
void add_exec_isolation_option(command_line::Command& command, std::string& exec_isolation);

// Reads pairs such as "RB YG ...", the 256 digits of the reference, or "official:N" for a queue of the console games.
rules::Parsed<rules::PairQueue> parse_queue(const std::string& text, int colours);

}  // namespace rensa::cli
