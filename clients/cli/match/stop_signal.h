#pragma once

namespace rensa::cli {

// Ctrl-C and SIGTERM as something to ask for, from any thread. The second one ends the program in the usual way.
void watch_for_stop();
int stop_signal();  // its number, 0: none has come

}  // namespace rensa::cli
