#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/exit_code.h"
#include "tests/e2e/server.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

// Bots that their authors submit to a server with a ladder, by the commands that they type.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class SubmittedBot : public testing::Test {
 protected:
  void SetUp() override {
    RENSA_SKIP_WITHOUT_ISOLATION();
    for (const char* name : {"RENSA_SERVER_URL", "RENSA_TOKEN"}) unsetenv(name);
    serve();
    write("ladder.json", R"({"name": "bots", "format": "ladder", "seasons": 0, "memory_megabytes": 512, "processes": 20,
                             "players": ["random", {"name": "greedy one", "player": "greedy"}]})");
    write("boss", run_server_program(
                      scratch, {"token", "create", "--name", "boss", "--administrator", "--data", scratch.file("data")})
                      .output);
    write("ann",
          run_server_program(scratch, {"token", "create", "--name", "ann", "--data", scratch.file("data")}).output);
    const ProgramResult started =
        rensa({"tournament", "start", scratch.file("ladder.json"), "--token-file", scratch.file("boss")});
    ASSERT_EQ(started.output, "bots\n") << started.errors;
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(scratch.file(name)) << text; }
  void serve(const Words& more = {}) {
    server.reset();
    Words flags{"--exec-players", "1", "--submission-ladder", "bots", "--submission-files", python_folder().string()};
    flags.insert(flags.end(), more.begin(), more.end());
    server = std::make_unique<Server>(scratch, flags);
  }
  static fs::path python_folder() {
    return fs::path(tests::program_path("rensa")).parent_path().parent_path() / "python";
  }
  ProgramResult rensa(Words words) const {
    words.insert(words.begin(), tests::program_path("rensa"));
    words.insert(words.end(), {"--server", "http://127.0.0.1:" + std::to_string(server->port(Speech::web_json))});
    return run_program(scratch, words);
  }
  ProgramResult submit(const std::string& bot, const Words& more = {}) const {
    Words words{"submit", scratch.file(bot), "--token-file", scratch.file("ann")};
    words.insert(words.end(), more.begin(), more.end());
    return rensa(words);
  }
  Json bot(const std::string& name) const { return server->get_json("/api/v1/bots/" + name); }
  bool has_state(const std::string& name, std::size_t version, const std::string& state) const {
    return becomes_true([&] {
      const HttpAnswer answer = server->get("/api/v1/bots/" + name);
      return answer.status == 200 && Json::parse(answer.body)["versions"].at(version - 1)["state"] == state;
    });
  }
  // Waits until a player has finished a game on the ladder, and returns whether it has a rating.
  bool has_rated_game(const std::string& player) const {
    return becomes_true([&] {
      const Json ladder = server->get_json("/api/v1/tournaments/bots");
      for (const Json& row : ladder["stages"][0]["standings"]) {
        if (row["player"] == player) return row["games"].get<int>() > 0;
      }
      return false;
    });
  }
  std::vector<std::string> players() const {
    std::vector<std::string> names;
    const Json ladder = server->get_json("/api/v1/tournaments/bots");
    for (const Json& row : ladder["standings"]) names.push_back(row["player"]);
    return names;
  }
  // A bot in the shell: it starts a program of ours, or does harm.
  void write_shell_bot(const std::string& name, const std::string& script) const {
    fs::create_directories(scratch.file(name));
    write(name + "/bot.json", Json({{"name", name}, {"language", "sh"}, {"command", {"sh", "bot.sh"}}}).dump());
    write(name + "/bot.sh", script);
  }
  void write_good_bot(const std::string& name) const {
    write_shell_bot(name, "exec ./worker --player random --quiet\n");
    fs::copy_file(tests::program_path("rensa-worker"), scratch.file(name + "/worker"));
  }

  const TemporaryFolder scratch;
  std::unique_ptr<Server> server;
};

