#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa lab templates: how many hands it takes to build a template (thesis 6.1).
void add_lab_templates(CLI::App& lab, int& exit_code);

}  // namespace rensa::cli
