#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/base/descriptor.h"
#include "server/processes/running_program.h"

namespace rensa::processes {

// A program that runs at most as long as this object lives. All calls are on the thread of the io_context.
//
// Between the program and this process stands a supervisor process (supervisor.h). All processes that the program
// starts stay below the supervisor. It lets none of them outlive the program or this process, however that ends.
class ChildProcess final : public RunningProgram {
 public:
  // Calls `on_exit` from the io_context.
  ChildProcess(boost::asio::io_context& io, const ChildOptions& options, ExitHandler on_exit);
  ~ChildProcess() override;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void terminate(EndGrace grace) override;
  std::string output_tail() const override;
  std::string take_output() override;

 private:
  class Connection;
  std::shared_ptr<Connection> connection_;
};

// Decides when the output of a program is read on. It is a pure rule: what comes in a second may come at once.
class OutputRate {
 public:
  using Time = std::chrono::steady_clock::time_point;

  OutputRate(std::uint64_t bytes_per_second, Time now) : bytes_per_second_(bytes_per_second), paid_until_(now) {}
  // Returns the time to wait after this piece has been read.
  std::chrono::nanoseconds pause_after(std::size_t bytes, Time now);

 private:
  const std::uint64_t bytes_per_second_;
  Time paid_until_;  // the time at which all that was read would have come at this rate
};

// Keeps the output of a program: the beginning in a file, and the end in memory.

// A file that keeps the first part of a text. At its limit it ends with a line that says so. On a full disk it ends
// earlier.
class LogFile {
 public:
  // Replaces a file of this name. Returns an errno; 0: success.
  int open(const std::string& path, std::uint64_t bytes);
  // Returns what the file has been given of the text, with the line at its limit. Does nothing before open().
  std::string append(std::string_view text);

 private:
  void write(std::string_view text);

  base::Descriptor file_;
  std::uint64_t limit_ = 0;  // bytes
  std::uint64_t left_ = 0;
};

// The end of a text that comes in pieces.
class OutputTail {
 public:
  explicit OutputTail(std::size_t bytes) : limit_(bytes) {}

  void append(std::string_view text);
  // At most `bytes` bytes. The end of a longer text begins with a whole line if there is one.
  std::string text() const;

 private:
  const std::size_t limit_;
  std::string kept_;  // up to twice the limit, so that not every piece moves the whole text
};

}  // namespace rensa::processes
