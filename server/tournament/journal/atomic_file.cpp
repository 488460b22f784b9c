#include "server/tournament/journal/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace rensa::tournament {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const char* why) { throw std::runtime_error(file.string() + ": " + why); }

class Descriptor {
 public:
  explicit Descriptor(const fs::path& file)
      : file_(file), number_(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
    if (number_ < 0) fail(file_, std::strerror(errno));
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(number_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) fail(file_, std::strerror(errno));
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    if (fdatasync(number_) != 0) fail(file_, std::strerror(errno));
  }

 private:
  const fs::path& file_;
  int number_;
};

// The name of a new file is on disk only after its folder was synced.
void sync_folder(const fs::path& folder) {
  const int number = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) fail(folder, std::strerror(errno));
  const bool is_synced = fsync(number) == 0;
  close(number);
  if (!is_synced) fail(folder, std::strerror(errno));
}

}  // namespace

void write_file_atomically(const fs::path& file, std::span<const std::uint8_t> bytes) {
  fs::path part = file;
  part += ".part";
  Descriptor(part).write(bytes);
  if (std::rename(part.c_str(), file.c_str()) != 0) fail(file, std::strerror(errno));
  sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

void write_file_atomically(const fs::path& file, const std::string& text) {
  write_file_atomically(file, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::string read_text_file(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) fail(file, "it is a folder");
  std::ifstream in(file, std::ios::binary);
  if (!in) fail(file, std::strerror(errno));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) fail(file, "it cannot be read");
  return text;
}

std::vector<std::uint8_t> read_binary_file(const fs::path& file) {
  const std::string text = read_text_file(file);
  return {text.begin(), text.end()};
}

}  // namespace rensa::tournament
