#include <exception>
#include <iostream>

#include "clients/cli/commands.h"
#include "clients/command_line/command_line.h"

// Exit codes: 0 after success, 1 if a check or a game failed, 2 if the arguments are wrong. Some commands have more
// exit codes (commands.h).
int main(int argc, char** argv) {
  constexpr int kFailed = 1;
  rensa::command_line::Program program("rensa", "Rensa: duels of falling pairs");
  program.require_command();
  rensa::cli::add_match_command(program);
  rensa::cli::add_sprt_command(program);
  rensa::cli::add_tournament_command(program);
  rensa::cli::add_puzzle_command(program);
  rensa::cli::add_record_command(program);
  rensa::cli::add_template_command(program);
  rensa::cli::add_bench_commands(program);
  rensa::cli::add_lab_command(program);
  rensa::cli::add_learn_command(program);
  rensa::cli::add_vectors_command(program);
  program.add_version_flag("rensa " RENSA_VERSION);

  int exit_code = 0;
  try {
    exit_code = program.run(argc, argv);
  } catch (const rensa::command_line::UsageError& error) {
    std::cerr << "rensa: " << error.what() << '\n';
    return rensa::command_line::kExitCodeOfWrongCall;
  } catch (const std::exception& error) {
    std::cerr << "rensa: " << error.what() << '\n';
    return kFailed;
  }
  if (!std::cout.flush()) {
    std::cerr << "rensa: the output could not be written\n";
    return kFailed;
  }
  return exit_code;
}
