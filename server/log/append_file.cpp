#include "server/log/append_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"

namespace rensa::log {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerOnly = 0600;
// A new content is refused if it would leave less free space on the disk. Other files need some, too.
constexpr std::uintmax_t kMinFreeBytes = 4'000'000;

class DiskFile final : public AppendFile {
 public:
  explicit DiskFile(fs::path path) : path_(std::move(path)) {
    const fs::file_status status = fs::status(path_);
    const bool is_new = !fs::exists(status);
    // A pipe would wait for another process, and a device has no end.
    if (!is_new && !fs::is_regular_file(status))
      throw std::runtime_error(path_.string() + ": it is not a regular file");
    descriptor_ = open(path_, O_CREAT);
    if (is_new) base::sync_folder(folder());
    drop_prepared();  // of an earlier process
  }
  ~DiskFile() override {
    if (prepared_.is_open()) drop_prepared();
  }

  std::vector<std::uint8_t> read() override { return base::read_binary_file(path_); }

  void append(Bytes bytes) override { write(descriptor_, bytes); }

  void sync() override {
    if (fdatasync(descriptor_.number()) != 0) fail(path_);
  }

  void truncate(std::size_t size) override {
    if (ftruncate(descriptor_.number(), static_cast<off_t>(size)) != 0) fail(path_);
  }

  void prepare(Bytes bytes) override {
    check_free_space(bytes.size());
    try {
      prepared_ = open(part(), O_CREAT | O_TRUNC);
      write_and_sync(prepared_, bytes);
    } catch (...) {
      drop_prepared();
      throw;
    }
  }

  void use_prepared(Bytes rest) override {
    try {
      write_and_sync(prepared_, rest);
      if (std::rename(part().c_str(), path_.c_str()) != 0) fail(path_);
      descriptor_ = std::move(prepared_);
      prepared_.close();  // of the old content
    } catch (...) {
      drop_prepared();
      throw;
    }
    base::sync_folder(folder());
  }

  std::string keep_damaged(Bytes bytes) override {
    fs::path file = path_;
    file += ".damaged";
    for (int number = 2; fs::exists(file); ++number) file = path_.string() + ".damaged-" + std::to_string(number);
    write_and_sync(open(file, O_CREAT | O_EXCL), bytes);
    base::sync_folder(folder());
    return file.string();
  }

 private:
  void drop_prepared() {
    prepared_ = {};
    std::error_code ignored;
    fs::remove(part(), ignored);
  }

  [[noreturn]] static void fail(const fs::path& path) {
    throw std::runtime_error(path.string() + ": " + std::strerror(errno));
  }

  fs::path folder() const { return path_.has_parent_path() ? path_.parent_path() : fs::path("."); }
  fs::path part() const { return path_.string() + ".part"; }

  void check_free_space(std::size_t size) const {
    std::error_code unknown;
    const fs::space_info space = fs::space(folder(), unknown);
    if (!unknown && space.available < size + kMinFreeBytes) {
      throw std::runtime_error(path_.string() + ": too little free space on the disk for a new content of " +
                               std::to_string(size) + " bytes");
    }
  }

  static base::Descriptor open(const fs::path& path, int flags) {
    base::Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, kOwnerOnly));
    if (!descriptor.is_open()) fail(path);
    if (fchmod(descriptor.number(), kOwnerOnly) != 0) fail(path);  // of a file that was there
    return descriptor;
  }

  void write(const base::Descriptor& descriptor, Bytes bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor.number(), bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) fail(path_);
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  void write_and_sync(const base::Descriptor& descriptor, Bytes bytes) const {
    write(descriptor, bytes);
    if (fdatasync(descriptor.number()) != 0) fail(path_);
  }

  const fs::path path_;
  base::Descriptor descriptor_;
  base::Descriptor prepared_;
};

}  // namespace

std::unique_ptr<AppendFile> open_append_file(const fs::path& path) { return std::make_unique<DiskFile>(path); }

}  // namespace rensa::log
