#pragma once

#include <boost/asio/io_context.hpp>
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
};

// A program that runs at most as long as this object lives. All calls are on the thread of the io_context.
//
// Between the program and this process stands a supervisor process (supervisor.h). All processes that the program
// starts stay below the supervisor. It lets none of them outlive the program or this process, however that ends.
class ChildProcess {
 public:
  using ExitHandler = std::function<void(const ExitReport&)>;

  // Calls `on_exit` once from the io_context, when no process of the program is left and its whole output is in the
  // log. A failed start is reported in the same way. The handler may destroy the child.
  ChildProcess(boost::asio::io_context& io, const ChildOptions& options, ExitHandler on_exit);
  // Kills the program and waits for its end: some milliseconds, at most a second. The handler is not called.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends SIGTERM to the program's group, and kills the rest of its processes after the grace. May be called again.
  void terminate(std::chrono::milliseconds grace);
  // Returns the last lines of the program's output so far.
  std::string output_tail() const;

 private:
  class Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace rensa::processes
