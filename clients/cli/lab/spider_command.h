#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab spider: spider solitaire, and a player that learns it (document 003).
void add_lab_spider(command_line::Command& lab);

}  // namespace rensa::cli
