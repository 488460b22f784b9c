#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::storage {

// Several machines can see the files of a network filesystem. SQLite's locks and its log with shared memory are made
// for one machine, so a database there is safe only as long as programs of one machine use it.

// Returns the name of the network filesystem that has this number in `statfs` (`f_type`), such as "NFS"; nullopt: it is
// none. All filesystems of FUSE have one number, so `mount_type` decides about them: "fuse.sshfs", for example. A
// filesystem of FUSE that is not known counts as local.
std::optional<std::string> network_filesystem_of(std::uint64_t filesystem_type, std::string_view mount_type);

// Returns the type of the filesystem of a device, as the text of /proc/self/mountinfo has it; empty if it has none.
std::string mount_type_of(std::string_view mountinfo, unsigned int device_major, unsigned int device_minor);

// The same for an existing file or folder. nullopt also if the system does not say what filesystem it is on.
std::optional<std::string> network_filesystem_under(const std::filesystem::path& file);

}  // namespace rensa::storage
