#pragma once

namespace CLI {
class App;
}

namespace rensa::cli {

// `rensa record show | verify | export`: what is in the files of finished games. Exit 1 where one does not verify.
void add_record_command(CLI::App& program, int& exit_code);

}  // namespace rensa::cli
