#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa puzzle generate`: training problems are made. Exit 1 where fewer were found than asked for.
void add_puzzle_generate_command(CLI::App& puzzle, int& exit_code);

}  // namespace rensa::cli
