#include "clients/cli/puzzle_command.h"

#include <CLI/CLI.hpp>

#include "clients/cli/puzzle_generate_command.h"
#include "clients/cli/puzzle_solve_command.h"

namespace rensa::cli {

void add_puzzle_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("puzzle", "Training problems: solved and made");
  command->require_subcommand(1);
  add_puzzle_solve_command(*command, exit_code);
  add_puzzle_generate_command(*command, exit_code);
}

}  // namespace rensa::cli
