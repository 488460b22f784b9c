#include "clients/cli/commands.h"
#include "clients/cli/lab/all_command.h"
#include "clients/cli/lab/nplayer_command.h"
#include "clients/cli/lab/puzzles_command.h"
#include "clients/cli/lab/solo_command.h"
#include "clients/cli/lab/spider_command.h"
#include "clients/cli/lab/templates_command.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

void add_lab_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("lab", "Published experiments, done again");
  command.require_command();
  add_lab_all(command);
  add_lab_chains(command);
  add_lab_nplayer(command);
  add_lab_puzzles(command);
  add_lab_solo(command);
  add_lab_spider(command);
  add_lab_templates(command);
}

}  // namespace rensa::cli
