#include <cctype>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "tests/e2e/server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

// Every command of rensa and rensa-server that prints a table prints it in all formats. The commands are found by the
// help of the programs; a new one needs arguments here for a short call, or stands among those without a table.

namespace rensa::e2e {
namespace {

using testing::HasSubstr;

// A command by its words, such as "tournament run".
const std::set<std::string> kWithoutTable{"tournament start",
                                          "tournament pause",
                                          "tournament resume",
                                          "tournament stop",
                                          "tournament end",
                                          "tournament delete",
                                          "tournament withdraw",
                                          "tournament join",
                                          "tournament announce",
                                          "tournament annul",
                                          "tournament disqualify",
                                          "tournament return",
                                          "record export",
                                          "new-bot",
                                          "bot remove",
                                          "submit",  // it has a table, and needs a ladder: submitted_bot_test.cpp
                                          "token create",
                                          "token revoke",
                                          "token role",
                                          "store backup",
                                          "store restore",
                                          "drain",
                                          "moderation ban",
                                          "moderation mute",
                                          "moderation refuse-name",
                                          "moderation rename",
                                          "moderation lift",
                                          "moderation close",
                                          "registration approve",
                                          "registration dismiss",
                                          "register"};

std::vector<std::string> names_of_commands(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(std::min(help.find("Subcommands:"), help.size())));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.starts_with("  ")) {
    if (line[2] == ' ') continue;  // goes on with the help of the command before
    names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

struct Csv {
  std::vector<std::size_t> cells_of_lines;
  bool is_valid = true;
};

// Counts the cells of each line by RFC 4180.
Csv csv_of(const std::string& text) {
  Csv csv;
  std::size_t cells = 1;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (is_quoted) {
      if (character != '"') continue;
      if (i + 1 < text.size() && text[i + 1] == '"') {
        ++i;
      } else {
        is_quoted = false;
        csv.is_valid = csv.is_valid && i + 1 < text.size() && (text[i + 1] == ',' || text[i + 1] == '\n');
      }
    } else if (character == '"') {
      is_quoted = true;
      csv.is_valid = csv.is_valid && (i == 0 || text[i - 1] == ',' || text[i - 1] == '\n');
    } else if (character == ',') {
      ++cells;
    } else if (character == '\n') {
      csv.cells_of_lines.push_back(cells);
      cells = 1;
    }
  }
  csv.is_valid = csv.is_valid && !is_quoted && text.ends_with('\n');
  return csv;
}

void expect_csv(const std::string& text, const std::string& what) {
  const Csv csv = csv_of(text);
  EXPECT_TRUE(csv.is_valid) << what << ":\n" << text;
  ASSERT_GE(csv.cells_of_lines.size(), 2U) << what << ":\n" << text;
  for (const std::size_t cells : csv.cells_of_lines) EXPECT_EQ(cells, csv.cells_of_lines[0]) << what << ":\n" << text;
}

void expect_markdown(const std::string& text, const std::string& what) {
  std::istringstream lines(text);
  std::vector<std::ptrdiff_t> bars;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with('|') && line.ends_with('|')) << what << ": " << line;
    if (bars.size() == 1) {
      EXPECT_EQ(line.find_first_not_of("|-"), std::string::npos) << what << ": " << line;
    }
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) count += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    bars.push_back(count);
  }
  ASSERT_GE(bars.size(), 3U) << what << ":\n" << text;
  for (const std::ptrdiff_t count : bars) EXPECT_EQ(count, bars[0]) << what << ":\n" << text;
}

// A whole document, or a document in each line.
void expect_json(const std::string& text, const std::string& what) {
  if (Json::accept(text)) return;
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_TRUE(Json::accept(line)) << what << ": " << line;
  EXPECT_GT(count, 0) << what;
}

class TableFormats : public testing::Test {
 protected:
  TableFormats() {
    for (const char* name : {"RENSA_SERVER_URL", "RENSA_TOKEN"}) unsetenv(name);
  }

  // Calls `visit` with the words and the help of each command that has no commands of its own.
  void visit_commands(const std::string& program, const Words& words,
                      const std::function<void(const Words&, const std::string&)>& visit) {
    Words call{program};
    call.insert(call.end(), words.begin(), words.end());
    call.push_back("--help");
    const ProgramResult help = run_program(scratch, call);
    ASSERT_EQ(help.status, 0) << help.errors;
    const std::vector<std::string> names = names_of_commands(help.output);
    if (names.empty()) return visit(words, help.output);
    for (const std::string& name : names) {
      Words more = words;
      more.push_back(name);
      visit_commands(program, more, visit);
    }
  }

