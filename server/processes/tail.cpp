#include "server/processes/tail.h"

namespace rensa::processes {

// What stays is one byte more than is told: whether it ends a line.
void Tail::take(std::string_view text) {
  const std::size_t stays = bytes_ + 1;
  if (text.size() > stays) text.remove_prefix(text.size() - stays);
  kept_ += text;
  if (kept_.size() > 2 * stays) kept_.erase(0, kept_.size() - stays);
}

std::string Tail::text() const {
  if (kept_.size() <= bytes_) return kept_;
  const std::size_t begin = kept_.size() - bytes_;
  const std::size_t line = kept_.find('\n', begin - 1);
  return kept_.substr(line == std::string::npos || line + 1 == kept_.size() ? begin : line + 1);
}

}  // namespace rensa::processes
