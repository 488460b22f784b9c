#include "clients/command_line/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "server/base/plain_text.h"

namespace rensa::command_line {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxTextBytes = 1U << 20;

rules::ParseError file_error(const std::string& path, const std::string& problem) {
  return {.message = path + ": " + problem, .position = 0};
}

std::string reason_of(const std::error_code& error) {
  if (error == std::errc::not_a_directory || error == std::errc::file_exists) {
    return "a part of this path is a file, not a folder";
  }
  if (error == std::errc::too_many_symbolic_link_levels) return "its symbolic links lead in a circle";
  return error.message();
}

}  // namespace

rules::Parsed<std::string> read_text_file(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return file_error(path, "there is no such file");
  if (!fs::is_regular_file(path, ignored)) return file_error(path, "is no file");
  if (fs::file_size(path, ignored) > kMaxTextBytes) return file_error(path, "is longer than a megabyte");
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return file_error(path, "cannot be read");
  return text;
}

std::string read_token_file(const std::string& path) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("no token can be read from " + path);
  line.erase(0, line.find_first_not_of(kSpace));
  line.erase(line.find_last_not_of(kSpace) + 1);
  if (line.empty()) throw std::runtime_error("there is no token in the first line of " + path);
  return line;
}

void write_output_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path);
  file << text;
  file.flush();
  if (!file) fail_to_write(path);
}

void fail_to_write(const std::string& path) {
  const int reason = errno;
  throw std::runtime_error(path + " cannot be written" +
                           (reason == 0 ? "" : std::string(": ") + std::strerror(reason)));
}

void make_folders(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw std::runtime_error(path + " cannot be made: " + reason_of(error));
  if (!fs::is_directory(path, error)) throw std::runtime_error(path + " is a file, not a folder");
}

std::string message_of(const std::exception& error) {
  const auto* of_file = dynamic_cast<const fs::filesystem_error*>(&error);
  if (of_file == nullptr) return base::plain_lines(error.what());
  return base::plain_lines(of_file->path1().string() + ": " + reason_of(of_file->code()));
}

std::string why_not_writable(const std::string& path) {
  if (path.empty()) return "a name is needed";
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return path + " cannot be written: it is a folder, not a file";
  // An existing file is tested by itself, because it may be writable although its folder is not, such as /dev/stdout.
  if (fs::exists(path, ignored)) {
    return access(path.c_str(), W_OK) == 0 ? "" : path + " cannot be written: there is no permission";
  }
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored)) return path + " cannot be written: there is no folder " + folder.string();
  if (access(folder.c_str(), W_OK) != 0)
    return path + " cannot be written: there is no permission to write into " + folder.string();
  return {};
}

}  // namespace rensa::command_line
