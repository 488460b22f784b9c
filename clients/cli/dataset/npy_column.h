#pragma once

#include <cstdint>
#include <fstream>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace rensa::cli {

// One array of numpy. Its rows are written one after the other, and lie in a file without a name until their number
// is known. Then the head of a file .npy and the rows can be copied.
class NpyColumn {
 public:
  struct Layout {
    std::string name;
    std::string type;                // of numpy, such as "|u1" or "<i4"
    std::size_t bytes = 1;           // of one number
    std::vector<std::size_t> shape;  // of a row; empty: a number
  };

  // The file stands beside `file`. Throws std::runtime_error if it cannot be made.
  NpyColumn(Layout layout, const std::string& file);

  // Adds numbers of a row. The rows get as many numbers as the layout says.
  void add(std::uint64_t number);
  void add_signed(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }

  const std::string& name() const { return layout_.name; }
  bool has_failed() const { return !rows_; }
  // For `row_count` rows, which were added: the whole array as a file .npy.
  std::uint64_t size_of_npy(std::uint64_t row_count) const;
  std::uint32_t checksum_of_npy(std::uint64_t row_count) const;
  void write_npy(std::uint64_t row_count, std::ostream& out);

 private:
  std::string head_for(std::uint64_t row_count) const;

  const Layout layout_;
  std::fstream rows_;
  std::uint64_t byte_count_ = 0;
  std::uint32_t checksum_ = 0;  // of the rows alone
};

}  // namespace rensa::cli
