#include "server/base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/descriptor.h"

namespace rensa::base {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const char* why) { throw std::runtime_error(file.string() + ": " + why); }

void write_and_sync(const fs::path& file, std::span<const std::uint8_t> bytes) {
  const Descriptor descriptor(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!descriptor.is_open()) fail(file, std::strerror(errno));
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor.number(), bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) fail(file, std::strerror(errno));
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  if (fdatasync(descriptor.number()) != 0) fail(file, std::strerror(errno));
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open() || fsync(descriptor.number()) != 0) fail(folder, std::strerror(errno));
}

void make_private_folder(const fs::path& folder) {
  std::error_code ignored;
  if (folder.empty() || fs::is_directory(folder, ignored)) return;
  make_private_folder(folder.parent_path());
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail(folder, std::strerror(errno));
  sync_folder(folder.has_parent_path() ? folder.parent_path() : fs::path("."));
}

void write_file_atomically(const fs::path& file, std::span<const std::uint8_t> bytes) {
  fs::path part = file;
  part += ".part";
  write_and_sync(part, bytes);
  if (std::rename(part.c_str(), file.c_str()) != 0) fail(file, std::strerror(errno));
  sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

void write_file_atomically(const fs::path& file, const std::string& text) {
  write_file_atomically(file, bytes_of(text));
}

void write_file_keeping_earlier(const fs::path& file, std::span<const std::uint8_t> bytes) {
  if (fs::exists(file)) {
    const std::vector<std::uint8_t> earlier = read_binary_file(file);
    if (!std::equal(earlier.begin(), earlier.end(), bytes.begin(), bytes.end())) {
      const std::string kept = file.string() + ".replaced";
      fs::path free_name = kept;
      for (int number = 2; fs::exists(free_name); ++number) free_name = kept + "-" + std::to_string(number);
      if (std::rename(file.c_str(), free_name.c_str()) != 0) fail(file, std::strerror(errno));
    }
  }
  write_file_atomically(file, bytes);
}

void write_file_keeping_earlier(const fs::path& file, const std::string& text) {
  write_file_keeping_earlier(file, bytes_of(text));
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) fail(file, error.message().c_str());
  sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

std::string read_text_file(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) fail(file, "it is a folder");
  std::ifstream in(file, std::ios::binary);
  if (!in) fail(file, std::strerror(errno));
  try {
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.bad()) return text;
  } catch (const std::ios_base::failure&) {  // the library's own words do not name the file
  }
  fail(file, "it cannot be read");
}

std::vector<std::uint8_t> read_binary_file(const fs::path& file) {
  const std::string text = read_text_file(file);
  return {text.begin(), text.end()};
}

}  // namespace rensa::base
