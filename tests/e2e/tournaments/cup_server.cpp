#include "tests/e2e/tournaments/cup_server.h"

#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string_view>
#include <utility>

#include "tests/tools/paths.h"

namespace rensa::e2e {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

}  // namespace

CupServer::CupServer(Words flags) : flags_(std::move(flags)) {
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

void CupServer::add(const Json& plan) const {
  fs::create_directories(folder());
  std::ofstream(folder() / "plan.json") << plan.dump();
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
  ASSERT_TRUE(soon_becomes_true([&] { return bytes_of_cup(folder()) >= bytes || is_over(); })) << log();
  const std::uint64_t wanted = messages_in() + messages;
  ASSERT_TRUE(soon_becomes_true([&] { return messages == 0 || messages_in() >= wanted || is_over(); })) << log();
  server_->process().signal(signal);
  EXPECT_EQ(server_->process().wait(), signal == SIGKILL ? -SIGKILL : 0);
  serve();
}

PlayedCup CupServer::finish() const {
  EXPECT_TRUE(becomes_true([&] { return is_over(); })) << log();
  EXPECT_THAT(log(), Not(HasSubstr("event=tournament_failed")));
  const ProgramResult verified = run_server_program(scratch_, {"journal", "verify", "cup", "--data", data()});
  EXPECT_EQ(verified.status, 0) << verified.output << verified.errors;
  PlayedCup cup = read_cup(folder());
  for (const char* format : {"text", "csv", "md", "json"}) {
    const ProgramResult table = rensa({"export", "cup", "--format", format});
    EXPECT_EQ(table.status, 0) << table.errors;
    cup.tables[format] = without_thinking_times(table.output);
  }
  return cup;
}

std::multimap<std::string, Json> CupServer::wait_for_listed_games(std::size_t count) const {
  Json games;
  EXPECT_TRUE(becomes_true([&] {
    games = server_->get_json("/api/v1/games?tournament=cup")["games"];
    return games.size() >= count;
  })) << log();
  std::multimap<std::string, Json> listed;
  for (Json& game : games) {
    for (const char* key : {"record", "match", "ended"}) game.erase(key);
    listed.emplace(game["tournament_game"].get<std::string>(), game);
  }
  return listed;
}

void CupServer::serve() {
  server_.reset();
  Words flags{"--worker-socket", socket()};
  flags.insert(flags.end(), flags_.begin(), flags_.end());
  server_ = std::make_unique<Server>(scratch_, flags);
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
  return std::make_unique<Process>(Words{server_beside_players(), data(), "0", "0", config.dump(), step},
                                   scratch_.file("server.log"));
}

// A server starts the programs of players that lie beside its own.
std::string CupServer::server_beside_players() const {
  const fs::path programs = scratch_.file("programs");
  const fs::path server = programs / "slow_store_server";
  if (fs::exists(server)) return server.string();
  fs::create_directories(programs);
  for (const char* name : {"rensa-keeper", "rensa-worker"}) {
    fs::create_symlink(tests::program_path(name), programs / name);
  }
  fs::copy_file(tests::program_path("slow_store_server"), server);
  return server.string();
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

}  // namespace rensa::e2e
