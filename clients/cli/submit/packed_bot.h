#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "server/submissions/archive/bot_manifest.h"

namespace rensa::cli {

// The folder of a bot, packed for `rensa submit`.
struct PackedBot {
  submissions::BotManifest manifest;
  std::size_t files = 0;
  std::string largest_file;
  std::uint64_t largest_file_bytes = 0;
  std::string archive;
};

// Packs the manifest and the files that it names, or all files of the folder. Hidden files, whose names begin with a
// point, and caches of Python are left out unless the manifest names them. Throws command_line::UsageError that names
// the file: there is no manifest, a file is missing, or it is a link.
PackedBot pack_bot(const std::filesystem::path& folder);

}  // namespace rensa::cli