// What docs/bots.md says, with the package of this build.
TEST_F(SubmittedBot, ANewBotInPythonPlaysRatedGamesOnTheLadder) {
  if (!fs::exists(python_folder() / "rensa/__init__.py")) GTEST_SKIP() << "the package for Python is not built";
  const ProgramResult made =
      run_program(scratch, {tests::program_path("rensa"), "new-bot", scratch.file("my-bot"), "--language", "python"});
  ASSERT_EQ(made.status, 0) << made.errors;
  Json manifest = Json::parse(read_text_file(scratch.file("my-bot/bot.json")));
  EXPECT_EQ(manifest["command"], Json({"python3", "bot.py"}));
  manifest["command"] = {"env", "PYTHONPATH=" + python_folder().string(), "/usr/bin/python3", "bot.py"};
  write("my-bot/bot.json", manifest.dump());
  const ProgramResult first = submit("my-bot");
  EXPECT_EQ(first.status, 0) << first.output << first.errors;
  EXPECT_THAT(first.output, HasSubstr("my-bot: 2 files uploaded as version 1\nstart:        ok\nvirtual:      ok\n"));
  EXPECT_THAT(first.output, HasSubstr("my-bot v1 plays on the ladder bots: http://127.0.0.1:"));
  EXPECT_TRUE(has_rated_game("my-bot v1"));
  const ProgramResult again = submit("my-bot");
  EXPECT_EQ(again.status, base::kExitFailed);
  EXPECT_THAT(again.errors, HasSubstr("these are the files of version 1 of my-bot"));

  const std::string code = read_text_file(scratch.file("my-bot/bot.py"));
  write("my-bot/bot.py", code + "# better\n");
  const ProgramResult second = submit("my-bot");
  EXPECT_EQ(second.status, 0) << second.output << second.errors;
  EXPECT_THAT(second.output, HasSubstr("my-bot v2 plays on the ladder bots"));
  EXPECT_TRUE(has_rated_game("my-bot v2"));
  EXPECT_EQ(bot("my-bot")["versions"][0]["state"], "replaced");

  write("my-bot/bot.py", "raise SystemExit('no brain')\n");
  const ProgramResult third = submit("my-bot");
  EXPECT_EQ(third.status, base::kExitAnswerIsNo) << third.errors;
  EXPECT_THAT(third.output, HasSubstr("start:        the program was started and did not connect"));
  EXPECT_THAT(third.output, HasSubstr("no brain"));
  EXPECT_THAT(players(), Not(Contains("my-bot v3")));
  EXPECT_EQ(bot("my-bot")["versions"][1]["state"], "entered");
  const ProgramResult shown = rensa({"bot", "show", "my-bot", "--token-file", scratch.file("ann")});
  EXPECT_THAT(shown.output, HasSubstr("refused"));
  EXPECT_THAT(shown.output, HasSubstr("no brain"));
}

TEST_F(SubmittedBot, ARestartLosesNothing) {
  write_good_bot("mine");
  const ProgramResult submitted = submit("mine", {"--no-wait"});
  ASSERT_EQ(submitted.status, 0) << submitted.errors;
  server->process().signal(SIGKILL);
  EXPECT_EQ(server->process().wait(), -SIGKILL);
  serve();
  EXPECT_TRUE(has_state("mine", 1, "entered"));
  EXPECT_TRUE(has_rated_game("mine v1"));
  serve();
  EXPECT_EQ(bot("mine")["versions"][0]["state"], "entered");
  const ProgramResult verified = run_server_program(scratch, {"store", "verify", "--data", scratch.file("data")});
  EXPECT_THAT(verified.output, HasSubstr("1 bots")) << verified.errors;

  const ProgramResult refused =
      rensa({"bot", "remove", "mine", "--token-file", scratch.file("ann"), "--reason", "it insults"});
  EXPECT_NE(refused.status, 0);
  const ProgramResult removed =
      rensa({"bot", "remove", "mine", "--token-file", scratch.file("boss"), "--reason", "it insults"});
  EXPECT_EQ(removed.output, "mine is removed\n") << removed.errors;
  EXPECT_TRUE(becomes_true([&] { return !fs::exists(scratch.file("data/bots/mine/1")); }));
  EXPECT_EQ(bot("mine")["removed"], "it insults");
  serve();
  EXPECT_EQ(submit("mine").status, base::kExitFailed);
  EXPECT_THAT(run_server_program(scratch, {"audit", "--data", scratch.file("data")}).output, HasSubstr("bot remove"));
}

