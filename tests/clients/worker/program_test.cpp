#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include "tests/clients/session/fake_server.h"
#include "tests/clients/session/running.h"
#include "tests/tools/paths.h"

namespace rensa::worker {
namespace {

using session::test::FakeMatch;
using session::test::FakePeer;
using session::test::FakeServer;
using session::test::Running;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Plays a game of this match up to the eighth choice. Returns the decisions without the parts that
// differ between matches.
std::vector<proto::Decide> choices(FakePeer& peer, std::uint64_t id, duel::Seat seat,
                                   std::optional<std::uint64_t> chance) {
  FakeMatch match(id, seat, {});
  peer.say(match.start());
  proto::GameStart start = match.game_start();
  start.chance = chance;
  peer.say(start);
  std::vector<proto::Decide> all;
  for (int i = 0; i < 8; ++i) {
    peer.say(match.next_choice());
    all.push_back(peer.expect<proto::Decide>());
    match.take(all.back());
    all.back().match = {};
    all.back().id = {};
  }
  peer.say(match.game_end(duel::Seat::one));
  peer.say(match.end());
  return all;
}

// Plays the only match of a client until the client closes the connection.
std::vector<proto::Decide> decisions(FakeServer& server, std::uint64_t match_id) {
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  std::vector<proto::Decide> all = choices(peer, match_id, duel::Seat::one, std::nullopt);
  EXPECT_FALSE(peer.hear());
  return all;
}

// Sets the environment as a host does for a program that it starts.
class Invited {
 public:
  Invited(const std::string& server, const std::string& token) {
    setenv("RENSA_SERVER", server.c_str(), 1);
    setenv("RENSA_TOKEN", token.c_str(), 1);
  }
  ~Invited() {
    unsetenv("RENSA_SERVER");
    unsetenv("RENSA_TOKEN");
  }
  Invited(const Invited&) = delete;
  Invited& operator=(const Invited&) = delete;
};

struct Result {
  int exit_code;
  std::string text;
};

Result run(std::vector<std::string> words) {
  words.insert(words.begin(), tests::program_path("rensa-worker"));
  Running program(std::move(words));
  const int exit_code = program.finish();
  return {exit_code, program.text};
}

TEST(Worker, PlaysAndSumsUp) {
  FakeServer server;
  Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--token", "t", "--player",
                   "greedy", "--matches", "1"});
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
    Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", players[i],
                     "--matches", "1", "--seed", "1"});
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
    Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "random",
                     "--matches", "1", "--seed", seeds[i], "--quiet"});
    played[i] = decisions(server, 5 + i);
    EXPECT_EQ(program.finish(), 0);
    EXPECT_EQ(program.text.find("match 5"), std::string::npos);
  }
  EXPECT_EQ(played[0], played[1]);
  EXPECT_NE(played[0], played[2]);
}

TEST(Worker, LowersItsPriorityOnTheServersHost) {
  FakeServer server;
  Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "greedy"});
  FakePeer peer = server.accept();
  peer.greet();
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(program.id())), 10);
}

TEST(Worker, SignalEndsItPolitely) {
  FakeServer server;
  Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "greedy"});
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  kill(program.id(), SIGTERM);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("0 matches"));
}

TEST(Worker, AsksForTheTermsOfItsOptions) {
  FakeServer server;
  const Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "greedy",
                         "--charge", "fixed:6", "--games", "3", "--clock", "virtual", "--name", "Ringo"});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().name, "Ringo");
  const proto::Terms terms{"tsu-1", proto::Clock::virtual_time, proto::ThinkingCost::fixed, 6, 3};
  EXPECT_EQ(peer.expect<proto::QuickMatch>().terms, terms);
}

TEST(Worker, PlaysForAHostThatStartsItWithoutArguments) {
  FakeServer server;
  const Invited invited(server.address(), "cup");
  Running program({tests::program_path("rensa-worker"), "--player", "greedy"});
  FakePeer peer = server.accept();
  const proto::Hello hello = peer.greet({"arranged"});
  EXPECT_EQ(hello.token, "cup");
  EXPECT_THAT(hello.features, ElementsAre("arranged:1:bound", "messages", testing::StartsWith("client:")));
  choices(peer, 5, duel::Seat::two, 1);
  choices(peer, 6, duel::Seat::two, 2);
  peer.expect_silence();
  kill(program.id(), SIGTERM);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("waits for matches that are arranged\n"));
  EXPECT_THAT(program.text, HasSubstr("2 matches: 0 won, 0 drawn, 2 lost\n"));
}

