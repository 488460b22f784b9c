#include "server/base/kept_size.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"

namespace rensa::base {

namespace fs = std::filesystem;

fs::path kept_size_file_of(const fs::path& file) { return file.string() + ".size"; }

// One write of always the same length replaces the old number, so no crash leaves a part of it.
void keep_size(const fs::path& file, std::uint64_t size) {
  const fs::path size_file = kept_size_file_of(file);
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%020llu\n", static_cast<unsigned long long>(size));
  const Descriptor opened(open(size_file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (opened.is_open() && pwrite(opened.number(), text.data(), static_cast<std::size_t>(length), 0) == length) return;
  throw std::runtime_error(size_file.string() + ": " + std::strerror(errno));
}

namespace {

// Returns false if the byte before this position, which the file has, is not the end of a line.
bool ends_a_line(const fs::path& file, std::uint64_t position) {
  const Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  char last = 0;
  if (opened.is_open() && pread(opened.number(), &last, 1, static_cast<off_t>(position - 1)) >= 0) return last == '\n';
  throw std::runtime_error(file.string() + ": " + std::strerror(errno));
}

}  // namespace

std::optional<std::string> why_cut(const fs::path& file) {
  const fs::path size_file = kept_size_file_of(file);
  if (!fs::exists(size_file)) return std::nullopt;
  const std::string text = read_text_file(size_file);
  // A machine that failed just after this file was made may leave it empty, or with zeros in it.
  if (text.find_first_not_of('\0') == std::string::npos) return std::nullopt;
  std::uint64_t kept = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, kept);
  if (error != std::errc() || std::string(behind, end) != "\n") {
    return size_file.string() + ": it must have one number, the size of " + file.filename().string() +
           ". Remove it to go on with what is there";
  }
  const std::uint64_t size = fs::exists(file) ? fs::file_size(file) : 0;  // read last, as another program may append
  if (size >= kept) {
    if (kept == 0 || ends_a_line(file, kept)) return std::nullopt;
    return file.string() + ": no line ends any more after " + std::to_string(kept) +
           " bytes. Its content was altered: restore it";
  }
  return file.string() + ": it has " + std::to_string(size) + " bytes, but had " + std::to_string(kept) +
         ". Its end is lost: restore it, or remove " + size_file.filename().string() + " to go on with what is left";
}

}  // namespace rensa::base
