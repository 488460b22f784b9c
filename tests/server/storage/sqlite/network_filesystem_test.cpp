#include "server/storage/sqlite/network_filesystem.h"

#include <gtest/gtest.h>

namespace rensa::storage {
namespace {

// The numbers stand in the manual of statfs.
constexpr std::uint64_t kExt4 = 0xEF53;
constexpr std::uint64_t kNfs = 0x6969;
constexpr std::uint64_t kSmb = 0x517B;
constexpr std::uint64_t kCifs = 0xFF534D42;
constexpr std::uint64_t kSmb2 = 0xFE534D42;
constexpr std::uint64_t kFuse = 0x65735546;

TEST(NetworkFilesystem, IsKnownByItsNumber) {
  EXPECT_EQ(network_filesystem_of(kNfs, ""), "NFS");
  for (const std::uint64_t number : {kSmb, kCifs, kSmb2}) EXPECT_EQ(network_filesystem_of(number, ""), "SMB") << number;
  for (const std::uint64_t local : {kExt4, std::uint64_t{0x01021994}, std::uint64_t{0}}) {
    EXPECT_EQ(network_filesystem_of(local, ""), std::nullopt) << local;
  }
  EXPECT_EQ(network_filesystem_of(kExt4, "fuse.sshfs"), std::nullopt) << "the type of a mount counts for FUSE only";
}

TEST(NetworkFilesystem, OfFuseIsKnownByTheTypeOfItsMount) {
  EXPECT_EQ(network_filesystem_of(kFuse, "fuse.sshfs"), "sshfs");
  EXPECT_EQ(network_filesystem_of(kFuse, "fuse.rclone"), "rclone");
  for (const char* unknown : {"", "fuse", "fuseblk", "fuse.", "fuse.bindfs", "fuse.sshfs2", "sshfs"}) {
    EXPECT_EQ(network_filesystem_of(kFuse, unknown), std::nullopt) << unknown;
  }
}

TEST(NetworkFilesystem, TheTypeOfAMountIsFoundByItsDevice) {
  constexpr const char* kMounts =
      "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
      "40 22 0:35 / /home/ann/far rw,nosuid shared:20 master:3 - fuse.sshfs ann@far:/ rw,user_id=1000\n"
      "41 22 0:36 / /home/ann/near\\040- rw - fuseblk /dev/sdb1 rw\n"
      "42 22 0:37 /";
  EXPECT_EQ(mount_type_of(kMounts, 8, 1), "ext4");
  EXPECT_EQ(mount_type_of(kMounts, 0, 35), "fuse.sshfs");
  EXPECT_EQ(mount_type_of(kMounts, 0, 36), "fuseblk");
  EXPECT_EQ(mount_type_of(kMounts, 0, 37), "") << "the line has no end";
  EXPECT_EQ(mount_type_of(kMounts, 0, 3), "");
  EXPECT_EQ(mount_type_of("", 8, 1), "");
}

TEST(NetworkFilesystem, AMissingFileAndTheFilesOfTheKernelAreOnNone) {
  EXPECT_EQ(network_filesystem_under("/proc/self"), std::nullopt);
  EXPECT_EQ(network_filesystem_under("/no/such/file"), std::nullopt);
}

}  // namespace
}  // namespace rensa::storage
