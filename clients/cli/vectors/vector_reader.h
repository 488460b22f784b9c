#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::cli {

// An error in a file of vectors. The caller adds the names of the file and the line.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the lines of a file, compressed by gzip or not, or of the standard input if the path is "-".
class LineReader {
 public:
  explicit LineReader(const std::string& path);  // throws InputError
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Returns false at the end. Throws InputError if the file is damaged or a line is longer than a megabyte.
  bool next(std::string& line);

 private:
  bool fill();

  struct File;
  std::unique_ptr<File> file_;
  std::array<char, 1 << 16> buffer_;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

// Functions that read a member of a JSON object. All throw InputError with the name of the member.

int int_at(const nlohmann::json& object, const char* name, int lowest, int highest);
bool flag_at(const nlohmann::json& object, const char* name);  // from true, false, 1 or 0
const std::string& text_at(const nlohmann::json& object, const char* name);
rules::Field field_at(const nlohmann::json& object, const char* name);  // from rows 13 to 1; no puyo floats
rules::Pair pair_at(const nlohmann::json& object, const char* name);
rules::Placement placement_at(const nlohmann::json& object);

std::string digits_of(const rules::Field& field);

// Returns "name: expected 1, got 2", or nothing if the values are equal.
std::optional<std::string> difference(std::string_view name, long expected, long got);
std::optional<std::string> difference(std::string_view name, const std::string& expected, const std::string& got);

}  // namespace rensa::cli
