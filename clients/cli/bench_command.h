#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa bench rules | plies | duel | search`, `rensa perft` and `rensa signature`: how fast, and whether still the
// same.
void add_bench_commands(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
