#pragma once

namespace rensa::cli {

// Ctrl-C and SIGTERM as something to ask for, from any thread. The second one ends the program in the usual way.
void watch_for_stop();
int stop_signal();  // its number, 0: none has come

// What shells take for a program that a signal has ended. Precondition: one has come.
int stopped_exit_code();

}  // namespace rensa::cli
