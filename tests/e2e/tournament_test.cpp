#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/record/verify.h"
#include "server/base/exit_code.h"
#include "tests/e2e/server.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

// Tests of tournaments on a server, with the commands of rensa and rensa-server.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// The plan of a tournament of three players.
std::string cup_with(int pairs) {
  return R"({"name": "Cup", "seed": 8, "pairs": )" + std::to_string(pairs) +
         R"(, "audit": 0, "players": ["greedy", "random", {"name": "greedy too", "player": "greedy"}]})";
}

constexpr int kGames = 240;

class HostedTournament : public testing::Test {
 protected:
  HostedTournament() {
    for (const char* name : {"RENSA_SERVER_URL", "RENSA_TOKEN"}) unsetenv(name);
    write("cup.json", cup_with(kGames / 6));
    serve();
    const ProgramResult made = run_server_program(
        scratch, {"token", "create", "--name", "boss", "--administrator", "--data", scratch.file("data")});
    write("token", made.output);
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(scratch.file(name)) << text; }
  void serve() { serve_with({"--worker-socket", scratch.file("workers")}); }
  void serve_with(const Words& words) {
    server.reset();
    server = std::make_unique<Server>(scratch, words);
  }
  // Starts a tournament with a program that shows the database if it can, and then plays. Returns the program's output.
  std::string output_of_spy() {
    const std::string script = "cat " + scratch.file("data/rensa.db") + " " + scratch.file("cup.json") +
                               "; echo server $RENSA_SERVER; exec " + tests::program_path("rensa-worker") +
                               " --player random --quiet";
    const Json spy = {{"name", "spy"},
                      {"exec", {"/bin/sh", "-c", script}},
                      {"files", {scratch.file(""), tests::program_path("rensa-worker")}}};
    write("cup.json", Json({{"name", "cup"}, {"pairs", 1}, {"players", {"random", spy}}}).dump());
    const ProgramResult started = order({"start", scratch.file("cup.json")});
    EXPECT_EQ(started.status, 0) << started.errors;
    EXPECT_THAT(look({"status", "cup", "--watch"}).output, HasSubstr("over, 2 of 2 games\n"));
    EXPECT_EQ(verify("cup").output, "2 games: ok\n");
    std::string text;
    for (const auto& file : fs::directory_iterator(scratch.file("data/tournaments/cup/logs"))) {
      text += read_text_file(file.path().string());
    }
    return text;
  }
  ProgramResult rensa(const Words& words) const {
    Words all{tests::program_path("rensa"), "tournament"};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(scratch, all);
  }
  // The tokens of a spectator and of the administrator.
  ProgramResult look(Words words) const {
    words.insert(words.end(), {"--server", "http://127.0.0.1:" + std::to_string(server->port(Speech::web_json))});
    return rensa(words);
  }
  ProgramResult order(Words words) const {
    words.insert(words.end(), {"--token-file", scratch.file("token")});
    return look(words);
  }
  ProgramResult verify(const std::string& run) const {
    return run_server_program(scratch, {"journal", "verify", run, "--data", scratch.file("data")});
  }
  Json state() const { return server->get_json("/api/v1/tournaments/cup"); }
  std::string log() const { return read_text_file(scratch.file("server.log")); }
  int times_logged(const std::string& part) const {
    int count = 0;
    const std::string text = log();
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
  // Starts a tournament that lasts longer than any test.
  void start_long_cup() const {
    write("cup.json", cup_with(10'000));
    ASSERT_EQ(order({"start", scratch.file("cup.json")}).status, 0);
  }
  // Starts such a tournament, and pauses it when it has played a game. Returns when no game of it runs any more.
  void pause_cup() const {
    ASSERT_NO_FATAL_FAILURE(start_long_cup());
    ASSERT_TRUE(has_played(1));
    ASSERT_EQ(order({"pause", "cup"}).status, 0);
    ASSERT_TRUE(becomes_true([&] { return state()["running"] == 0; }));
    ASSERT_EQ(state()["state"], "paused");
  }
  bool has_played(int games) const {
    return becomes_true([&] { return state()["games"].get<int>() >= games; });
  }

  const TemporaryFolder scratch;
  std::unique_ptr<Server> server;
};

// Expects one line of text.
void expect_refused(const ProgramResult& ran, int status, const std::string& why) {
  EXPECT_EQ(ran.status, status);
  EXPECT_EQ(ran.output, "");
  EXPECT_THAT(ran.errors, testing::StartsWith("rensa: "));
  EXPECT_THAT(ran.errors, HasSubstr(why));
  EXPECT_EQ(std::count(ran.errors.begin(), ran.errors.end(), '\n'), 1) << ran.errors;
}

TEST_F(HostedTournament, AKilledTournamentEndsLikeALocalOne) {
  const ProgramResult started = order({"start", scratch.file("cup.json"), "--jobs", "3"});
  ASSERT_EQ(started.status, 0) << started.errors;
  EXPECT_EQ(started.output, "cup\n");
  ASSERT_TRUE(has_played(15));
  EXPECT_TRUE(state()["seed"].is_null());
  server->process().signal(SIGKILL);
  EXPECT_EQ(server->process().wait(), -SIGKILL);
  const ProgramResult between = verify("cup");
  EXPECT_EQ(between.status, 0) << between.output;

  serve();
  const ProgramResult watched = look({"status", "cup", "--watch"});
  EXPECT_EQ(watched.status, 0) << watched.errors;
  EXPECT_THAT(watched.output, HasSubstr("over, 240 of 240 games\n"));
  EXPECT_EQ(state()["seed"], 8);
  EXPECT_EQ(verify("cup").output, std::to_string(kGames) + " games: ok\n");

  ASSERT_EQ(rensa({"run", scratch.file("cup.json"), "--quiet"}).status, 0);
  const ProgramResult at_home = rensa({"export", scratch.file("cup.json"), "--format", "csv"});
  EXPECT_THAT(at_home.output, HasSubstr("greedy too"));
  const ProgramResult hosted = look({"export", "cup", "--format", "csv", "--records", scratch.file("records")});
  EXPECT_EQ(hosted.output, at_home.output);
  EXPECT_THAT(hosted.errors, HasSubstr("240 records fetched, 0 were there"));
  for (const auto& file : fs::directory_iterator(scratch.file("records"))) {
    const std::string bytes = read_text_file(file.path().string());
    EXPECT_TRUE(record::verify(std::vector<std::uint8_t>(bytes.begin(), bytes.end())).ok()) << file.path();
  }
}

TEST_F(HostedTournament, CanBePausedStoppedAndResumedRemotely) {
  ASSERT_NO_FATAL_FAILURE(start_long_cup());
  ASSERT_TRUE(has_played(1));
  EXPECT_THAT(order({"pause", "cup"}).output, HasSubstr("cup: paused, "));
  EXPECT_THAT(order({"stop", "cup"}).output, HasSubstr("cup: stopped, "));
  ASSERT_TRUE(becomes_true([&] { return state()["running"] == 0; }));
  serve();
  EXPECT_EQ(state()["state"], "paused") << "also after the server began anew";
  const int games = state()["games"];
  EXPECT_THAT(look({"status"}).output, HasSubstr("cup   paused         3        0  " + std::to_string(games)));
  EXPECT_EQ(Json::parse(look({"status", "--json"}).output)[0]["id"], "cup");
  EXPECT_THAT(look({"status", "cup"}).output, HasSubstr("greedy too"));
  EXPECT_EQ(Json::parse(look({"status", "cup", "--json"}).output)["games"], games);
  EXPECT_THAT(order({"resume", "cup"}).output, HasSubstr("cup: running, "));
  EXPECT_TRUE(has_played(games + 1));
}

// A paused tournament writes nothing, so that only a regular check can notice it.
TEST_F(HostedTournament, APausedTournamentWhoseFolderIsMovedIsNoticed) {
  ASSERT_NO_FATAL_FAILURE(pause_cup());
  EXPECT_THAT(server->get("/readyz").body, Not(HasSubstr("storage: ")));
  fs::rename(scratch.file("data/tournaments/cup"), scratch.file("moved"));
  ASSERT_TRUE(becomes_true([&] { return times_logged("event=tournament_lost name=\"cup\" why=") == 1; }));
  EXPECT_THAT(log(), HasSubstr("journal.jsonl was removed while it is in use"));
  const HttpAnswer not_ready = server->get("/readyz");
  EXPECT_EQ(not_ready.status, 503);
  EXPECT_THAT(not_ready.body, HasSubstr("storage: the files of the tournament cup were removed or replaced"));
  EXPECT_THAT(state()["storage_error"].get<std::string>(), HasSubstr("journal.jsonl was removed"));
  for (const Words& words : {Words{"resume", "cup"}, Words{"withdraw", "cup", "random"}}) {
    const ProgramResult refused = order(words);
    EXPECT_NE(refused.status, 0) << words.front();
    EXPECT_THAT(refused.errors, HasSubstr("its store fails")) << words.front();
  }
  EXPECT_FALSE(fs::exists(scratch.file("data/tournaments/cup"))) << "nothing is written in its place";
}

TEST_F(HostedTournament, ATournamentGoesOnWhenItsFolderIsBack) {
  ASSERT_NO_FATAL_FAILURE(pause_cup());
  const std::string folder = scratch.file("data/tournaments/cup");
  fs::rename(folder, scratch.file("moved"));
  ASSERT_TRUE(becomes_true([&] { return times_logged("event=tournament_lost") == 1; }));
  fs::copy(scratch.file("moved"), folder, fs::copy_options::recursive);
  ASSERT_TRUE(becomes_true([&] {
    return state()["storage_error"].get<std::string>().find("was replaced by another file") != std::string::npos;
  }));
  EXPECT_EQ(server->get("/readyz").status, 503);
  fs::remove_all(folder);
  fs::rename(scratch.file("moved"), folder);
  ASSERT_TRUE(becomes_true([&] { return times_logged("event=tournament_found_again name=\"cup\"") == 1; }));
  EXPECT_EQ(times_logged("event=tournament_lost"), 1) << "it is logged once";
  EXPECT_THAT(server->get("/readyz").body, Not(HasSubstr("storage: ")));
  const int games = state()["games"].get<int>();
  EXPECT_EQ(order({"resume", "cup"}).status, 0);
  EXPECT_TRUE(has_played(games + 3));
  EXPECT_EQ(order({"pause", "cup"}).status, 0);
  EXPECT_TRUE(becomes_true([&] { return state()["running"] == 0; }));
  const ProgramResult verified = verify("cup");
  EXPECT_EQ(verified.status, 0) << verified.errors;
  EXPECT_EQ(verified.output, std::to_string(state()["games"].get<int>()) + " games: ok\n");
}

TEST_F(HostedTournament, ALadderWithALateEntryContinuesAfterAKill) {
  write("cup.json", R"({"name": "cup", "seed": 8, "format": "ladder", "seasons": 0, "players": ["random", "greedy"]})");
  write("new.json", R"({"name": "new one", "author": "ann", "player": "random"})");
  ASSERT_EQ(order({"start", scratch.file("cup.json"), "--jobs", "2"}).status, 0);
  ASSERT_TRUE(has_played(3));
  const ProgramResult joined = order({"join", "cup", scratch.file("new.json")});
  EXPECT_THAT(joined.output, HasSubstr("cup: running, ")) << joined.errors;
  server->process().signal(SIGKILL);
  EXPECT_EQ(server->process().wait(), -SIGKILL);
  serve();
  const auto games_of_new_one = [this] {
    const Json seen = state();
    for (const Json& standing : seen["standings"]) {
      if (standing["player"] == "new one") return standing["games"].get<int>();
    }
    return -1;
  };
  EXPECT_TRUE(becomes_true([&] { return games_of_new_one() >= 4; }));
  expect_refused(order({"join", "cup", scratch.file("new.json")}), 1, "two players are called new one");
  for (const char* player : {"random", "greedy"}) {
    EXPECT_EQ(order({"withdraw", "cup", player, "--reason", "enough"}).status, 0);
  }
  EXPECT_TRUE(becomes_true([&] { return state()["state"] == "over"; }));
  const ProgramResult verified = verify("cup");
  EXPECT_EQ(verified.status, 0) << verified.output;
  EXPECT_THAT(look({"status", "cup"}).output, HasSubstr("greedy: benched\n"));
  expect_refused(order({"withdraw", "cup", "new one"}), 1, "it is over");
}

TEST_F(HostedTournament, ExistingRecordsAreKept) {
  write("cup.json", R"({"name": "cup", "pairs": 2, "players": ["random", {"name": "r", "player": "random"}]})");
  ASSERT_EQ(order({"start", scratch.file("cup.json")}).status, 0);
  ASSERT_TRUE(becomes_true([&] { return state()["state"] == "over"; }));
  fs::create_directory(scratch.file("records"));
  write("records/1-0.rensa", "mine");
  const ProgramResult fetched = look({"export", "cup", "--format", "markdown", "--records", scratch.file("records")});
  EXPECT_THAT(fetched.output, HasSubstr("| random |"));
  EXPECT_THAT(fetched.errors, HasSubstr("3 records fetched, 1 were there"));
  EXPECT_EQ(read_text_file(scratch.file("records/1-0.rensa")), "mine");
  expect_refused(order({"pause", "cup"}), 1, "it is over");
}

TEST_F(HostedTournament, RefusalsAreOneSentence) {
  const std::string cup = scratch.file("cup.json");
  expect_refused(look({"start", cup}), 2, "--token");
  expect_refused(look({"start", cup, "--token", "guessed"}), 1, "this token is unknown or revoked");
  expect_refused(order({"start", cup, "--jobs", "65"}), 1, "jobs has to be from 1 to 64");
  expect_refused(order({"start", cup, "--jobs", "0"}), 2, "--jobs");
  expect_refused(order({"start", scratch.file("nowhere.json")}), 2, "there is no such file");
  expect_refused(look({"status", "nothing"}), 1, "there is no such tournament");
  expect_refused(look({"export", "../../livez"}), 1, "The path cannot be read");
  expect_refused(rensa({"status"}), 2, "RENSA_SERVER_URL");
  expect_refused(rensa({"status", "--server", "127.0.0.1:80"}), 2, "the URL of a server");
  expect_refused(rensa({"status", "--server", "http://127.0.0.1:1"}), 1, "cannot be reached: Connection refused");
  expect_refused(rensa({"export", cup, "--records", scratch.file("records")}), 2, "--server");
  write("cup.json", R"({"players": ["nobody", "random"]})");
  expect_refused(order({"start", cup}), 1, "nobody");
  write("cup.json", R"({"players": ["random", {"name": "sh", "exec": ["/bin/sh"]}]})");
  expect_refused(order({"start", cup}), 1, "exec_players");
  write("cup.json", std::string(70'000, ' '));
  expect_refused(order({"start", cup}), 1, "The body is longer than");
}

TEST_F(HostedTournament, IsolatedProgramsCannotReadTheData) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  serve_with({"--exec-players", "1"});
  const std::string text = output_of_spy();
  EXPECT_THAT(text, HasSubstr("server unix:/run/rensa/server\n")) << "although the server was given no socket";
  EXPECT_THAT(text, testing::Not(HasSubstr("SQLite format 3")));
  EXPECT_THAT(text, HasSubstr("\"pairs\"")) << "it sees the other files of the folder that the plan names";
}

TEST_F(HostedTournament, OtherUsersCannotReadTheSeedsOfPlans) {
  const std::filesystem::path data = scratch.file("data");
  ASSERT_EQ(order({"start", scratch.file("cup.json")}).status, 0);
  EXPECT_EQ(std::filesystem::status(data / "tournaments").permissions(), std::filesystem::perms::owner_all)
      << "also if all may read in the folder above it";
  server.reset();
  std::filesystem::remove_all(data);
  serve_with({"--exec-players", "1"});
  EXPECT_EQ(std::filesystem::status(data).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(HostedTournament, ProgramsWithoutIsolationCanReadTheData) {
  serve_with({"--exec-players", "1", "--exec-isolation", "none"});
  const std::string text = output_of_spy();
  EXPECT_THAT(text, HasSubstr("server 127.0.0.1:"));
  EXPECT_THAT(text, HasSubstr("SQLite format 3"));
}

TEST_F(HostedTournament, AServerThatCannotIsolateRefusesPrograms) {
  serve_with({"--exec-players", "1", "--exec-isolation", "/nowhere/bwrap"});
  write("cup.json", R"({"name": "cup", "players": ["random", {"name": "sh", "exec": ["/bin/sh"]}]})");
  expect_refused(order({"start", scratch.file("cup.json")}), 1, "set exec_isolation to none");
  write("cup.json", R"({"name": "cup", "pairs": 1, "players": ["random", "greedy"]})");
  EXPECT_EQ(order({"start", scratch.file("cup.json")}).status, 0);
}

TEST_F(HostedTournament, ARunIsVerifiedByItsFolder) {
  write("weights.json", R"({"link": 900})");
  write("cup.json", R"({"pairs": 1, "ruleset": "jaist-1", "players": ["greedy", {"name": "g", "player":
    "gaze:nodes=200,weights=)" +
                        scratch.file("weights.json") + R"("}]})");
  ASSERT_EQ(rensa({"run", scratch.file("cup.json"), "--quiet"}).status, 0);
  const ProgramResult right = verify(scratch.file("cup.run"));
  EXPECT_EQ(right.status, 0) << right.errors;
  EXPECT_EQ(right.output, "2 games: ok\n");
  write("weights.json", R"({"link": 901})");
  const ProgramResult other = verify(scratch.file("cup.run"));
  EXPECT_EQ(other.status, base::kExitAnswerIsNo);
  EXPECT_THAT(other.output, HasSubstr("belongs to another plan"));
  EXPECT_THAT(other.errors, HasSubstr("players of the plan name files"));
  fs::remove(scratch.file("weights.json"));
  const ProgramResult without = verify(scratch.file("cup.run"));
  EXPECT_EQ(without.status, 1);
  EXPECT_THAT(without.errors, HasSubstr("weights.json: No such file"));
  const ProgramResult nothing = verify("nothing");
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.errors, HasSubstr("there is no tournament nothing"));
}

TEST_F(HostedTournament, VerifyNamesTheFault) {
  write("cup.json", R"({"name": "cup", "pairs": 1, "players": ["random", {"name": "r", "player": "random"}]})");
  ASSERT_EQ(order({"start", scratch.file("cup.json")}).status, 0);
  ASSERT_TRUE(becomes_true([&] { return state()["state"] == "over"; }));
  EXPECT_EQ(verify("cup").output, "2 games: ok\n") << "while the server runs";
  fs::remove(fs::path(scratch.file("data")) / "tournaments" / "cup" / "games" / "0-1.rensa");
  const ProgramResult found = verify("cup");
  EXPECT_EQ(found.status, base::kExitAnswerIsNo);
  EXPECT_THAT(found.output, HasSubstr("0-1.rensa: No such file"));
}

}  // namespace
}  // namespace rensa::e2e
