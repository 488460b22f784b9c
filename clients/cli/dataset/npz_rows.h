#pragma once

#include <cstdint>
#include <vector>

#include "clients/cli/dataset/npy_column.h"
#include "clients/cli/dataset/row_writer.h"

namespace rensa::cli {

// A file of numpy with one array for each part of a decision. docs/python.md describes the arrays.
class NpzRows final : public RowWriter {
 public:
  // In the games of the rows, a seat sees this number of pairs.
  NpzRows(std::string file, int visible_pairs);
  ~NpzRows() override;

  void add(const DecisionRow& row) override;
  void complete() override;

 private:
  const std::string file_;
  const int visible_pairs_;
  std::vector<NpyColumn> columns_;
  std::uint64_t row_count_ = 0;
};

}  // namespace rensa::cli
