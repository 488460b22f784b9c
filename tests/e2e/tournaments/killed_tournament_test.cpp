#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iomanip>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "tests/e2e/server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"
#include "tests/tools/seed.h"

// Plays a tournament of built-in players under the virtual clock with a fixed charge, once undisturbed and once on a
// server that is killed again and again. In the end both must have the same tables, results and records.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// A tournament that is over.
struct PlayedCup {
  std::map<std::string, std::string> tables;   // by format
  std::vector<Json> journal;                   // without checksums and thinking times, which depend on wall time
  std::map<std::string, std::string> records;  // in hexadecimal digits, by the name of the file
  std::uint64_t bytes = 0;                     // of journal and records

  // Returns the events that do not depend on when a game was played, and how often it was tried: the drawn pairs in
  // their order, and then the results.
  std::vector<std::string> timeless_events() const {
    std::vector<std::string> events;
    std::vector<std::string> results;
    for (Json line : journal) {
      line.erase("n");
      line.erase("attempt");
      const std::string& event = line["event"].get_ref<const std::string&>();
      if (event == "started" || event == "restarted" || event == "voided") continue;
      (event == "ended" ? results : events).push_back(line.dump());
    }
    std::sort(results.begin(), results.end());
    events.insert(events.end(), results.begin(), results.end());
    return events;
  }
};

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

// Returns a table as text or as JSON without the thinking times. Other formats do not have them.
std::string without_thinking_times(const std::string& table) {
  if (table.starts_with('{')) {
    Json json = Json::parse(table);
    for (Json& player : json["standings"]) player.erase("thinking");
    return json.dump(1);
  }
  const std::size_t begin = table.find("\n                answers   half ms");
  const std::size_t end = table.find("\n\n", begin);
  return end == std::string::npos ? table : table.substr(0, begin) + table.substr(end);
}

std::string in_hexadecimal(const std::string& bytes) {
  std::ostringstream digits;
  digits << std::hex << std::setfill('0');
  for (const char byte : bytes) digits << std::setw(2) << static_cast<unsigned>(static_cast<unsigned char>(byte));
  return digits.str();
}

// The parameter is the number of games at a time.
class KilledTournament : public testing::TestWithParam<int> {
 protected:
  // The server of one run of the tournament, in a folder of its own.
  class Host {
   public:
    Host() {
      serve();
      const ProgramResult token =
          run_server_program(scratch_, {"token", "create", "--name", "boss", "--administrator", "--data", data()});
      std::ofstream(scratch_.file("token")) << token.output;
    }

    void start(const Json& plan, int jobs) const {
      std::ofstream(scratch_.file("cup.json")) << plan.dump();
      const ProgramResult started = rensa(
          {"start", scratch_.file("cup.json"), "--jobs", std::to_string(jobs), "--token-file", scratch_.file("token")});
      ASSERT_EQ(started.status, 0) << started.errors;
    }
    // Kills the server once these bytes of the tournament are on disk, and after that it has been sent so many more
    // messages. Starts it again.
    void kill_after(std::uint64_t bytes, std::uint64_t messages) {
      ASSERT_TRUE(comes_true([&] { return bytes_on_disk() >= bytes; })) << log();
      const std::uint64_t wanted = messages_in() + messages;
      ASSERT_TRUE(comes_true([&] { return messages == 0 || messages_in() >= wanted || is_over(); })) << log();
      server_->process().signal(SIGKILL);
      EXPECT_EQ(server_->process().wait(), -SIGKILL);
      serve();
    }
    // Waits for the end of the tournament.
    PlayedCup finish() const {
      EXPECT_TRUE(becomes_true([&] { return is_over(); })) << log();
      EXPECT_THAT(log(), Not(HasSubstr("event=tournament_failed")));
      const ProgramResult verified = run_server_program(scratch_, {"journal", "verify", "cup", "--data", data()});
      EXPECT_EQ(verified.status, 0) << verified.output << verified.errors;
      PlayedCup cup;
      for (const char* format : {"text", "csv", "md", "json"}) {
        const ProgramResult table = rensa({"export", "cup", "--format", format});
        EXPECT_EQ(table.status, 0) << table.errors;
        cup.tables[format] = without_thinking_times(table.output);
      }
      cup.journal = without_wall_time(read_text_file(folder() / "journal.jsonl"));
      for (const auto& file : fs::directory_iterator(folder() / "games")) {
        const std::string name = file.path().filename();
        if (name.find(".log") != std::string::npos) continue;  // the output of a program
        EXPECT_FALSE(name.ends_with(".replaced")) << name << ": the game was played again in another way";
        cup.records[name] = in_hexadecimal(read_text_file(file.path()));
      }
      cup.bytes = bytes_on_disk();
      return cup;
    }

