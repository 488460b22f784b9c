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
  // Writes what is left to write, after which no row may follow. The file then waits for publish_part(); without that
  // call no file is left.
  virtual void complete() = 0;
};

}  // namespace rensa::cli
