#include "clients/cli/live/page.h"

#include <algorithm>

namespace rensa::cli {

bool Page::show(const std::string& text) {
  shown_ = text;
  return terminal_.write(page_of(text, terminal_.size().rows));
}

char Page::key() {
  if (terminal_.suspend_if_asked()) show(std::string(shown_));
  return terminal_.key();
}

std::string page_of(const std::string& text, int rows) {
  std::string out = "\x1b[H";
  std::size_t at = 0;
  for (int row = 0; row < rows && at < text.size(); ++row) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.append(row == 0 ? "" : "\n").append(text, at, end - at).append("\x1b[K");
    at = end + 1;
  }
  return out.append("\x1b[J");
}

}  // namespace rensa::cli