// The bot plays only if it could read nothing of the server. The same bot without isolation shows that it would notice.
TEST_F(SubmittedBot, ABotReadsNothingOfTheServerAndOfOtherBots) {
  write_good_bot("other");
  ASSERT_EQ(submit("other").status, 0);
  std::string script;
  for (const char* secret : {"data/tournaments/bots/plan.json", "data/tournaments/bots/journal.jsonl", "data/rensa.db",
                             "data/bots/other/state.json", "data/bots/other/1/files/bot.sh", "boss"}) {
    const std::string path = fs::absolute(scratch.file(secret)).string();
    ASSERT_TRUE(fs::exists(path)) << path;
    script += "if cat " + path + " >/dev/null; then echo it reads " + secret + "; exit 9; fi\n";
  }
  const std::vector<std::string> others{"data/tournaments/bots/plan.json", "data/bots/other/1/files/bot.sh"};
  std::vector<std::string> before;
  for (const std::string& other : others) {
    before.push_back(read_text_file(scratch.file(other)));
    script += "echo x >>" + fs::absolute(scratch.file(other)).string() + "\n";
  }
  script += "if echo x >>bot.sh; then echo it writes its own files; exit 9; fi\n";
  write_good_bot("spy");
  write("spy/bot.sh", script + "exec ./worker --player random --quiet\n");
  const ProgramResult submitted = submit("spy");
  EXPECT_EQ(submitted.status, 0) << submitted.output << submitted.errors;
  for (std::size_t i = 0; i < others.size(); ++i) EXPECT_EQ(read_text_file(scratch.file(others[i])), before[i]);
  const ProgramResult seen = run_server_program(
      scratch, {"check-bot", "spy", "1", "--data", scratch.file("data"), "--exec-isolation", "none"});
  EXPECT_EQ(seen.status, base::kExitAnswerIsNo) << seen.output << seen.errors;
  EXPECT_THAT(seen.output, HasSubstr("it reads data/tournaments/bots/plan.json"));
}

TEST_F(SubmittedBot, HarmfulBotsAreRefusedAndTheServerGoesOn) {
  write_shell_bot("bomb", "b() { b | b & }\nb\nsleep 100\n");
  write_shell_bot("glutton", "exec python3 -c 'x = bytearray(900_000_000)'\n");
  write_shell_bot("mute", "sleep 1000\n");
  for (const std::string name : {"bomb", "glutton"}) {
    const ProgramResult submitted = submit(name);
    EXPECT_EQ(submitted.status, base::kExitAnswerIsNo) << name << submitted.output << submitted.errors;
    EXPECT_THAT(submitted.output, HasSubstr("start:        the program was started and did not connect")) << name;
  }
  EXPECT_EQ(server->get("/livez").status, 200);
  serve({"--submission-check-seconds", "1", "--submission-megabytes", "1"});
  const ProgramResult slow = submit("mute");
  EXPECT_EQ(slow.status, base::kExitAnswerIsNo) << slow.output << slow.errors;
  EXPECT_THAT(slow.output, HasSubstr("its checks took longer than 1 s"));
  write("mute/large", std::string(1'100'000, 'x'));
  const ProgramResult large = submit("mute");
  EXPECT_EQ(large.status, base::kExitFailed);
  EXPECT_THAT(large.errors,
              testing::ContainsRegex("The body is longer than 1000000 bytes. mute has 11[0-9]+ bytes, and "
                                     "its largest file is large with 1100000: name the files"));
  write("ann", "no token\n");
  for (const std::string name : {"bomb", "mute"}) {
    const ProgramResult unknown = submit(name);
    EXPECT_EQ(unknown.status, base::kExitFailed);
    EXPECT_THAT(unknown.errors, HasSubstr("this token is unknown or revoked")) << name;
    EXPECT_THAT(unknown.errors, Not(HasSubstr("name the files"))) << "its size does not matter";
  }
}

}  // namespace
}  // namespace rensa::e2e
