#include <array>
#include <csignal>
#include <cstdio>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/clients/worker/fake_server.h"

namespace rensa::worker {
namespace {

using test::FakeMatch;
using test::FakePeer;
using test::FakeServer;
using testing::HasSubstr;
using testing::StartsWith;

// A program that runs beside the test; stdout and stderr go into one text.
class Program {
 public:
  Program(const std::string& path, std::vector<std::string> words) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    words.insert(words.begin(), path);
    child_ = fork();
    if (child_ == 0) {
      std::vector<char*> pointers;
      for (std::string& word : words) pointers.push_back(word.data());
      pointers.push_back(nullptr);
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      execv(path.c_str(), pointers.data());
      _exit(127);
    }
    close(ends[1]);
    out_ = ends[0];
  }
  ~Program() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      finish();
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return child_; }
  int finish() {
    std::array<char, 4096> piece{};
    for (ssize_t count = 0; (count = read(out_, piece.data(), piece.size())) > 0;) {
      text.append(piece.data(), static_cast<std::size_t>(count));
    }
    close(out_);
    int status = 0;
    waitpid(std::exchange(child_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::string text;

 private:
  pid_t child_ = -1;
  int out_ = -1;
};

std::vector<proto::Decide> decisions(FakeServer& server, std::uint64_t match_id) {
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(match_id, duel::Seat::one, {});
  peer.say(match.start());
  peer.say(match.game_start());
  std::vector<proto::Decide> all;
  for (int i = 0; i < 8; ++i) {
    peer.say(match.next_choice());
    all.push_back(peer.expect<proto::Decide>());
    match.take(all.back());
    all.back().match = {};
  }
  peer.say(match.game_end(duel::Seat::one));
  peer.say(match.end());
  EXPECT_FALSE(peer.hear());
  return all;
}

struct Result {
  int exit_code;
  std::string text;
};

Result run(const std::vector<std::string>& words) {
  Program program(RENSA_WORKER, words);
  const int exit_code = program.finish();
  return {exit_code, program.text};
}

TEST(Worker, PlaysAndSumsUp) {
  FakeServer server;
  Program program(RENSA_WORKER, {"--server", server.address(), "--token", "t", "--player", "greedy", "--matches", "1"});
  decisions(server, 5);
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("match 5 one - two as one: 1 won, 0 drawn, 0 lost\n"));
  EXPECT_THAT(program.text, HasSubstr("1 matches: 1 won, 0 drawn, 0 lost\n"));
}

TEST(Worker, PlaysWithTheOptionsOfItsPlayer) {
  std::array<std::vector<proto::Decide>, 3> played;
  const std::array<std::string, 3> players{"gaze:nodes=300", "gaze:nodes=300", "gaze:nodes=60000"};
  for (std::size_t i = 0; i < players.size(); ++i) {
    FakeServer server;
    Program program(RENSA_WORKER,
                    {"--server", server.address(), "--player", players[i], "--matches", "1", "--seed", "1"});
    played[i] = decisions(server, 5);
    EXPECT_EQ(program.finish(), 0);
  }
  EXPECT_EQ(played[0], played[1]);
  EXPECT_NE(played[0], played[2]);
}

TEST(Worker, SameSeedPlaysTheSame) {
  std::array<std::vector<proto::Decide>, 3> played;
  const std::array<std::string, 3> seeds{"1", "1", "2"};
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    FakeServer server;
    Program program(RENSA_WORKER, {"--server", server.address(), "--player", "random", "--matches", "1", "--seed",
                                   seeds[i], "--quiet"});
    played[i] = decisions(server, 5 + i);
    EXPECT_EQ(program.finish(), 0);
    EXPECT_EQ(program.text.find("match 5"), std::string::npos);
  }
  EXPECT_EQ(played[0], played[1]);
  EXPECT_NE(played[0], played[2]);
}

TEST(Worker, StandsBackOnTheServersHost) {
  FakeServer server;
  Program program(RENSA_WORKER, {"--server", server.address(), "--player", "greedy"});
  FakePeer peer = server.accept();
  peer.greet();
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(program.id())), 10);
}

TEST(Worker, SignalEndsItPolitely) {
  FakeServer server;
  Program program(RENSA_WORKER, {"--server", server.address(), "--player", "greedy"});
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  kill(program.id(), SIGTERM);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("0 matches"));
}

