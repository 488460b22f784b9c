#include "tests/e2e/tournaments/cup_server.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <thread>

#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

namespace rensa::e2e {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
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

// Returns a table as text or as JSON without the thinking times. Other formats do not have them.
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

std::string in_hexadecimal(const std::string& bytes) {
  std::ostringstream digits;
  digits << std::hex << std::setfill('0');
  for (const char byte : bytes) digits << std::setw(2) << static_cast<unsigned>(static_cast<unsigned char>(byte));
  return digits.str();
}

// Looks often, so that the server is stopped also between a record and its line of the journal.
bool comes_true(const std::function<bool()>& condition) {
  const auto until = Clock::now() + test::kTimeLimit;
  while (!condition()) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

}  // namespace

std::vector<std::string> PlayedCup::timeless_events() const {
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

CupServer::CupServer() {
  serve();
  const ProgramResult token =
      run_server_program(scratch_, {"token", "create", "--name", "boss", "--administrator", "--data", data()});
  std::ofstream(scratch_.file("token")) << token.output;
}

void CupServer::start(const Json& plan, int jobs) const {
  std::ofstream(scratch_.file("cup.json")) << plan.dump();
  const ProgramResult started = rensa(
      {"start", scratch_.file("cup.json"), "--jobs", std::to_string(jobs), "--token-file", scratch_.file("token")});
  ASSERT_EQ(started.status, 0) << started.errors;
}

std::string CupServer::token_of(const std::string& name) const {
  std::string token = run_server_program(scratch_, {"token", "create", "--name", name, "--data", data()}).output;
  token.erase(token.find_last_not_of(" \n") + 1);
  return token;
}

void CupServer::wait_for_players(std::size_t count) const {
  ASSERT_TRUE(becomes_true([&] { return server_->get_json("/api/v1/players")["players"].size() >= count; })) << log();
}

void CupServer::stop_after(std::uint64_t bytes, std::uint64_t messages, int signal) {
  ASSERT_TRUE(comes_true([&] { return bytes_on_disk() >= bytes || is_over(); })) << log();
  const std::uint64_t wanted = messages_in() + messages;
  ASSERT_TRUE(comes_true([&] { return messages == 0 || messages_in() >= wanted || is_over(); })) << log();
  server_->process().signal(signal);
  EXPECT_EQ(server_->process().wait(), signal == SIGKILL ? -SIGKILL : 0);
  serve();
}

PlayedCup CupServer::finish() const {
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

void CupServer::serve() {
  server_.reset();
  server_ = std::make_unique<Server>(scratch_, Words{"--worker-socket", socket()});
}

void CupServer::serve_until_it_dies(const std::string& step) { EXPECT_EQ(serve_with(step)->wait(), -SIGKILL) << log(); }

void CupServer::serve_until(const std::string& step, const std::function<bool()>& is_enough) {
  const std::unique_ptr<Process> server = serve_with(step);
  EXPECT_TRUE(becomes_true(is_enough)) << log();
  server->signal(SIGKILL);
  EXPECT_EQ(server->wait(), -SIGKILL) << log();
}

std::unique_ptr<Process> CupServer::serve_with(const std::string& step) {
  server_.reset();
  const Json config = {{"worker_socket", socket()}};
  return std::make_unique<Process>(
      Words{tests::program_path("slow_store_server"), data(), "0", "0", config.dump(), step},
      scratch_.file("server.log"));
}

void CupServer::kill() {
  server_->process().signal(SIGKILL);
  EXPECT_EQ(server_->process().wait(), -SIGKILL);
}

std::string CupServer::log() const { return read_text_file(scratch_.file("server.log")); }

ProgramResult CupServer::rensa(Words words) const {
  words.insert(words.begin(), {tests::program_path("rensa"), "tournament"});
  words.insert(words.end(), {"--server", "http://127.0.0.1:" + std::to_string(server_->port(Speech::web_json))});
  return run_program(scratch_, words);
}

bool CupServer::is_over() const { return server_->get_json("/api/v1/tournaments/cup")["state"] == "over"; }

std::uint64_t CupServer::messages_in() const {
  constexpr std::string_view kName = "\nrensa_messages_in_total ";
  const std::string metrics = server_->get("/metrics").body;
  const std::size_t at = metrics.find(kName);
  return at == std::string::npos ? 0 : std::stoull(metrics.substr(at + kName.size()));
}

// A file may vanish meanwhile, because it gets its name.
std::uint64_t CupServer::bytes_on_disk() const {
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

}  // namespace rensa::e2e