  // Runs each command with its arguments in each format; the slow ones only in long tests.
  void expect_formats(const std::string& program, const std::map<std::string, Words>& arguments,
                      const std::set<std::string>& slow = {}) {
    std::size_t found = 0;
    visit_commands(program, {}, [&](const Words& words, const std::string& help) {
      std::string name;
      for (const std::string& word : words) name.append(name.empty() ? "" : " ").append(word);
      if (kWithoutTable.contains(name)) return;
      ++found;
      ASSERT_THAT(help, HasSubstr("--format")) << name;
      ASSERT_THAT(help, HasSubstr("--json")) << name;
      ASSERT_TRUE(arguments.contains(name)) << name << " needs arguments in this test";
      Words call{program};
      call.insert(call.end(), words.begin(), words.end());
      call.insert(call.end(), arguments.at(name).begin(), arguments.at(name).end());
      if (!slow.contains(name) || tests::long_tests()) expect_formats_of(name, call);
    });
    EXPECT_EQ(found, arguments.size());
  }

  // Begins a match between two guests, and returns its number.
  static std::string begin_match(const Server& server) {
    Wire one(Speech::tcp, server.port(Speech::tcp));
    Wire two(Speech::tcp, server.port(Speech::tcp));
    for (Wire* const wire : {&one, &two}) {
      wire->send(proto::Hello{});
      wire->send(proto::QuickMatch{});
    }
    const auto until = Clock::now() + test::kTimeLimit;
    while (const auto message = two.next(until)) {
      const auto* start = std::get_if<proto::MatchStart>(&*message);
      if (start != nullptr) return std::to_string(static_cast<std::uint64_t>(start->match));
    }
    ADD_FAILURE() << "no match has begun";
    return "0";
  }

  void expect_formats_of(const std::string& name, const Words& call) {
    const auto output = [&](const Words& more) {
      Words words = call;
      words.insert(words.end(), more.begin(), more.end());
      const ProgramResult result = run_program(scratch, words);
      EXPECT_TRUE(result.status == 0 || result.status == 3 || result.status == 4) << name << ": " << result.errors;
      return result.output;
    };
    expect_csv(output({"--format", "csv"}), name);
    expect_markdown(output({"--format", "md"}), name);
    expect_json(output({"--format", "json"}), name);
    expect_json(output({"--json"}), name);
    const std::string text = output({"--format", "text"});
    EXPECT_NE(text, "") << name;
    EXPECT_FALSE(text.starts_with('|')) << name;
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(scratch.file(name)) << text;
    return scratch.file(name);
  }

  // Writes a bot as a server keeps it. Its program ends at once.
  static void write_bot(const std::string& data) {
    std::filesystem::create_directories(data + "/bots/mine/1/files");
    std::ofstream(data + "/bots/mine/state.json")
        << R"({"name": "mine", "owner": "ann", "removed": null, "versions": [{"number": 1,
              "uploaded": "2026-01-02T03:04:05Z", "digest": "", "bytes": 1, "language": "sh", "command": ["true"],
              "state": "refused", "checks": [], "why": "", "ladder": "", "has_files": true}]})";
  }

  const TemporaryFolder scratch;
};

TEST_F(TableFormats, EveryTableOfRensaHasAllFormats) {
  const std::string plan = write("cup.json", R"({"seed": 1, "pairs": 1, "players": ["greedy", "random"]})");
  ASSERT_EQ(run_program(scratch, {tests::program_path("rensa"), "tournament", "run", plan, "--quiet"}).status, 0);
  const std::string records = scratch.file("records");
  ASSERT_EQ(run_program(scratch, {tests::program_path("rensa"), "match", "greedy", "random", "--quiet", "--seed", "2",
                                  "--games", "12", "--record", records})
                .status,
            0);
  Words learn{"--teacher", "greedy", "--records"};
  for (const auto& file : std::filesystem::directory_iterator(records)) learn.push_back(file.path());
  const std::string run = scratch.file("data/tournaments/cup");
  std::filesystem::create_directories(scratch.file("data/tournaments"));
  ASSERT_EQ(run_program(scratch, {tests::program_path("rensa"), "tournament", "run", plan, "--quiet", "--folder", run})
                .status,
            0);
  write_bot(scratch.file("data"));
  const Server server(scratch, {});
  const std::string server_url = "http://127.0.0.1:" + std::to_string(server.port(Speech::web_json));
  const std::string record = tests::data_path("record_v1_turns.rensa");
  const Words once{"--repetitions", "1"};
  const std::string player =
      write("player", "#!/bin/sh\nexec '" + tests::program_path("rensa-worker") + "' --player random --quiet\n");
  std::filesystem::permissions(player, std::filesystem::perms::owner_all);
  const std::map<std::string, Words> arguments{
      {"analyse lost", {record, "--search", "greedy"}},
      {"check", {"--exec-isolation", "none", "--clock", "virtual", player}},
      {"match", {"greedy", "random", "--quiet", "--seed", "1"}},
      {"repro",
       {record, "--hand", "2", "--seat", "1", "--player", "greedy", "--opponent", "random", "--exec-isolation",
        "none"}},
      {"sprt", {"greedy", "random", "--quiet", "--seed", "1", "--games", "4"}},
      {"tournament run", {plan, "--quiet"}},
      {"tournament show", {plan}},
      {"tournament export", {plan}},
      {"tournament games", {plan}},
      {"tournament verify", {plan}},
      {"tournament status", {"--server", server_url}},
      {"bot show", {"mine", "--server", server_url}},
      {"puzzle solve", {"800F08J08A0EB_8161__270"}},
      {"puzzle generate", {"--count", "2"}},
      {"record chances", {records}},
      {"record show", {record}},
      {"record verify", {record}},
      {"template build", {"gtr"}},
      {"bench rules", once},
      {"bench plies", once},
      {"bench duel", once},
      {"bench search", once},
      {"perft", {"--depth", "1"}},
      {"signature", {"--kernel", "portable"}},
      {"lab all", {"--only", "puzzles", "--quick"}},
      {"lab chains", {"greedy", "random", "--queues", "2", "--max-hands", "4", "--duels", "2"}},
      {"lab nplayer",
       {"--quick", "--trees", "3", "--rounds", "1", "--depth", "2", "--diamond-depth", "2", "--figure", "3", "7"}},
      {"lab puzzles", {"--quick"}},
      {"lab solo", {"greedy", "--queues", "2", "--max-hands", "4"}},
      {"lab spider", {"--deals", "12", "--teacher-games", "20", "--search-tables", "2400", "--suits", "1"}},
      {"lab templates", {"--queues", "2", "--depth", "1", "--family", "domino"}},
      {"learn", learn},
      {"tune chances", {tests::data_path("chances"), records}},
      {"vectors", {tests::data_path("keys_dev.jsonl.gz")}}};
  expect_formats(
      tests::program_path("rensa"), arguments,
      {"bench rules", "bench plies", "bench duel", "check", "bench search", "lab all", "lab spider", "signature"});
}

