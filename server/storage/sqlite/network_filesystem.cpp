#include "server/storage/sqlite/network_filesystem.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <linux/magic.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

namespace rensa::storage {

namespace {

// Filesystems of FUSE whose files lie on another machine.
constexpr std::array<std::string_view, 7> kNetworkMounts = {"sshfs",  "rclone",    "s3fs",    "glusterfs",
                                                            "davfs2", "curlftpfs", "smbnetfs"};

}  // namespace

std::optional<std::string> network_filesystem_of(std::uint64_t filesystem_type, std::string_view mount_type) {
  switch (filesystem_type) {
    case NFS_SUPER_MAGIC:
      return "NFS";
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
      return "SMB";
    case FUSE_SUPER_MAGIC: {
      constexpr std::string_view kPrefix = "fuse.";
      if (!mount_type.starts_with(kPrefix)) return std::nullopt;
      mount_type.remove_prefix(kPrefix.size());
      const bool is_network =
          std::find(kNetworkMounts.begin(), kNetworkMounts.end(), mount_type) != kNetworkMounts.end();
      return is_network ? std::optional(std::string(mount_type)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

// A line has the device as its third word, and the type behind a word "-".
std::string mount_type_of(std::string_view mountinfo, unsigned int device_major, unsigned int device_minor) {
  const std::string wanted = std::to_string(device_major) + ":" + std::to_string(device_minor);
  std::istringstream lines{std::string(mountinfo)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::string device;
    words >> word >> word >> device;
    if (device != wanted) continue;
    while (words >> word) {
      if (word != "-") continue;
      words >> word;
      return word;
    }
  }
  return "";
}

std::optional<std::string> network_filesystem_under(const std::filesystem::path& file) {
  struct statfs filesystem{};
  if (statfs(file.c_str(), &filesystem) != 0) return std::nullopt;
  // The kernel has 32 bits here, which a signed type extends.
  const auto type = static_cast<std::uint64_t>(static_cast<std::uint32_t>(filesystem.f_type));
  std::string mount_type;
  struct stat status{};
  if (type == FUSE_SUPER_MAGIC && stat(file.c_str(), &status) == 0) {
    std::ifstream in("/proc/self/mountinfo");
    const std::string mountinfo{std::istreambuf_iterator<char>(in), {}};
    mount_type = mount_type_of(mountinfo, major(status.st_dev), minor(status.st_dev));
  }
  return network_filesystem_of(type, mount_type);
}

}  // namespace rensa::storage
