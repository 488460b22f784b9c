#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa lab nplayer: searches of games of three against each other (document 001).
void add_lab_nplayer(CLI::App& lab, int& exit_code);

}  // namespace rensa::cli
