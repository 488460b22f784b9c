#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/processes/command.h"
#include "server/processes/ending.h"

namespace rensa::processes {

struct ChildOptions {
  std::string keeper;  // the path of the program rensa-keeper
  Command command;
  std::string log;  // the path of a file for what it writes, which is replaced; empty: none
  std::uint64_t log_bytes = 1 << 20;
  std::size_t tail_bytes = 4096;
};

// A program of somebody else that runs as long as this does, at most. All on the thread of the io_context.
//
// Between it and us stands a process of ours, its keeper: whatever the program starts and leaves, in its group or out
// of it, stays below the keeper, which lets none of them outlive the program, nor us, however we end.
class Child {
 public:
  using Ended = std::function<void(const Ending&)>;

  // Also what cannot be started is told by `ended`: once, from the io_context, when no process of the program is left
  // and all that it wrote is in the log. It may destroy the child.
  Child(boost::asio::io_context& io, const ChildOptions& options, Ended ended);
  // Kills and waits until that is done: some milliseconds, and no more than a second. Nobody is told.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Asks it to end (SIGTERM to its group); what is left of it after the grace is killed. May be said again.
  void end(std::chrono::milliseconds grace);
  // The last lines that it wrote so far.
  std::string tail() const;

 private:
  class Supervision;
  std::shared_ptr<Supervision> supervision_;
};

}  // namespace rensa::processes
