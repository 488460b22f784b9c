#pragma once

#include <fstream>

#include "clients/cli/dataset/row_writer.h"

namespace rensa::cli {

// A file of CSV with a line for each decision. docs/records.md describes its columns.
class CsvRows final : public RowWriter {
 public:
  explicit CsvRows(std::string file);
  ~CsvRows() override;

  void add(const DecisionRow& row) override;
  void complete() override;

 private:
  void check();

  const std::string file_;
  std::ofstream out_;
};

}  // namespace rensa::cli
