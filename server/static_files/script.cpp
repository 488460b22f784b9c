#include "server/static_files/script.h"

#include <algorithm>

namespace rensa::static_files {

namespace {

std::string_view without_indent(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

}  // namespace

std::string without_comments(std::string_view script) {
  std::string kept;
  bool is_in_comment = false;
  while (!script.empty()) {
    const std::size_t length = std::min(script.find('\n'), script.size());
    std::string_view line = script.substr(0, length);
    while (is_in_comment || without_indent(line).starts_with("/*")) {
      const std::size_t begin = is_in_comment ? 0 : line.find("/*") + 2;
      const std::size_t end = line.find("*/", begin);
      is_in_comment = end == std::string_view::npos;
      line.remove_prefix(is_in_comment ? line.size() : end + 2);
      if (line.empty()) break;
    }
    const bool is_kept = !without_indent(line).empty() && !without_indent(line).starts_with("//");
    if (is_kept) kept += line;
    script.remove_prefix(length);
    if (script.empty()) break;
    kept += '\n';
    script.remove_prefix(1);
  }
  return kept;
}

}  // namespace rensa::static_files
