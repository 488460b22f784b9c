#include <arpa/inet.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

#include "server/app/private_server.h"
#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"
#include "tests/tools/processes.h"
#include "tests/tools/time_limit.h"

// Tournaments with a program that tries to learn secrets, to reach the network and other processes, and to write files.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;
using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

// A TCP port of this machine on which the test listens.
class ListeningPort {
 public:
  ListeningPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_.number(), reinterpret_cast<const sockaddr*>(&address), size);
    ::listen(socket_.number(), SOMAXCONN);
    ::getsockname(socket_.number(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  int port() const { return port_; }

 private:
  base::Descriptor socket_;
  int port_ = 0;
};

// A file of the system, which programs see unless it is hidden.
const std::string kHiddenInSystem = "/usr/share/common-licenses/GPL-3";

// More connections than the server has places.
const std::string kCrowd = "crowd=40";

// A folder with the plan, the run, and two programs: that of eve, which is hostile, lies in the folder itself and sees
// it by default, and that of bob lies in a folder below. Another folder is outside of what any program sees.
class HostilePlayer : public testing::Test {
 protected:
  HostilePlayer() {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::canonical(testing::TempDir()) / name;
    outside_ = fs::canonical(testing::TempDir()) / (name + "-outside");
    mark_ = "leave_child=" + name + std::to_string(getpid());
    for (const fs::path& folder : {folder_, outside_}) {
      fs::remove_all(folder);
      fs::create_directories(folder);
    }
    fs::create_directories(folder_ / "bob");
    fs::copy_file(tests::program_path("host_player"), folder_ / "eve");
    fs::copy_file(tests::program_path("host_player"), folder_ / "bob" / "bob");
    for (const fs::path& file : {folder_ / "own", folder_ / "bob" / "weights", outside_ / "secret"}) {
      std::ofstream(file) << "content";
    }
    std::ofstream(folder_ / "cup.json") << plan_text();
  }
  ~HostilePlayer() override {
    fs::remove_all(folder_);
    fs::remove_all(outside_);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::vector<std::string> secrets() const {
    return {"read=" + path("cup.json"), "read=" + path("cup.run/plan.json"),      "read=" + path("bob/weights"),
            "read=" + path("bob/bob"),  "read=" + (outside_ / "secret").string(), "read=" + kHiddenInSystem};
  }
  // Everything that an isolated program cannot do.
  std::vector<std::string> attacks() const {
    std::vector<std::string> all = secrets();
    const std::string us = std::to_string(getpid());
    for (const std::string& more :
         {"connect=" + std::to_string(listener_.port()), "see=" + us, "signal=" + us, "write=" + path("written"),
          "write=" + path("own"), "write=" + path("cup.run/written"), "write=" + (outside_ / "written").string(),
          kCrowd}) {
      all.push_back(more);
    }
    return all;
  }
  // Everything that each program can do.
  std::vector<std::string> allowed() const {
    return {"read=" + path("own"), "read=" + path("eve"), "write=/tmp/" + mark_, mark_};
  }

  std::string plan_text() const {
    std::vector<std::string> words{path("eve"), "hostile"};
    for (const std::string& word : allowed()) words.push_back(word);
    for (const std::string& word : attacks()) words.push_back(word);
    const json players = {{{"name", "eve"}, {"exec", words}}, {{"name", "bob"}, {"exec", {path("bob/bob"), "honest"}}}};
    return json({{"name", "cup"}, {"seed", 7}, {"pairs", 1}, {"think_seconds", 60}, {"players", players}}).dump();
  }

  bool play(const std::optional<processes::Isolation>& isolation) {
    return app::play_on_private_server(plan_, folder_ / "cup.run",
                                       {.jobs = 2,
                                        .should_stop = [] { return false; },
                                        .on_progress = [](const tournament::TournamentProgress&) {},
                                        .log = [this](const std::string& line) { log_ += line + "\n"; },
                                        .programs = programs_,
                                        .isolation = isolation});
  }

  // The words of all attempts of eve with this result.
  std::set<std::string> attempts(const fs::path& run, const std::string& result) const {
    std::set<std::string> words;
    for (const auto& file : fs::directory_iterator(run / "logs")) {
      std::istringstream lines(base::read_text_file(file.path()));
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(result + ": ")) words.insert(line.substr(result.size() + 2));
      }
    }
    return words;
  }

  void expect_played_to_its_end(const fs::path& run) {
    const tournament::VerificationReport verified = tournament::verify_tournament(plan_, run);
    EXPECT_THAT(verified.faults, testing::IsEmpty());
    EXPECT_EQ(verified.games, 2U);
    tournament::TournamentSnapshot snapshot = tournament::read_snapshot(plan_, run);
    for (const json& standing : json::parse(tournament::report_json(snapshot, {}))["standings"]) {
      for (const char* cause : {"time", "crashed", "disconnected", "illegal"}) {
        EXPECT_FALSE(standing["lost_by"].contains(cause)) << standing["player"] << " lost by " << cause;
      }
    }
  }

  const PlayerPrograms programs_{.supervisor = tests::program_path("rensa-keeper"), .worker = "", .bridge = ""};
  const ListeningPort listener_;
  fs::path folder_;
  fs::path outside_;
  std::string mark_;
  tournament::TournamentPlan plan_ = {};
  std::string log_;
};

