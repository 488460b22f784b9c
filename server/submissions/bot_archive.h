#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/parsed.h"

namespace rensa::submissions {

// The files of a bot as one text: a tar archive in the format ustar, which holds nothing but files and folders. So
// `tar --format=ustar` writes one, too. Links, devices, and paths that lead out of the folder are refused, before
// anything is written.

struct ArchivedFile {
  std::string path;  // relative, of the letters of why_not_a_path(), with slashes between its parts
  std::string bytes;
  bool is_executable = false;
  friend bool operator==(const ArchivedFile&, const ArchivedFile&) = default;
};

inline constexpr std::size_t kMaxArchivedFiles = 2'000;
inline constexpr std::size_t kMaxArchivedFolders = 500;  // that the paths of these files name
inline constexpr std::size_t kMaxPathBytes = 200;
inline constexpr std::size_t kMaxPathParts = 12;

// Returns the reason why a bot cannot have a file of this path, as the end of a sentence; empty: it can.
std::string why_not_a_path(std::string_view path);
// Returns the reason why these cannot be the files of one bot, as a sentence; empty: they can. One path may stand there
// once, and a file may not stand in the place of a folder.
std::string why_not_together(const std::vector<ArchivedFile>& files);

// Precondition: the files can be those of one bot.
std::string archive_of(const std::vector<ArchivedFile>& files);

// Returns the files in the order of the archive. All of them together are smaller than the archive.
rules::Parsed<std::vector<ArchivedFile>> read_archive(std::string_view archive);

}  // namespace rensa::submissions
