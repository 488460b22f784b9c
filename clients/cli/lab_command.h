#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa lab`: published experiments, done again.
void add_lab_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
