#include "server/processes/captured_output.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>

namespace rensa::processes {

int LogFile::open(const std::string& path, std::uint64_t bytes) {
  constexpr mode_t kForUserAndGroup = 0640;
  file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForUserAndGroup));
  limit_ = left_ = bytes;
  return file_.is_open() ? 0 : errno;
}

void LogFile::append(std::string_view text) {
  if (!file_.is_open()) return;
  const std::string_view fits = text.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), left_)));
  left_ -= fits.size();
  write(fits);
  if (fits.size() == text.size()) return;
  std::string end = "\n[there was more: only the first ";
  write(end.append(std::to_string(limit_)).append(" bytes are kept]\n"));
  file_.close();
}

void LogFile::write(std::string_view text) {
  while (!text.empty() && file_.is_open()) {
    const ssize_t written = ::write(file_.number(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      file_.close();
    }
  }
}

// Keeps one byte more than the limit, to know whether that byte ends a line.
void OutputTail::append(std::string_view text) {
  const std::size_t kept_bytes = limit_ + 1;
  if (text.size() > kept_bytes) text.remove_prefix(text.size() - kept_bytes);
  kept_ += text;
  if (kept_.size() > 2 * kept_bytes) kept_.erase(0, kept_.size() - kept_bytes);
}

std::string OutputTail::text() const {
  if (kept_.size() <= limit_) return kept_;
  const std::size_t begin = kept_.size() - limit_;
  const std::size_t line = kept_.find('\n', begin - 1);
  return kept_.substr(line == std::string::npos || line + 1 == kept_.size() ? begin : line + 1);
}

}  // namespace rensa::processes
