#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab solo: measures the chains that a player builds without an opponent.
void add_lab_solo(command_line::Command& lab);
// rensa lab chains: the same for two players on the same queues, and a match between them (thesis 6.2).
void add_lab_chains(command_line::Command& lab);

}  // namespace rensa::cli
