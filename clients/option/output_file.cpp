#include "clients/option/output_file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace rensa::option {

namespace fs = std::filesystem;

void write_output_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.flush();
  if (!file) throw std::runtime_error(path + " cannot be written");
}

std::string why_not_written(const std::string& path) {
  if (path.empty()) return "a name is needed";
  std::error_code error;
  if (fs::is_directory(path, error)) return path + " cannot be written: it is a folder, not a file";
  // Whoever may write to a file needs nothing of its folder: /dev/stdout is one.
  if (fs::exists(path, error)) {
    return access(path.c_str(), W_OK) == 0 ? "" : path + " cannot be written: there is no permission";
  }
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, error)) return path + " cannot be written: there is no folder " + folder.string();
  if (access(folder.c_str(), W_OK) != 0)
    return path + " cannot be written: there is no permission to write into " + folder.string();
  return {};
}

}  // namespace rensa::option