TEST(Worker, OrdinaryTokenOfTheEnvironmentPlaysQuickMatches) {
  FakeServer server;
  const Invited invited(server.address(), "mine");
  const Running program({tests::program_path("rensa-worker"), "--player", "greedy"});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "mine");
  peer.expect<proto::QuickMatch>();
}

TEST(Worker, OptionsGoBeforeTheEnvironment) {
  FakeServer server;
  const Invited invited("nowhere", "cup");
  const Running program(
      {tests::program_path("rensa-worker"), "--player", "greedy", "--server", server.address(), "--token", "mine"});
  EXPECT_EQ(server.accept().greet().token, "mine");
  EXPECT_EQ(run({"--player", "greedy", "--server", "localhost:1", "--token-file", "/no/such/file"}).text,
            "rensa-worker: no token can be read from /no/such/file\n");
}

TEST(Worker, ArrangedOffersItsSlotsAndAsksForNothing) {
  FakeServer server;
  Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "greedy",
                   "--arranged", "--slots", "4"});
  FakePeer peer = server.accept();
  EXPECT_THAT(peer.greet().features, ElementsAre("arranged:4"));
  choices(peer, 5, duel::Seat::two, std::nullopt);
  peer.expect_silence();
}

TEST(Worker, OpenTakesChallengesOfAnyTermsAndAsksForNothing) {
  FakeServer server;
  Running program(
      {tests::program_path("rensa-worker"), "--server", server.address(), "--player", "greedy", "--open", "4"});
  FakePeer peer = server.accept();
  EXPECT_THAT(peer.greet().features, ElementsAre("arranged:4:bound", "open:4", "advises:4"));
  choices(peer, 5, duel::Seat::two, std::nullopt);
  peer.expect_silence();
}

TEST(Worker, SameChanceChoosesTheSameInAnyOrderOfMatches) {
  using Order = std::vector<std::optional<std::uint64_t>>;
  constexpr auto kNone = std::nullopt;
  const auto played = [](const Order& order, const std::string& seed) {
    FakeServer server;
    const Running program({tests::program_path("rensa-worker"), "--server", server.address(), "--player", "random",
                           "--arranged", "--seed", seed});
    FakePeer peer = server.accept();
    peer.greet();
    std::vector<std::vector<proto::Decide>> all;
    for (std::size_t i = 0; i < order.size(); ++i) all.push_back(choices(peer, 90 - i, duel::Seat::two, order[i]));
    return all;
  };
  const auto one = played({7, kNone, 0, kNone}, "1");
  const auto two = played({0, kNone, 7, 7}, "2");
  EXPECT_EQ(one[0], two[2]);
  EXPECT_EQ(one[0], two[3]);
  EXPECT_EQ(one[2], two[0]);
  EXPECT_NE(one[0], one[2]);
  EXPECT_NE(one[1], two[1]) << "of the seeds";
  // Those that bring their own chance are not counted among the others.
  const auto without = played({kNone, kNone}, "1");
  EXPECT_EQ(without[0], one[1]);
  EXPECT_EQ(without[1], one[3]);
}

TEST(Worker, ArrangedLeavesTheTermsToTheHost) {
  const std::vector<std::vector<std::string>> terms{
      {"--matches", "1"}, {"--games", "1"}, {"--clock", "real"}, {"--charge", "none"}, {"--ruleset", "tsu-1"}};
  for (const std::vector<std::string>& option : terms) {
    const Result result = run({"--server", "localhost:1", "--player", "greedy", "--arranged", option[0], option[1]});
    EXPECT_EQ(result.exit_code, 2) << option[0];
    EXPECT_THAT(result.text, HasSubstr("excludes"));
  }
}

