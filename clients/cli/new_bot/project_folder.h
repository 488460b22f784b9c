#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace rensa::cli {

// The folder of a new project. Unless keep() was called, the destructor removes the files that were written, and the
// folders that were made for them.
class ProjectFolder {
 public:
  explicit ProjectFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~ProjectFolder();
  ProjectFolder(const ProjectFolder&) = delete;
  ProjectFolder& operator=(const ProjectFolder&) = delete;

  // Makes the folder, and those above it that are missing. Throws std::runtime_error if files cannot be written there.
  void make();
  // Throws std::runtime_error.
  void write(const std::string& name, const std::string& text);
  void keep() { is_kept_ = true; }

 private:
  const std::filesystem::path folder_;
  std::vector<std::filesystem::path> new_paths_;  // a folder stands before what is in it
  bool is_kept_ = false;
};

}  // namespace rensa::cli