TEST_F(TableFormats, EveryTableOfTheServerHasAllFormats) {
  const std::string data = scratch.file("data");
  {
    const Server server(scratch, {"--registration", "approval"});
    EXPECT_EQ(server.post("/api/v1/accounts?name=ann").status, 202);
    EXPECT_EQ(server.post("/api/v1/reports?seat=1&text=a,%20%22b%22%20%7C%20c&match=" + begin_match(server)).status,
              200);
  }
  ASSERT_EQ(run_server_program(scratch, {"moderation", "refuse-name", "a, \"b\" | d", "--minutes", "60", "--why",
                                         "a, \"b\" | c", "--data", data})
                .status,
            0);
  ASSERT_EQ(run_server_program(scratch, {"token", "create", "--name", "a, \"b\" | c", "--data", data}).status, 0);
  const std::string plan = write("cup.json", R"({"seed": 1, "pairs": 1, "players": ["greedy", "random"]})");
  const std::string run = data + "/tournaments/cup";
  std::filesystem::create_directories(data + "/tournaments");
  ASSERT_EQ(run_program(scratch, {tests::program_path("rensa"), "tournament", "run", plan, "--quiet", "--folder", run})
                .status,
            0);
  write_bot(data);
  expect_formats(tests::program_path("rensa-server"),
                 {{"token list", {"--data", data}},
                  {"check-bot", {"mine", "1", "--data", data, "--exec-isolation", "none"}},
                  {"audit", {"--data", data}},
                  {"moderation list", {"--data", data}},
                  {"registration list", {"--data", data}},
                  {"moderation reports", {"--data", data}},
                  {"journal verify", {"cup", "--data", data}},
                  {"store verify", {"--data", data}}});
}

TEST_F(TableFormats, AFaultIsARowOfTheVerification) {
  const std::string plan = write("cup.json", R"({"seed": 1, "pairs": 1, "players": ["greedy", "random"]})");
  ASSERT_EQ(run_program(scratch, {tests::program_path("rensa"), "tournament", "run", plan, "--quiet"}).status, 0);
  std::filesystem::remove(scratch.file("cup.run/games/0-1.rensa"));
  const ProgramResult verified =
      run_program(scratch, {tests::program_path("rensa"), "tournament", "verify", plan, "--json"});
  EXPECT_EQ(verified.status, 3);
  const Json rows = Json::parse(verified.output);
  ASSERT_EQ(rows.size(), 1U) << rows;
  EXPECT_THAT(rows[0].at("fault").get<std::string>(), HasSubstr("0-1"));
}

TEST_F(TableFormats, AnUnknownFormatIsRefusedWithTheNames) {
  const ProgramResult refused = run_program(scratch, {tests::program_path("rensa"), "perft", "--format", "xml"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("there is no format xml; there are text, json, csv and md"));
  EXPECT_EQ(run_program(scratch, {tests::program_path("rensa"), "perft", "--format", "csv", "--json"}).status, 2);
}

}  // namespace
}  // namespace rensa::e2e
