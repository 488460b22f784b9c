#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab nplayer: searches of games of three against each other (document 001).
void add_lab_nplayer(command_line::Command& lab);

}  // namespace rensa::cli
