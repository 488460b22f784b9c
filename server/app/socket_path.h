#pragma once

#include <filesystem>
#include <optional>

#include "server/base/temporary_folder.h"

namespace rensa::app {

// The path of a Unix socket: the wanted one, or one in a temporary folder if the wanted one would be too long. The
// listener removes the socket itself, which may belong to another process by now.
class SocketPath {
 public:
  explicit SocketPath(std::filesystem::path wanted);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<base::TemporaryFolder> own_folder_;
};

}  // namespace rensa::app
