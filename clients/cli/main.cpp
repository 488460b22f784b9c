#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "clients/cli/bench_command.h"
#include "clients/cli/match_command.h"
#include "clients/cli/record_command.h"
#include "clients/cli/vectors_command.h"

// Exit codes: 0 all went well, 1 a check or a game went wrong, 2 the program was not called as it wants to be. A
// command adds itself to the program and leaves its exit code behind.
int main(int argc, char** argv) {
  constexpr int kWentWrong = 1;
  constexpr int kUsage = 2;
  CLI::App program("Rensa: duels of falling pairs", "rensa");
  program.require_subcommand(1);
  int exit_code = 0;
  rensa::cli::add_match_command(program, exit_code);
  rensa::cli::add_record_command(program, exit_code);
  rensa::cli::add_bench_commands(program, exit_code);
  rensa::cli::add_vectors_command(program, exit_code);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help
    std::cerr << "rensa: " << error.what() << '\n';
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
