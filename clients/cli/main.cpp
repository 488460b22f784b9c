#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "clients/cli/bench_command.h"
#include "clients/cli/lab_command.h"
#include "clients/cli/learn_command.h"
#include "clients/cli/match_command.h"
#include "clients/cli/puzzle_command.h"
#include "clients/cli/record_command.h"
#include "clients/cli/sprt_command.h"
#include "clients/cli/template_command.h"
#include "clients/cli/tournament_command.h"
#include "clients/cli/vectors_command.h"

namespace {

// A command that does not exist is named, with those that do: the library only says that one is needed.
std::string why_refused(const CLI::ParseError& error, const CLI::App& program, int argc, char** argv) {
  const bool lacks_command = program.get_subcommands().empty() && argc > 1 && argv[1][0] != '-';
  std::string why = lacks_command ? std::string("no command ").append(argv[1]) : error.what();
  if (!program.get_subcommands().empty()) return why;
  why += "; there are";
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    why.append(" ").append(command->get_name());
  }
  return why;
}

}  // namespace

// Exit codes: 0 all went well, 1 a check or a game went wrong, 2 the program was not called as it wants to be. A
// command adds itself to the program and leaves its exit code behind.
int main(int argc, char** argv) {
  constexpr int kWentWrong = 1;
  constexpr int kUsage = 2;
  CLI::App program("Rensa: duels of falling pairs", "rensa");
  program.require_subcommand(1);
  int exit_code = 0;
  rensa::cli::add_match_command(program, exit_code);
  rensa::cli::add_sprt_command(program, exit_code);
  rensa::cli::add_tournament_command(program, exit_code);
  rensa::cli::add_puzzle_command(program, exit_code);
  rensa::cli::add_record_command(program, exit_code);
  rensa::cli::add_template_command(program, exit_code);
  rensa::cli::add_bench_commands(program, exit_code);
  rensa::cli::add_lab_command(program, exit_code);
  rensa::cli::add_learn_command(program, exit_code);
  rensa::cli::add_vectors_command(program, exit_code);

  program.set_version_flag("--version", "rensa " RENSA_VERSION);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help
    std::cerr << "rensa: " << why_refused(error, program, argc, argv) << '\n';
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << "rensa: " << error.what() << '\n';
    return kWentWrong;
  }
  if (!std::cout.flush()) {
    std::cerr << "rensa: the output could not be written\n";
    return kWentWrong;
  }
  return exit_code;
}
