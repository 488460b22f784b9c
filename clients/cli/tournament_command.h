#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa tournament run|show|export|verify`: tournaments in this process. Exit 128 + the signal when
// a run was stopped: the same command goes on with it.
void add_tournament_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
