#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa vectors FILE...`: holds the rules against conformance vectors. Exit 1 on any difference.
void add_vectors_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
