#include "server/log/append_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"

namespace rensa::log {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerOnly = 0600;

class DiskFile final : public AppendFile {
 public:
  explicit DiskFile(fs::path path) : path_(std::move(path)) {
    const bool is_new = !fs::exists(path_);
    descriptor_ = open(path_, O_CREAT);
    if (is_new) base::sync_folder(folder());
  }

  std::vector<std::uint8_t> read() override { return base::read_binary_file(path_); }

  void append(Bytes bytes) override { write(descriptor_, bytes); }

  void sync() override {
    if (fdatasync(descriptor_.number()) != 0) fail();
  }

  void truncate(std::size_t size) override {
    if (ftruncate(descriptor_.number(), static_cast<off_t>(size)) != 0) fail();
  }

  void replace(Bytes bytes) override {
    fs::path part = path_;
    part += ".part";
    base::Descriptor descriptor = open(part, O_CREAT | O_TRUNC);
    write(descriptor, bytes);
    if (fdatasync(descriptor.number()) != 0) fail();
    if (std::rename(part.c_str(), path_.c_str()) != 0) fail();
    descriptor_ = std::move(descriptor);
    base::sync_folder(folder());
  }

 private:
  [[noreturn]] void fail() const { throw std::runtime_error(path_.string() + ": " + std::strerror(errno)); }

  fs::path folder() const { return path_.has_parent_path() ? path_.parent_path() : fs::path("."); }

  base::Descriptor open(const fs::path& path, int flags) const {
    base::Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, kOwnerOnly));
    if (!descriptor.is_open()) fail();
    return descriptor;
  }

  void write(const base::Descriptor& descriptor, Bytes bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor.number(), bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) fail();
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  const fs::path path_;
  base::Descriptor descriptor_;
};

}  // namespace

std::unique_ptr<AppendFile> open_append_file(const fs::path& path) { return std::make_unique<DiskFile>(path); }

}  // namespace rensa::log