TEST_F(HostilePlayer, IsolationMakesItsAttacksFailAndItsGamesGoOn) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  plan_ = tournament::test::plan_of(plan_text());
  const processes::Isolation isolation{.hidden = {path("cup.json"), fs::path(kHiddenInSystem).parent_path().string()}};
  app::check_private_server(plan_, programs_, isolation);
  ASSERT_TRUE(play(isolation)) << log_;
  expect_played_to_its_end(folder_ / "cup.run");
  EXPECT_THAT(attempts(folder_ / "cup.run", "failed"), UnorderedElementsAreArray(attacks()));
  EXPECT_THAT(attempts(folder_ / "cup.run", "done"), UnorderedElementsAreArray(allowed()));
  EXPECT_EQ(rensa::test::processes_with(mark_), 0);
  EXPECT_FALSE(fs::exists("/tmp/" + mark_)) << "its /tmp is another one";
  EXPECT_EQ(base::read_text_file(folder_ / "own"), "content");
}

// The same program without isolation: so the test above can fail.
TEST_F(HostilePlayer, WithoutIsolationItsAttacksSucceed) {
  plan_ = tournament::test::plan_of(plan_text());
  ASSERT_TRUE(play(std::nullopt)) << log_;
  expect_played_to_its_end(folder_ / "cup.run");
  EXPECT_THAT(attempts(folder_ / "cup.run", "failed"), testing::IsEmpty());
  std::vector<std::string> all = attacks();
  for (const std::string& word : allowed()) all.push_back(word);
  EXPECT_THAT(attempts(folder_ / "cup.run", "done"), UnorderedElementsAreArray(all));
  EXPECT_EQ(rensa::test::processes_with(mark_), 0) << "the supervisor needs no isolation for that";
  fs::remove("/tmp/" + mark_);
}

TEST_F(HostilePlayer, SeesOnlyTheFilesThatThePlanNames) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  json plan = json::parse(plan_text());
  plan["players"][0]["files"] = {path("bob/weights")};
  plan_ = tournament::test::plan_of(plan.dump());
  ASSERT_TRUE(play(processes::Isolation{})) << log_;
  const std::set<std::string> done = attempts(folder_ / "cup.run", "done");
  EXPECT_TRUE(done.contains("read=" + path("bob/weights")));
  EXPECT_TRUE(done.contains("read=" + path("eve"))) << "the program itself is always seen";
  EXPECT_FALSE(done.contains("read=" + path("own")));
  EXPECT_FALSE(done.contains("read=" + path("bob/bob")));
}

TEST_F(HostilePlayer, IsIsolatedOnAServer) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  json plan = json::parse(plan_text());
  const fs::path run = folder_ / "tournaments" / "cup";
  for (const char* attempt : {"guest=fan", "guest="}) plan["players"][0]["exec"].push_back(attempt);
  plan["players"][0]["exec"].push_back("read=" + (run / "plan.json").string());
  plan["players"][0]["exec"].push_back("read=" + (run / "journal.jsonl").string());
  test::Server server(folder_, std::string("bwrap"));
  ASSERT_EQ(server.start(plan.dump()), "cup");
  const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  const auto is_over = [&] {
    return server.with([](TournamentRegistry& all) {
      return all.find("cup")->state() == RunState::over && all.find("cup")->is_all_saved();
    });
  };
  while (!is_over() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(10ms);
  ASSERT_TRUE(is_over());
  const std::set<std::string> done = attempts(run, "done");
  EXPECT_TRUE(done.contains("read=" + path("own")));
  EXPECT_TRUE(done.contains("read=" + path("cup.json"))) << "a server does not know this copy of the plan";
  EXPECT_FALSE(done.contains("read=" + (run / "plan.json").string()));
  EXPECT_FALSE(done.contains("read=" + (run / "journal.jsonl").string()));
  EXPECT_FALSE(done.contains("read=" + path("bob/weights")));
  EXPECT_TRUE(attempts(run, "failed").contains("read=" + (run / "journal.jsonl").string()));
  for (const std::string& attempt : {std::string("guest=fan"), std::string("guest="), kCrowd}) {
    EXPECT_TRUE(attempts(run, "failed").contains(attempt)) << attempt;
    EXPECT_FALSE(done.contains(attempt)) << attempt;
  }
  plan_ = tournament::test::plan_of(plan.dump());
  expect_played_to_its_end(run);
}

