#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa lab spider: spider solitaire, and a player that learns it (document 003).
void add_lab_spider(CLI::App& lab, int& exit_code);

}  // namespace rensa::cli
