#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "tests/clients/session/fake_server.h"
#include "tests/clients/session/running.h"
#include "tests/tools/paths.h"

// The bridge as a host starts it, with a server that the test plays, and a program that knows nothing of Rensa.

namespace rensa::bridge {
namespace {

using session::test::count;
using session::test::FakeMatch;
using session::test::FakePeer;
using session::test::FakeServer;
using session::test::Running;
using testing::ElementsAre;
using testing::HasSubstr;

class ArrangedBridge : public testing::Test {
 protected:
  ArrangedBridge() {
    std::string name = (std::filesystem::temp_directory_path() / "rensa-arranged-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("RENSA_FAKE_LOG", (folder_ / "fake.log").c_str(), 1);
    setenv("RENSA_FAKE_MODE", "play", 1);
  }
  ~ArrangedBridge() override {
    unsetenv("RENSA_SERVER");
    unsetenv("RENSA_TOKEN");
    std::filesystem::remove_all(folder_);
  }
  // The notes of the program.
  std::string log() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "fake.log").rdbuf();
    return text.str();
  }

  FakeServer server;

 private:
  std::filesystem::path folder_;
};

// A match of one game, frame by frame, against an opponent that does nothing and chokes.
void play(FakePeer& peer, std::uint64_t id) {
  FakeMatch match(id, duel::Seat::two, {});
  peer.say(match.start());
  proto::GameStart start = match.game_start();
  start.chance = 7;
  peer.say(start);
  for (proto::Update update = match.opening(); !match.is_over(); update = match.next_frame()) {
    peer.say(update);
    const auto decide = peer.expect<proto::Decide>();
    if (decide.match != proto::MatchId{id}) return;
    match.take(decide);
  }
  peer.say(match.last_update());
  peer.say(match.game_end(duel::Seat::two));
  peer.say(match.end());
}

TEST_F(ArrangedBridge, PlaysOneMatchAfterTheOtherWithOneProgram) {
  setenv("RENSA_SERVER", server.address().c_str(), 1);
  setenv("RENSA_TOKEN", "cup", 1);
  Running bridge({tests::program_path("rensa-bridge"), "--exec", tests::program_path("rensa-fake-player"),
                  "--think-seconds", "300"});
  FakePeer peer = server.accept();
  const proto::Hello hello = peer.greet({"arranged"});
  EXPECT_EQ(hello.token, "cup");
  EXPECT_THAT(hello.features, ElementsAre("arranged:1:frames:bound", testing::StartsWith("client:")));
  play(peer, 5);
  play(peer, 6);
  peer.expect_silence();
  kill(bridge.id(), SIGTERM);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, HasSubstr("2 matches: "));
  EXPECT_THAT(bridge.text, HasSubstr(", 0 refused; answers: 0 late, 0 without an ID"));
  EXPECT_EQ(count(log(), "CALLED Player2"), 1) << log();
  EXPECT_EQ(count(log(), "END 1 "), 2) << log();
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(ArrangedBridge, ArrangedOffersOneMatchAndAsksForNone) {
  Running bridge({tests::program_path("rensa-bridge"), "--server", server.address(), "--exec",
                  tests::program_path("rensa-fake-player"), "--arranged"});
  FakePeer peer = server.accept();
  EXPECT_THAT(peer.greet().features, ElementsAre("arranged:1:frames"));
  peer.expect_silence();
}

TEST_F(ArrangedBridge, OrdinaryTokenOfTheEnvironmentPlaysQuickMatches) {
  setenv("RENSA_SERVER", server.address().c_str(), 1);
  setenv("RENSA_TOKEN", "mine", 1);
  Running bridge({tests::program_path("rensa-bridge"), "--exec", tests::program_path("rensa-fake-player")});
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "mine");
  EXPECT_EQ(peer.expect<proto::QuickMatch>().subscription, proto::Subscription::frames);
}

TEST_F(ArrangedBridge, ArrangedLeavesTheTermsToTheHost) {
  const std::vector<std::vector<std::string>> terms{
      {"--matches", "1"}, {"--games", "1"}, {"--clock", "real"}, {"--ruleset", "tsu-1"}};
  for (const std::vector<std::string>& option : terms) {
    Running bridge({tests::program_path("rensa-bridge"), "--server", "localhost:1", "--exec", "/bin/true", "--arranged",
                    option[0], option[1]});
    EXPECT_EQ(bridge.finish(), 2) << option[0];
    EXPECT_THAT(bridge.text, HasSubstr("excludes"));
  }
}

TEST_F(ArrangedBridge, MissingServerIsAWrongCall) {
  Running bridge({tests::program_path("rensa-bridge"), "--exec", "/bin/true"});
  EXPECT_EQ(bridge.finish(), 2);
  EXPECT_EQ(bridge.text, "rensa-bridge: --server is required where RENSA_SERVER does not say it\n");
}

}  // namespace
}  // namespace rensa::bridge
