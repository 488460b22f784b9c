#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab all: the experiments of documents 001 to 003, and every published figure beside ours.
void add_lab_all(command_line::Command& lab);

}  // namespace rensa::cli
