#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa learn: what fields are worth, learned from a teacher's choices in records.
void add_learn_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
