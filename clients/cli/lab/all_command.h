#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa lab all: the experiments of documents 001 to 003, and every published figure beside ours.
void add_lab_all(CLI::App& lab, int& exit_code);

}  // namespace rensa::cli
