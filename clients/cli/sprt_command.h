#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa sprt NEW OLD`: games between two players until they show whether the first is the stronger one. Exit 0 if so,
// 1 if not, 3 if the games were out before; 128 + the signal when it was stopped.
void add_sprt_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
