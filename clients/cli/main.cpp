#include <exception>
#include <iostream>

#include "clients/cli/commands.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/output.h"
#include "clients/command_line/version.h"
#include "server/base/exit_code.h"

int main(int argc, char** argv) {
  rensa::command_line::Program program("rensa", "Rensa: duels of falling pairs");
  program.require_command();
  rensa::cli::add_match_command(program);
  rensa::cli::add_sprt_command(program);
  rensa::cli::add_tournament_command(program);
  rensa::cli::add_register_command(program);
  rensa::cli::add_new_bot_command(program);
  rensa::cli::add_check_command(program);
  rensa::cli::add_submit_command(program);
  rensa::cli::add_bot_command(program);
  rensa::cli::add_repro_command(program);
  rensa::cli::add_puzzle_command(program);
  rensa::cli::add_record_command(program);
  rensa::cli::add_template_command(program);
  rensa::cli::add_bench_commands(program);
  rensa::cli::add_lab_command(program);
  rensa::cli::add_learn_command(program);
  rensa::cli::add_tune_command(program);
  rensa::cli::add_analyse_command(program);
  rensa::cli::add_vectors_command(program);
  program.add_version_flag("rensa " RENSA_VERSION, rensa::command_line::build_text(rensa::command_line::kCommit));

  int exit_code = rensa::base::kExitSuccess;
  try {
    exit_code = program.run(argc, argv);
    if (!std::cout.flush()) throw rensa::base::OutputError("the output could not be written");
  } catch (const rensa::command_line::UsageError& error) {
    rensa::command_line::print_error("rensa", error);
    return rensa::base::kExitWrongCall;
  } catch (const std::exception& error) {
    rensa::command_line::print_error("rensa", error);
    return rensa::base::kExitFailed;
  }
  return exit_code;
}
