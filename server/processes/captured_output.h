#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/processes/descriptor.h"

namespace rensa::processes {

// Keeps the output of a program: the beginning in a file, and the end in memory.

// A file that keeps the first part of a text. At its limit it ends with a line that says so. On a full disk it ends
// earlier.
class LogFile {
 public:
  // Replaces a file of this name. Returns an errno; 0: success.
  int open(const std::string& path, std::uint64_t bytes);
  // Does nothing before open().
  void append(std::string_view text);

 private:
  void write(std::string_view text);

  Descriptor file_;
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
