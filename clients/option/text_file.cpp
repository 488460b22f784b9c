#include "clients/option/text_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rensa::option {

namespace {

constexpr std::uintmax_t kMaxBytes = 1U << 20;

rules::ParseError error(const std::string& path, const char* what) {
  std::string message = path;
  return {.message = message.append(": ").append(what), .position = 0};
}

}  // namespace

rules::Parsed<std::string> text_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return error(path, "there is no such file");
  if (!std::filesystem::is_regular_file(path, ignored)) return error(path, "is no file");
  if (std::filesystem::file_size(path, ignored) > kMaxBytes) return error(path, "is longer than a megabyte");
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return error(path, "cannot be read");
  return text;
}

}  // namespace rensa::option
