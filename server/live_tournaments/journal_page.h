#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rensa::live_tournaments {

// A run's journal, read a little at a time by who wants to know what happened, while the run goes on writing it. Few
// enough bytes are read for the thread of the matches, however long the journal is.

// Before the line with this number.
struct Place {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> offset{};  // in the file; nullopt: it has to be looked for
};

struct Page {
  std::vector<std::string> lines;  // as league::open_line makes them
  Place next;
};

struct PageSize {
  std::size_t lines = 64;
  std::size_t bytes = 24 * 1024;  // one line is read, however long it is
};

// The lines from `from` on that come before the number `end`, one at least. Precondition: there is one, and all of them
// are in the file. nullopt: the file cannot be read, or is no journal.
std::optional<Page> read_page(const std::filesystem::path& journal, const Place& from, std::uint64_t end,
                              const PageSize& size = {});

}  // namespace rensa::live_tournaments
