#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "server/storage/games.h"

namespace rensa::storage {

// Reads everything that the database of a store holds, also while a server uses it. The functions throw StoreException
// for a file that cannot be read, or that an earlier version wrote and no server has opened since.

// Returns a sentence about the fault of a record; nullopt: the record is valid and ends with the result of its game.
using RecordCheck = std::function<std::optional<std::string>(const GameRow&, std::span<const std::uint8_t>)>;

struct StoreReport {
  std::vector<std::string> faults;  // one sentence each; a damaged row of games or tokens is named by its number
  std::uint64_t pages = 0;
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::uint64_t matches = 0;
  std::uint64_t tokens = 0;
};
StoreReport check_store(const std::filesystem::path& file, const RecordCheck& check_record);

// Returns the canonical path of the database. Throws StoreException if the database is missing or empty, is of an
// earlier version, or has a log with a damaged page: SQLite would drop all that is behind that page.
std::filesystem::path readable_database(const std::filesystem::path& file);

// The numbers of damaged pages among at most so many, which lie evenly in the file. Ends early after twenty of them,
// and when it is asked to stop.
std::vector<std::uint64_t> find_damaged_pages(const std::filesystem::path& file, std::uint64_t most_pages,
                                              const std::stop_token& stop = {});

}  // namespace rensa::storage
