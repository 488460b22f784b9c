#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/e2e/server.h"

namespace rensa::e2e {

// A tournament that is over.
struct PlayedCup {
  // Returns the events without their numbers: those that depend only on the results in their order, and then the starts
  // and results of the games. The order of these depends on time if several games are played at once.
  std::vector<std::string> timeless_events() const;

  std::map<std::string, std::string> tables;   // by format
  std::vector<Json> journal;                   // without checksums and thinking times, which depend on wall time
  std::map<std::string, std::string> records;  // in hexadecimal digits, by the name of the file
  std::uint64_t bytes = 0;                     // of journal and records
};

// Reads all but the tables of the tournament in this folder.
PlayedCup read_cup(const std::filesystem::path& folder);
// Returns a table as text or as JSON without the thinking times. Other formats do not have them.
std::string without_thinking_times(const std::string& table);
// Returns the size of the journal and the records.
std::uint64_t bytes_of_cup(const std::filesystem::path& folder);
// Looks often, so that a program is stopped also between a record and its line of the journal.
bool soon_becomes_true(const std::function<bool()>& condition);
// Draws sizes that a tournament has on its way to its end, in rising order.
std::vector<std::uint64_t> draw_sizes(std::mt19937& chance, int count, const PlayedCup& whole);
// Each game was started once and ended once, in its first attempt.
void expect_first_attempts(const PlayedCup& cup);
// A tournament that was interrupted has ended like the undisturbed one, each game in its first attempt. `jobs`: the
// number of games that were played at a time; with several, the order of their results may differ.
void expect_like_undisturbed(const PlayedCup& found, const PlayedCup& undisturbed, int jobs);

}  // namespace rensa::e2e
