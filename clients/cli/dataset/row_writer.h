#pragma once

#include <string>

#include "clients/cli/dataset/decision_row.h"

namespace rensa::cli {

// Writes rows to one file. No memory grows with the number of the rows. The functions throw std::runtime_error that
// names the file if it cannot be written.
class RowWriter {
 public:
  virtual ~RowWriter() = default;

  virtual void add(const DecisionRow& row) = 0;
  // Gives the file its name, after which no row may follow. A file that is there already is not replaced. Without this
  // call no file is left.
  virtual void finish() = 0;
};

// The name of a file while it is written: FILE.part-PID, as for records.
std::string name_of_part(const std::string& file);

// Gives the written part its name. Throws if there is such a file.
void publish_part(const std::string& file);

}  // namespace rensa::cli
