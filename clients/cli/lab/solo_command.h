#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// rensa lab solo: what a player builds when nobody disturbs it.
void add_lab_solo(CLI::App& lab, int& exit_code);
// rensa lab chains: the same for two players on the same queues, and a match between them (thesis 6.2).
void add_lab_chains(CLI::App& lab, int& exit_code);

}  // namespace rensa::cli
