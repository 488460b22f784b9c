#include "clients/cli/lab_command.h"

#include <CLI/CLI.hpp>

#include "clients/cli/lab/all_command.h"
#include "clients/cli/lab/nplayer_command.h"
#include "clients/cli/lab/puzzles_command.h"
#include "clients/cli/lab/solo_command.h"
#include "clients/cli/lab/spider_command.h"
#include "clients/cli/lab/templates_command.h"

namespace rensa::cli {

void add_lab_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("lab", "Published experiments, done again");
  command->require_subcommand(1);
  add_lab_all(*command, exit_code);
  add_lab_chains(*command, exit_code);
  add_lab_nplayer(*command, exit_code);
  add_lab_puzzles(*command, exit_code);
  add_lab_solo(*command, exit_code);
  add_lab_spider(*command, exit_code);
  add_lab_templates(*command, exit_code);
}

}  // namespace rensa::cli