TEST(Worker, MissingServerIsAWrongCall) {
  const Result result = run({"--player", "greedy"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.text, "rensa-worker: --server is required where RENSA_SERVER does not say it\n");
}

TEST(Worker, WrongCallIsRefusedInOneLine) {
  const std::vector<std::string> good{"--server", "localhost:1", "--player", "greedy"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
      {"--player is required", {"--server", "localhost:1"}},
      {"no player best; there are random, greedy", {"--server", "localhost:1", "--player", "best"}},
      {"HOST:PORT", {"--server", "nowhere", "--player", "greedy"}},
      {"greedy does not take nodes; greedy has no options", {"--server", "localhost:1", "--player", "greedy:nodes=3"}},
      {"nodes has to be a number", {"--server", "localhost:1", "--player", "gaze:nodes=few"}},
      {"/no/such.json: there is no such file", {"--server", "localhost:1", "--player", "gaze:weights=/no/such.json"}},
      {"tsu-9: neither a file nor one of tsu-1", {"--ruleset", "tsu-9"}},
      {"is not played by turns", {"--clock", "turns"}},
      {"is played by turns", {"--ruleset", "jaist-1", "--clock", "real"}},
      {"fixed:N", {"--charge", "fixed:0"}},
      {"fixed:N", {"--charge", "fixed:6x"}},
      {"--clock virtual only", {"--charge", "measured", "--clock", "real"}},
      {"--nice", {"--nice", "-5"}},
      {"excludes", {"--token", "a", "--token-file", "b"}},
      {"--token-file: the name of a file is needed", {"--token-file", ""}},
      {"--token-file needs a value", {"--token-file="}},
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

TEST(Worker, PrintsItsVersionAndItsOptions) {
  EXPECT_THAT(run({"--version"}).text, StartsWith("rensa-worker "));
  EXPECT_THAT(run({"--help"}).text, HasSubstr("--token-file"));
  EXPECT_EQ(run({"--help"}).exit_code, 0);
}

TEST(ExampleBot, PrintsItsVersionAndItsUsage) {
  const auto ends = [](const std::string& flag, int exit_code) {
    Running program({tests::program_path("rensa-example-bot"), flag});
    EXPECT_EQ(program.finish(), exit_code) << flag;
    return program.text;
  };
  const std::string worker = run({"--version"}).text;  // "rensa-worker 1.2.3 (commit ..."
  const std::size_t number = worker.find(' ') + 1;
  EXPECT_EQ(ends("--version", 0),
            "rensa-example-bot " + worker.substr(number, worker.find(' ', number) - number) + "\n");
  EXPECT_THAT(ends("--help", 0), StartsWith("usage: rensa-example-bot "));
  EXPECT_THAT(ends("--port", 2), StartsWith("usage: rensa-example-bot "));
}

TEST(ExampleBot, PlaysAMatch) {
  FakeServer server;
  Running program({tests::program_path("rensa-example-bot"), server.address(), "token"});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "token");
  peer.expect<proto::QuickMatch>();
  choices(peer, 5, duel::Seat::one, std::nullopt);
  peer.expect<proto::QuickMatch>();
  kill(program.id(), SIGINT);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("1 won, 0 drawn, 0 lost"));
}

TEST(ExampleBot, PlaysAsAGuestWithoutAToken) {
  FakeServer server;
  Running program({tests::program_path("rensa-example-bot"), server.address()});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "");
  peer.expect<proto::QuickMatch>();
  kill(program.id(), SIGINT);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
}

TEST(ExampleBot, SaysThatNoServerIsGiven) {
  Running program({tests::program_path("rensa-example-bot")});
  EXPECT_EQ(program.finish(), 1);
  EXPECT_THAT(program.text, HasSubstr("no server is given, and RENSA_SERVER names none"));
}

TEST(ExampleBot, PlaysForAHostThatStartsIt) {
  FakeServer server;
  const Invited invited(server.address(), "cup");
  Running program({tests::program_path("rensa-example-bot")});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet({"arranged"}).token, "cup");
  choices(peer, 5, duel::Seat::two, 1);
  kill(program.id(), SIGINT);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(program.finish(), 0);
  EXPECT_THAT(program.text, HasSubstr("0 won, 0 drawn, 1 lost"));
}

}  // namespace
}  // namespace rensa::worker
