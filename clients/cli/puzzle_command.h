#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa puzzle solve | generate`: training problems, each command in a file of its own.
void add_puzzle_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
