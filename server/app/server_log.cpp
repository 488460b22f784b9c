#include "server/app/server_log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace rensa::app {

base::Descriptor open_log(const std::string& path) {
  if (path.empty()) return {};
  constexpr int kMode = 0640;
  base::Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kMode));
  if (!file.is_open()) throw std::runtime_error("log_file: cannot open " + path + ": " + std::strerror(errno));
  return file;
}

void ServerLog::use(base::Descriptor file) {
  // If there is a file already, its number stays the same, since another thread may be writing to it.
  if (file_.is_open() && file.is_open()) {
    dup3(file.number(), file_.number(), O_CLOEXEC);
  } else {
    std::swap(file_, file);
  }
}

void ServerLog::write(const std::string& line) const {
  const std::string text = line + "\n";
  const int to = file_.is_open() ? file_.number() : STDERR_FILENO;
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t more = ::write(to, text.data() + written, text.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return;
    written += static_cast<std::size_t>(more);
  }
}

}  // namespace rensa::app
