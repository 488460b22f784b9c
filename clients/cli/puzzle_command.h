#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa puzzle solve | generate`: training problems. Exit 1 where one cannot be solved, or too few were found.
void add_puzzle_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
