#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

namespace rensa::cli {

// Describes an error in an input. The caller that knows the file and the line adds them.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The lines of a file, compressed by gzip or not, or of the standard input where the path is "-".
class LineSource {
 public:
  explicit LineSource(const std::string& path);  // throws InputError
  ~LineSource();
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;

  // False at the end. Throws InputError where the file is damaged or a line is longer than any could be.
  bool next(std::string& line);

 private:
  bool fill();

  struct File;
  std::unique_ptr<File> file_;
  std::array<char, 1 << 16> buffer_;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

}  // namespace rensa::cli
