#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <thread>
#include <zlib.h>

#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Data folders and clients of every version since 0.1.0, against the present server. scripts/write_version.sh wrote
// them: tests/data/versions has a folder for each version.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::vector<std::string> versions() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(tests::data_path("versions")))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::string unzipped(const fs::path& file) {
  gzFile in = gzopen(file.c_str(), "rb");
  if (in == nullptr) throw std::runtime_error(file.string() + ": cannot be read");
  std::string text;
  std::array<char, 16 * 1024> piece{};
  for (int count = 0; (count = gzread(in, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  gzclose(in);
  return text;
}

// The rows of a table in CSV, by the name of the column. Its texts have no commas.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  const auto words_of = [](const std::string& line) {
    std::vector<std::string> words;
    std::istringstream rest(line);
    for (std::string word; std::getline(rest, word, ',');) words.push_back(word);
    return words;
  };
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = words_of(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> words = words_of(line);
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < words.size(); ++i) row[names[i]] = words[i];
  }
  return rows;
}

// Expects the same players with the same results. Later versions may add columns.
void expect_same_results(const std::string& now, const std::string& then) {
  const auto rows = rows_of(now);
  const auto old_rows = rows_of(then);
  ASSERT_EQ(rows.size(), old_rows.size()) << now;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const char* column : {"place", "player", "points", "games", "won", "drawn", "lost"}) {
      ASSERT_TRUE(old_rows[i].contains(column)) << then;
      EXPECT_EQ(rows[i].at(column), old_rows[i].at(column)) << column << " of row " << i;
    }
  }
}

class DataOfVersion : public testing::TestWithParam<std::string> {
 protected:
  DataOfVersion() {
    fs::copy(path("data"), scratch.file("data"), fs::copy_options::recursive);
    std::ofstream(scratch.file("data/rensa.db"), std::ios::binary) << unzipped(path("data/rensa.db.gz"));
    fs::remove(scratch.file("data/rensa.db.gz"));
    fs::create_directories(scratch.file("data/tournaments/guests/games"));  // is empty, so git does not keep it
  }
  static fs::path path(const std::string& name) { return fs::path(tests::data_path("versions")) / GetParam() / name; }
  ProgramResult run(Words words) const {
    words.insert(words.end(), {"--data", scratch.file("data")});
    return run_server_program(scratch, words);
  }

  TemporaryFolder scratch;
};

TEST_P(DataOfVersion, IsReadWhole) {
  {
    const Server server(scratch, {});
    const Json games = server.get_json("/api/v1/games?limit=100").at("games");
    ASSERT_FALSE(games.empty());
    for (const Json& game : games) {
      EXPECT_TRUE(has_sound_record(server, game.at("record").get<std::uint64_t>())) << game;
    }
    const HttpAnswer cup = server.get("/api/v1/tournaments/cup/table.csv");
    EXPECT_EQ(cup.status, 200);
    expect_same_results(cup.body, read_text_file(path("cup.csv")));
  }
  const ProgramResult store = run({"store", "verify"});
  EXPECT_EQ(store.status, 0) << store.output << store.errors;
  EXPECT_EQ(store.output, read_text_file(path("store.txt")));
  for (const char* tournament : {"cup", "guests"}) {
    const ProgramResult journal = run({"journal", "verify", tournament});
    EXPECT_EQ(journal.status, 0) << journal.output << journal.errors;
    EXPECT_THAT(journal.output, HasSubstr(" games: ok"));
  }
}

// A client that sends what it has sent to a server of its own version, each message when its time has come.
class RecordedClient {
 public:
  RecordedClient(const std::string& bytes, std::uint16_t port) : wire_(Speech::tcp, port) {
    proto::MessageSplitter splitter(1 << 20);
    splitter.feed(bytes);
    while (const auto message = splitter.next()) messages_.emplace_back(*message);
  }

  // Returns the number of games that have ended. Writes why it could not go on.
  int play(std::string& why_stuck) {
    for (const std::string& bytes : messages_) {
      const auto message = proto::client_message_of(bytes, proto::Encoding::binary);
      if (!message) {
        why_stuck = "a message cannot be read any more";
        return games_;
      }
      const auto* decide = std::get_if<proto::Decide>(&*message);
      if (decide != nullptr && !wait_for_question(*decide)) {
        why_stuck = "no question for game " + std::to_string(decide->game) + ", clock " +
                    std::to_string(decide->clock) + " of match " +
                    std::to_string(static_cast<std::uint64_t>(decide->match)) + "; " + last_error_;
        return games_;
      }
      wire_.send_bytes(bytes);
    }
    while (games_ < 2 && read_one()) {
    }
    return games_;
  }

 private:
  bool wait_for_question(const proto::Decide& decide) {
    while (!question_ || question_->match != decide.match || question_->game != decide.game ||
           question_->view.clock != decide.clock) {
      if (!read_one()) return false;
    }
    return true;
  }
  bool read_one() {
    const auto message = wire_.next(Clock::now() + test::kTimeLimit);
    if (!message) return false;
    if (const auto* update = std::get_if<proto::Update>(&*message); update != nullptr && update->answer_due) {
      question_ = *update;
    }
    if (const auto* error = std::get_if<proto::Error>(&*message)) last_error_ = error->text;
    if (std::holds_alternative<proto::GameEnd>(*message)) ++games_;
    return true;
  }

  Wire wire_;
  std::vector<std::string> messages_;
  std::optional<proto::Update> question_;
  std::string last_error_;
  int games_ = 0;
};

TEST_P(DataOfVersion, PlaysWithTheWorkerAndTheBridgeOfThatVersion) {
  Server server(scratch, {});
  std::array<std::string, 2> why_stuck;
  std::array<int, 2> games{};
  {
    std::vector<std::jthread> clients;
    for (const std::size_t i : {0U, 1U}) {
      clients.emplace_back([&, i] {
        RecordedClient client(unzipped(path(i == 0 ? "worker.bytes.gz" : "bridge.bytes.gz")), server.port(Speech::tcp));
        games[i] = client.play(why_stuck[i]);
      });
    }
  }
  EXPECT_EQ(why_stuck[0], "") << "the worker";
  EXPECT_EQ(why_stuck[1], "") << "the bridge";
  EXPECT_EQ(games[0], 2);
  EXPECT_EQ(games[1], 2);
  ASSERT_TRUE(becomes_true([&] { return server.get_json("/api/v1/tournaments/guests").at("state") == "over"; }));
  expect_same_results(server.get("/api/v1/tournaments/guests/table.csv").body, read_text_file(path("guests.csv")));
}

INSTANTIATE_TEST_SUITE_P(Versions, DataOfVersion, testing::ValuesIn(versions()), [](const auto& version) {
  std::string name = "Version_" + version.param;
  std::replace_if(
      name.begin(), name.end(), [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; },
      '_');
  return name;
});

}  // namespace
}  // namespace rensa::e2e
