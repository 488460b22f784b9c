#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa match PLAYER PLAYER`: games between two players in this process, drawn live in the terminal or as fast as
// possible. Exit 128 + the signal when it was stopped; what was played until then is summed up.
void add_match_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