TEST(Worker, SecondSignalEndsItAtOnce) {
  FakeServer server;
  Program program(RENSA_WORKER, {"--server", server.address(), "--player", "greedy"});
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  peer.say(match.start());
  peer.say(match.game_start());
  peer.say(match.next_choice());
  peer.expect<proto::Decide>();
  kill(program.id(), SIGINT);
  EXPECT_EQ(peer.expect<proto::Leave>().match, proto::MatchId{5});
  kill(program.id(), SIGINT);
  EXPECT_EQ(program.finish(), 128 + SIGINT);
}

TEST(Worker, AsksForTheTermsOfItsOptions) {
  FakeServer server;
  const Program program(RENSA_WORKER, {"--server", server.address(), "--player", "greedy", "--charge", "fixed:6",
                                       "--games", "3", "--clock", "virtual", "--name", "Ringo"});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().name, "Ringo");
  const proto::Terms terms{"tsu-1", proto::Clock::virtual_time, proto::Charge::fixed, 6, 3};
  EXPECT_EQ(peer.expect<proto::QuickMatch>().terms, terms);
}

TEST(Worker, WrongCallIsAnsweredInALine) {
  const std::vector<std::string> good{"--server", "localhost:1", "--player", "greedy"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
      {"--player is required", {"--server", "localhost:1"}},
      {"no player best; there are random, greedy", {"--server", "localhost:1", "--player", "best"}},
      {"HOST:PORT", {"--server", "nowhere", "--player", "greedy"}},
      {"greedy does not take nodes; greedy has no options", {"--server", "localhost:1", "--player", "greedy:nodes=3"}},
      {"nodes has to be a number", {"--server", "localhost:1", "--player", "gaze:nodes=few"}},
      {"/no/such.json: there is no such file", {"--server", "localhost:1", "--player", "gaze:weights=/no/such.json"}},
      {"there is no tsu-9", {"--ruleset", "tsu-9"}},
      {"is not played by turns", {"--clock", "turns"}},
      {"is played by turns", {"--ruleset", "jaist-1", "--clock", "real"}},
      {"fixed:N", {"--charge", "fixed:0"}},
      {"fixed:N", {"--charge", "fixed:6x"}},
      {"--clock virtual only", {"--charge", "measured", "--clock", "real"}},
      {"--nice", {"--nice", "-5"}},
      {"excludes", {"--token", "a", "--token-file", "b"}},
  };
  for (const auto& [why, extra] : wrong) {
    std::vector<std::string> words = extra;
    if (extra[0] != "--server") words.insert(words.begin(), good.begin(), good.end());
    const Result result = run(words);
    EXPECT_EQ(result.exit_code, 2) << why;
    EXPECT_THAT(result.text, StartsWith("rensa-worker: "));
    EXPECT_THAT(result.text, HasSubstr(why));
    EXPECT_EQ(result.text.find('\n'), result.text.size() - 1) << result.text;
  }
}

TEST(Worker, TokenFileThatIsNotThereIsNamed) {
  const Result result = run({"--server", "localhost:1", "--player", "greedy", "--token-file", "/no/such/file"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.text, "rensa-worker: no token can be read from /no/such/file\n");
}

TEST(Worker, TellsItsVersionAndItsOptions) {
  EXPECT_THAT(run({"--version"}).text, StartsWith("rensa-worker "));
  EXPECT_THAT(run({"--help"}).text, HasSubstr("--token-file"));
  EXPECT_EQ(run({"--help"}).exit_code, 0);
}

TEST(ExampleBot, PlaysAMatch) {
  FakeServer server;
  Program program(RENSA_EXAMPLE_BOT, {server.address(), "token"});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "token");
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  peer.say(match.start());
  peer.say(match.game_start());
  for (int i = 0; i < 8; ++i) {
    peer.say(match.next_choice());
    match.take(peer.expect<proto::Decide>());
  }
  peer.say(match.game_end(duel::Seat::one));
  peer.say(match.end());
  peer.expect<proto::QuickMatch>();
  kill(program.id(), SIGINT);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("1 won, 0 drawn, 0 lost"));
}

}  // namespace
}  // namespace rensa::worker
