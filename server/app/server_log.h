#pragma once

#include <string>

#include "server/base/descriptor.h"

namespace rensa::app {

// Opens a file for the log, at its end; an empty path gives none. Throws std::runtime_error with one sentence.
base::Descriptor open_log(const std::string& path);

// Where the server writes its log: a file, or the standard error. A line that cannot be written is lost.
class ServerLog {
 public:
  // Writes to this file from now on; none: to the standard error.
  void use(base::Descriptor file);
  // May be called on any thread.
  void write(const std::string& line) const;

 private:
  base::Descriptor file_;
};

}  // namespace rensa::app
