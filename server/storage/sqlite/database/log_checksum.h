#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace rensa::storage {

// The write-ahead log of SQLite, as its file format defines it: a header, and then frames, each of which has a header
// and one page of the database.

inline constexpr std::size_t kLogHeaderBytes = 32;
inline constexpr std::size_t kFrameHeaderBytes = 24;

// The checksum over all bytes of a log so far.
struct LogChecksum {
  std::uint32_t one = 0;
  std::uint32_t two = 0;

  static LogChecksum at(const std::uint8_t* bytes);  // as it stands in a header
  // Precondition: the size is a multiple of eight.
  void add(const std::uint8_t* bytes, std::size_t size, bool is_big_endian);
  friend bool operator==(const LogChecksum&, const LogChecksum&) = default;
};
bool has_big_endian_checksums(const std::uint8_t* log_header);

// SQLite takes a log with a damaged page as one that ends there. Returns a sentence if the log of this database goes on
// behind its last page that is whole, so that commits would be lost. A damaged page of the last commit cannot be told
// from one that was not written because the machine failed.
std::optional<std::string> why_log_is_cut(const std::filesystem::path& database_file);

// The numbers of the database's pages that SQLite reads from the log. If the machine failed while such a page was
// copied into the database file, the page there is half written until it is copied again.
std::set<std::uint64_t> pages_in_log(const std::filesystem::path& database_file);

}  // namespace rensa::storage
