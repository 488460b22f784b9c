#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa puzzle solve`: all solutions of training problems. Exit 1 where one cannot be solved.
void add_puzzle_solve_command(CLI::App& puzzle, int& exit_code);

}  // namespace rensa::cli
