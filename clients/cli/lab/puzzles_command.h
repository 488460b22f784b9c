#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab puzzles: how many sketches of training problems are problems, and how long one takes (document of Takahashi
// and Ikeda, sections 4.2 and 4.4).
void add_lab_puzzles(command_line::Command& lab);

}  // namespace rensa::cli
