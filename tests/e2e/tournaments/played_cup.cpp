#include "tests/e2e/tournaments/played_cup.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iomanip>
#include <set>
#include <sstream>
#include <thread>

#include "tests/tools/time_limit.h"

namespace rensa::e2e {

namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Not;

// Returns the lines of a journal without that which depends on wall time: the thinking times, and the checksums over
// them.
std::vector<Json> without_wall_time(const std::string& journal) {
  std::vector<Json> lines;
  std::istringstream text(journal);
  for (std::string line; std::getline(text, line);) {
    lines.push_back(Json::parse(line));
    lines.back().erase("check");
    lines.back().erase("thinking");
  }
  return lines;
}

std::string in_hexadecimal(const std::string& bytes) {
  std::ostringstream digits;
  digits << std::hex << std::setfill('0');
  for (const char byte : bytes) digits << std::setw(2) << static_cast<unsigned>(static_cast<unsigned char>(byte));
  return digits.str();
}

}  // namespace

std::vector<std::string> PlayedCup::timeless_events() const {
  std::vector<std::string> events;
  std::vector<std::string> games;
  for (Json line : journal) {
    line.erase("n");
    const bool is_of_game = line["event"] == "started" || line["event"] == "ended";
    (is_of_game ? games : events).push_back(line.dump());
  }
  std::sort(games.begin(), games.end());
  events.insert(events.end(), games.begin(), games.end());
  return events;
}

PlayedCup read_cup(const fs::path& folder) {
  PlayedCup cup;
  cup.journal = without_wall_time(read_text_file(folder / "journal.jsonl"));
  for (const auto& file : fs::directory_iterator(folder / "games")) {
    const std::string name = file.path().filename();
    if (name.find(".log") != std::string::npos) continue;  // the output of a program
    EXPECT_FALSE(name.ends_with(".replaced")) << name << ": the game was played again in another way";
    cup.records[name] = in_hexadecimal(read_text_file(file.path()));
  }
  cup.bytes = bytes_of_cup(folder);
  return cup;
}

std::string without_thinking_times(const std::string& table) {
  if (table.starts_with('{')) {
    Json json = Json::parse(table);
    for (Json& player : json["standings"]) player.erase("thinking");
    return json.dump(1);
  }
  const std::size_t begin = table.find("answers   half ms");
  if (begin == std::string::npos) return table;
  const std::size_t end = table.find("\n\n", begin);
  return table.substr(0, begin) + (end == std::string::npos ? "" : table.substr(end));
}

// A file may vanish meanwhile, because it gets its name.
std::uint64_t bytes_of_cup(const fs::path& folder) {
  std::error_code ignored;
  std::uint64_t bytes = 0;
  const auto add = [&](const fs::path& file) {
    const std::uintmax_t size = fs::file_size(file, ignored);
    if (!ignored) bytes += size;
  };
  add(folder / "journal.jsonl");
  for (const auto& file : fs::directory_iterator(folder / "games", ignored)) {
    if (file.path().extension() == ".rensa") add(file.path());
  }
  return bytes;
}

bool soon_becomes_true(const std::function<bool()>& condition) {
  const auto until = Clock::now() + test::kTimeLimit;
  while (!condition()) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::vector<std::uint64_t> draw_sizes(std::mt19937& chance, int count, const PlayedCup& whole) {
  std::vector<std::uint64_t> sizes;
  for (int i = 0; i < count; ++i) {
    sizes.push_back(std::uniform_int_distribution<std::uint64_t>(1, whole.bytes - 1)(chance));
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

void expect_first_attempts(const PlayedCup& cup) {
  std::map<std::string, std::set<std::pair<int, int>>> games;
  for (const Json& line : cup.journal) {
    const std::string& event = line["event"].get_ref<const std::string&>();
    EXPECT_THAT(event, Not(AnyOf("voided", "restarted")));
    if (event != "started" && event != "ended") continue;
    EXPECT_EQ(line["attempt"], 0) << line;
    EXPECT_TRUE(games[event].emplace(line["pair"].get<int>(), line["leg"].get<int>()).second) << line;
  }
  EXPECT_EQ(games["started"], games["ended"]);
}

void expect_like_undisturbed(const PlayedCup& found, const PlayedCup& undisturbed, int jobs) {
  expect_first_attempts(found);
  EXPECT_EQ(found.tables, undisturbed.tables);
  EXPECT_EQ(found.records, undisturbed.records);
  EXPECT_EQ(found.timeless_events(), undisturbed.timeless_events());
  if (jobs == 1) {
    EXPECT_EQ(found.journal, undisturbed.journal);
  }
}

}  // namespace rensa::e2e
