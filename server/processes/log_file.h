#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/processes/descriptor.h"

namespace rensa::processes {

// A file that takes the first part of a text and no more: at its bound it ends with a line that says so. On a disk that
// is full it ends earlier.
class LogFile {
 public:
  // Replaces a file of this name. Returns an errno, 0: none.
  int open(const std::string& path, std::uint64_t bytes);
  // Nothing is kept before open().
  void take(std::string_view text);

 private:
  void write(std::string_view text);

  Descriptor file_;
  std::uint64_t bytes_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace rensa::processes
