#include "server/base/public_text.h"

namespace rensa::base {

namespace {

// A path begins at the beginning of a word, and ends with it.
bool begins_word(std::string_view text, std::size_t at) {
  return at == 0 || std::string_view(" \"'(=,").find(text[at - 1]) != std::string_view::npos;
}

std::size_t end_of_word(std::string_view text, std::size_t from) {
  const std::size_t end = text.find_first_of(" \"'()=,:;", from);
  return end == std::string_view::npos ? text.size() : end;
}

}  // namespace

std::string without_folders(std::string_view text) {
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool is_path = text[at] == '/' && begins_word(text, at) && at + 1 < text.size() && text[at + 1] != ' ';
    if (!is_path) {
      shown += text[at++];
      continue;
    }
    const std::size_t end = end_of_word(text, at);
    std::string_view path = text.substr(at, end - at);
    const std::string_view dots = path.substr(path.find_last_not_of('.') + 1);  // of the end of a sentence
    path.remove_suffix(dots.size());
    while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
    shown.append(path.substr(path.rfind('/') + 1)).append(dots);
    at = end;
  }
  return shown;
}

}  // namespace rensa::base
