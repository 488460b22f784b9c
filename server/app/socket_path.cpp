#include "server/app/socket_path.h"

#include <utility>

namespace rensa::app {

SocketPath::SocketPath(std::filesystem::path wanted) : path_(std::move(wanted)) {
  constexpr std::size_t kLongest = 100;
  if (path_.string().size() > kLongest) path_ = own_folder_.emplace().path() / "socket";
}

}  // namespace rensa::app
