#include "clients/cli/new_bot/project_folder.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include "clients/command_line/files.h"

namespace rensa::cli {

namespace fs = std::filesystem;

ProjectFolder::~ProjectFolder() {
  if (is_kept_) return;
  std::error_code ignored;
  for (auto path = new_paths_.rbegin(); path != new_paths_.rend(); ++path) fs::remove(*path, ignored);
}

void ProjectFolder::make() {
  std::error_code ignored;
  fs::path missing = fs::absolute(folder_).lexically_normal();
  while (fs::symlink_status(missing, ignored).type() == fs::file_type::not_found) {
    new_paths_.push_back(missing);
    missing = missing.parent_path();
  }
  std::reverse(new_paths_.begin(), new_paths_.end());
  command_line::make_folders(folder_.string());
  if (access(folder_.c_str(), W_OK | X_OK) != 0) {
    throw std::runtime_error("there is no permission to write into " + folder_.string());
  }
}

void ProjectFolder::write(const std::string& name, const std::string& text) {
  new_paths_.push_back(fs::absolute(folder_) / name);
  command_line::write_output_file((folder_ / name).string(), text);
}

}  // namespace rensa::cli
