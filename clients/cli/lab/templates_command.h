#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// rensa lab templates: how many hands it takes to build a template (thesis 6.1).
void add_lab_templates(command_line::Command& lab);

}  // namespace rensa::cli