   private:
    void serve() {
      server_.reset();
      server_ = std::make_unique<Server>(scratch_, Words{"--worker-socket", scratch_.file("workers")});
    }
    // Looks often, so that the server is killed also between a record and its line of the journal.
    static bool comes_true(const std::function<bool()>& condition) {
      const auto until = Clock::now() + test::kTimeLimit;
      while (!condition()) {
        if (Clock::now() > until) return false;
        std::this_thread::sleep_for(1ms);
      }
      return true;
    }
    ProgramResult rensa(Words words) const {
      words.insert(words.begin(), {tests::program_path("rensa"), "tournament"});
      words.insert(words.end(), {"--server", "http://127.0.0.1:" + std::to_string(server_->port(Speech::web_json))});
      return run_program(scratch_, words);
    }
    bool is_over() const { return server_->get_json("/api/v1/tournaments/cup")["state"] == "over"; }
    std::uint64_t messages_in() const {
      constexpr std::string_view kName = "\nrensa_messages_in_total ";
      const std::string metrics = server_->get("/metrics").body;
      const std::size_t at = metrics.find(kName);
      return at == std::string::npos ? 0 : std::stoull(metrics.substr(at + kName.size()));
    }
    // Of the journal and the records. A file may vanish meanwhile, because it gets its name.
    std::uint64_t bytes_on_disk() const {
      std::error_code ignored;
      std::uint64_t bytes = 0;
      const auto add = [&](const fs::path& file) {
        const std::uintmax_t size = fs::file_size(file, ignored);
        if (!ignored) bytes += size;
      };
      add(folder() / "journal.jsonl");
      for (const auto& file : fs::directory_iterator(folder() / "games", ignored)) {
        if (file.path().extension() == ".rensa") add(file.path());
      }
      return bytes;
    }
    fs::path folder() const { return fs::path(data()) / "tournaments" / "cup"; }
    std::string data() const { return scratch_.file("data"); }
    std::string log() const { return read_text_file(scratch_.file("server.log")); }

    const TemporaryFolder scratch_;
    std::unique_ptr<Server> server_;
  };

  static Json plan(int pairs) {
    return {{"name", "cup"},
            {"seed", 8},
            {"clock", "virtual"},
            {"charge", 12},
            {"pairs", pairs},
            {"audit", 0.25},
            {"players", {"greedy", "random", {{"name", "small gaze"}, {"player", "gaze:nodes=200"}}}}};
  }
};

INSTANTIATE_TEST_SUITE_P(Games, KilledTournament, testing::Values(1, 3),
                         [](const auto& jobs) { return jobs.param == 1 ? "OneByOne" : "ThreeAtATime"; });

TEST_P(KilledTournament, EndsWithTheTablesResultsAndRecordsOfTheUndisturbedOne) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const int kills = tests::cases(3, 100);
  const Json cup = plan(tests::cases(3, 20));
  Host undisturbed;
  ASSERT_NO_FATAL_FAILURE(undisturbed.start(cup, GetParam()));
  const PlayedCup expected = undisturbed.finish();
  ASSERT_FALSE(expected.records.empty());

  // Each kill waits until a drawn part of the tournament is on disk. Several may come before the next game ends.
  std::vector<std::uint64_t> moments;
  for (int kill = 0; kill < kills; ++kill) {
    moments.push_back(std::uniform_int_distribution<std::uint64_t>(1, expected.bytes - 1)(chance));
  }
  std::sort(moments.begin(), moments.end());
  Host killed;
  ASSERT_NO_FATAL_FAILURE(killed.start(cup, GetParam()));
  for (const std::uint64_t bytes : moments) {
    const bool is_during_a_game = std::bernoulli_distribution()(chance);
    const std::uint64_t messages = is_during_a_game ? std::uniform_int_distribution<std::uint64_t>(1, 60)(chance) : 0;
    SCOPED_TRACE("kill after " + std::to_string(bytes) + " bytes and " + std::to_string(messages) + " messages");
    ASSERT_NO_FATAL_FAILURE(killed.kill_after(bytes, messages));
  }
  const PlayedCup found = killed.finish();

  EXPECT_EQ(found.tables, expected.tables);
  EXPECT_EQ(found.timeless_events(), expected.timeless_events());
  // A game that was interrupted is played again as its next attempt, and has the same record.
  std::map<std::string, std::string> records;
  for (const auto& [name, bytes] : found.records) {
    const std::size_t second_hyphen = name.find('-', name.find('-') + 1);
    const std::string game = second_hyphen == std::string::npos ? name : name.substr(0, second_hyphen) + ".rensa";
    EXPECT_EQ(records.try_emplace(game, bytes).first->second, bytes) << name;
  }
  EXPECT_EQ(records, expected.records);
  if (GetParam() > 1) return;
  // The start of a game is written together with its end. So a single game that was interrupted leaves no trace.
  EXPECT_EQ(found.journal, expected.journal);
  EXPECT_EQ(found.records, expected.records);
}

}  // namespace
}  // namespace rensa::e2e
