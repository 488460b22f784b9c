#include "clients/cli/vectors/line_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace rensa::cli {

namespace {

constexpr std::size_t kMaxLineBytes = 1 << 20;

}  // namespace

struct LineSource::File {
  gzFile handle = nullptr;
  ~File() {
    if (handle != nullptr) gzclose(handle);
  }
};

LineSource::LineSource(const std::string& path) : file_(std::make_unique<File>()) {
  const int descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw InputError(std::strerror(errno));
  file_->handle = gzdopen(descriptor, "rb");
  if (file_->handle == nullptr) {
    close(descriptor);
    throw InputError("no memory to read it");
  }
}

LineSource::~LineSource() = default;

bool LineSource::fill() {
  const int bytes = gzread(file_->handle, buffer_.data(), static_cast<unsigned>(buffer_.size()));
  if (bytes <= 0) {
    int code = Z_OK;
    const char* message = gzerror(file_->handle, &code);
    if (code == Z_ERRNO) throw InputError(std::strerror(errno));
    if (code == Z_BUF_ERROR) throw InputError("the compressed data ends too early");
    if (bytes < 0) throw InputError(std::string("the compressed data is damaged: ") + message);
  }
  used_ = 0;
  size_ = static_cast<std::size_t>(bytes);
  return size_ > 0;
}

bool LineSource::next(std::string& line) {
  line.clear();
  for (;;) {
    if (used_ == size_ && !fill()) return !line.empty();
    const char* const from = buffer_.data() + used_;
    const char* const end = buffer_.data() + size_;
    const char* const newline = std::find(from, end, '\n');
    line.append(from, newline);
    used_ += static_cast<std::size_t>(newline - from);
    if (line.size() > kMaxLineBytes) throw InputError("a line of more than a megabyte");
    if (newline == end) continue;
    ++used_;
    return true;
  }
}

}  // namespace rensa::cli
