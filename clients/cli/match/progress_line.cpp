#include "clients/cli/match/progress_line.h"

#include <cstdio>
#include <unistd.h>

namespace rensa::cli {

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::is_due() const {
  return !quiet_ && Clock::now() - told_ >= std::chrono::seconds(on_terminal_ ? 1 : 10);
}

void ProgressLine::show(const std::string& text) {
  told_ = Clock::now();
  if (on_terminal_) {
    const std::string blanks(shown_ > text.size() ? shown_ - text.size() : 0, ' ');
    std::fprintf(stderr, "\r%s%s", text.c_str(), blanks.c_str());
    shown_ = text.size();
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
}

void ProgressLine::close() {
  if (shown_ > 0) std::fputc('\n', stderr);
  shown_ = 0;
}

}  // namespace rensa::cli