TEST_F(HostilePlayer, APrivateServerRefusesIfItCannotIsolate) {
  plan_ = tournament::test::plan_of(plan_text());
  const auto refusal = [&](const processes::Isolation& isolation) {
    try {
      app::check_private_server(plan_, programs_, isolation);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string missing = refusal({.isolator = "/nowhere/bwrap"});
  EXPECT_THAT(missing, testing::StartsWith("there is no program /nowhere/bwrap. Install Debian's package bubblewrap"));
  EXPECT_THAT(missing, HasSubstr("--exec-isolation none"));
  std::ofstream(folder_ / "bwrap") << "#!/bin/sh\necho 'bwrap: no user namespaces'\nexit 1\n";
  fs::permissions(folder_ / "bwrap", fs::perms::owner_all);
  const std::string failing = refusal({.isolator = path("bwrap")});
  EXPECT_THAT(failing, HasSubstr("cannot isolate a program on this machine: bwrap: no user namespaces. Install"));
  EXPECT_THAT(failing, HasSubstr("--exec-isolation none"));
  EXPECT_THAT(refusal({.hidden = {folder_.string()}}), HasSubstr("eve: an isolated program cannot see"));
  app::check_private_server(plan_, programs_, std::nullopt);
}

// Also if bubblewrap vanishes after the check, no program runs without isolation.
TEST_F(HostilePlayer, NoProgramRunsIfIsolationFailsDuringTheRun) {
  plan_ = tournament::test::plan_of(plan_text());
  EXPECT_THAT([&] { play(processes::Isolation{.isolator = "/nowhere/bwrap"}); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("too many games in a row were void")));
  EXPECT_THAT(log_, HasSubstr("could not be started: its isolation"));
  EXPECT_THAT(attempts(folder_ / "cup.run", "done"), testing::IsEmpty());
  EXPECT_THAT(attempts(folder_ / "cup.run", "failed"), testing::IsEmpty());
}

TEST_F(HostilePlayer, AServerRefusesIfItCannotIsolate) {
  json plan = json::parse(plan_text());
  plan["pairs"] = 1000;
  {
    test::Server server(folder_, std::string("/nowhere/bwrap"));
    EXPECT_THAT(server.log(), testing::Contains(HasSubstr("event=programs_not_isolated")));
    const auto answer = server.ask_to_start(plan.dump());
    ASSERT_TRUE(std::holds_alternative<Refusal>(answer));
    EXPECT_THAT(std::get<Refusal>(answer).text, HasSubstr("there is no program /nowhere/bwrap. Install Debian's"));
    EXPECT_THAT(std::get<Refusal>(answer).text, HasSubstr("set exec_isolation to none"));
    const auto built_in = server.ask_to_start(R"({"players": ["random", "greedy"]})");
    EXPECT_TRUE(std::holds_alternative<std::string>(built_in)) << "players of ours are not isolated";
  }
  {
    test::Server server(folder_);
    ASSERT_EQ(server.start(plan.dump()), "cup");
  }
  test::Server server(folder_, std::string("/nowhere/bwrap"));
  EXPECT_EQ(server.with([](TournamentRegistry& all) { return all.find("cup")->state(); }), RunState::paused);
  EXPECT_THAT(server.log(), testing::Contains(HasSubstr("tournament_paused")));
  const auto refusal = server.control("cup", "resume");
  ASSERT_TRUE(refusal);
  EXPECT_THAT(refusal->text, HasSubstr("exec_isolation"));
}

}  // namespace
}  // namespace rensa::live_tournaments
