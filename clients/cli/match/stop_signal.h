#pragma once

namespace rensa::cli {

// From now on, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP is only remembered. A second SIGINT or
// SIGTERM ends the program. A SIGHUP that the program was told to ignore, as by nohup, is ignored further.
void catch_stop_signals();
// Returns the number of the remembered signal, or 0. Any thread may call it.
int received_stop_signal();
inline bool must_stop() { return received_stop_signal() != 0; }

// Returns the exit code by which shells recognise a program that a signal ended; 0 if no signal was received.
int exit_code_after_stop();

}  // namespace rensa::cli
