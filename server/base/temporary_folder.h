#pragma once

#include <filesystem>

namespace rensa::base {

// A new folder that is removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder();  // throws std::runtime_error if no folder can be made
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace rensa::base
