#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa template build`: what becomes of a drawn form. Exit 1 where its chain does not run as it is drawn.
void add_template_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
