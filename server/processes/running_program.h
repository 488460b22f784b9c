#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/processes/program.h"

namespace rensa::processes {

struct ChildOptions {
  std::string supervisor;  // the path of the program rensa-keeper
  Command command;
  std::string log;  // the path of a file for its output, which is replaced; empty: none
  std::uint64_t log_bytes = 1 << 20;
  std::size_t tail_bytes = 4096;
  // The output that is read in a second, once a program has written so much. A program that writes more has to wait, so
  // that its output does not take the time of the event loop.
  std::uint64_t output_bytes_per_second = 4 << 20;
};

// The time that a program has to end by itself. At the end of both times together its processes are killed.
struct EndGrace {
  std::chrono::milliseconds after_input{};   // after its input is closed; only with Command::has_open_input
  std::chrono::milliseconds after_signal{};  // then, after SIGTERM
};

// A program that runs at most as long as this object lives. child_process.h starts one.
class RunningProgram {
 public:
  // Kills the program and waits for its end: some milliseconds, at most a second. The exit handler is not called.
  virtual ~RunningProgram() = default;

  // Asks the program to end: closes its input if it is open, sends SIGTERM to its group after the first grace, and
  // kills the rest of its processes after the second. May be called again: each deadline can only come nearer.
  virtual void terminate(EndGrace grace) = 0;
  // Returns the last lines of the program's output so far.
  virtual std::string output_tail() const = 0;
  // Returns the output since the last call, as far as `log_bytes` of the whole output reach.
  virtual std::string take_output() = 0;
};

// Is called once from the event loop, when no process of the program is left and its whole output has been read. A
// failed start is reported in the same way. The handler may destroy the program.
using ExitHandler = std::function<void(const ExitReport&)>;
using StartProgram = std::function<std::unique_ptr<RunningProgram>(const ChildOptions&, ExitHandler)>;

}  // namespace rensa::processes
