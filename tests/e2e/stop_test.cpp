#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>
#include <variant>

#include "server/base/exit_code.h"
#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Tests of a server that is stopped, stopped at once, or killed.

namespace rensa::e2e {
namespace {

// A session in the lobby that does not play.
class Guest {
 public:
  explicit Guest(const Server& server) : wire_(Speech::tcp, server.port(Speech::tcp)) {
    wire_.send(proto::Hello{});
    EXPECT_TRUE(hears<proto::Welcome>());
  }

  void say(const proto::ClientMessage& message) { wire_.send(message); }

  template <typename Message>
  std::optional<Message> hears() {
    while (const auto message = wire_.next(Clock::now() + test::kTimeLimit)) {
      if (const auto* wanted = std::get_if<Message>(&*message)) return *wanted;
    }
    return std::nullopt;
  }

 private:
  Wire wire_;
};

bool plays(const Server& server, int matches) {
  return becomes_true([&] { return server.get_json("/api/v1/matches")["count"] == matches; });
}

TEST(Stop, ADrainingServerFinishesMatchesAndStartsNone) {
  const TemporaryFolder scratch;
  const std::string go = scratch.file("go");
  Server server(scratch, {"--drain-seconds", "600", "--think-seconds", "300"});
  Guest guest(server);
  Fake one(scratch, server, Speech::tcp, "one", {"--wait-for", go, "--seed", "1"});
  Fake two(scratch, server, Speech::web_json, "two", {"--wait-for", go, "--seed", "2"});
  ASSERT_TRUE(plays(server, 1));
  server.process().signal(SIGINT);
  const auto drain = guest.hears<proto::Drain>();
  ASSERT_TRUE(drain);
  EXPECT_EQ(drain->seconds, 600);
  guest.say(proto::QuickMatch{});
  const auto refused = guest.hears<proto::Error>();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, proto::ErrorCode::draining);
  EXPECT_EQ(server.get("/readyz").status, 503);  // over a new connection
  EXPECT_EQ(server.get("/livez").status, 200);
  std::ofstream(go) << "go on\n";
  for (Fake* fake : {&one, &two}) {
    const Json& seen = fake->seen();
    ASSERT_EQ(seen["matches"].size(), 1U);
    EXPECT_TRUE(seen["matches"][0]["ended"]) << seen;
    EXPECT_EQ(seen["matches"][0]["cause"], Json());
  }
  EXPECT_EQ(server.process().wait(), 0);
}

TEST(Stop, MatchesThatDoNotEndInTimeAreVoided) {
  const TemporaryFolder scratch;
  Server server(scratch, {"--drain-seconds", "1"});
  Fake one(scratch, server, Speech::tcp, "one", {"--stall"});
  Fake two(scratch, server, Speech::web_json, "two", {"--stall"});
  ASSERT_TRUE(plays(server, 1));
  server.process().signal(SIGINT);
  for (Fake* fake : {&one, &two}) {
    const Json& match = fake->seen()["matches"][0];
    ASSERT_EQ(match["games"].size(), 1U);
    EXPECT_EQ(match["games"][0]["cause"], "voided");
    EXPECT_EQ(match["games"][0]["winner"], Json());
    EXPECT_EQ(match["cause"], "voided");
  }
  EXPECT_EQ(server.process().wait(), 0);
  const Server again(scratch, {});
  EXPECT_TRUE(has_sound_record(again, one.seen()["matches"][0]["games"][0]["record"]));
}

TEST(Stop, ASecondSignalDoesNotWait) {
  const TemporaryFolder scratch;
  Server server(scratch, {"--drain-seconds", "86400", "--think-seconds", "86400"});
  Guest guest(server);
  Fake one(scratch, server, Speech::tcp, "one", {"--stall"});
  Fake two(scratch, server, Speech::tcp, "two", {"--stall"});
  ASSERT_TRUE(plays(server, 1));
  server.process().signal(SIGINT);
  ASSERT_TRUE(guest.hears<proto::Drain>());
  server.process().signal(SIGINT);
  EXPECT_EQ(server.process().wait(), 0);
}

// As another program would hold the database that writes without end: takes the lock of SQLite for writers, which is a
// byte of the file beside the log.
class WriteLock {
 public:
  explicit WriteLock(const std::string& database) : descriptor_(open((database + "-shm").c_str(), O_RDWR | O_CLOEXEC)) {
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 120;
    lock.l_len = 1;
    EXPECT_EQ(fcntl(descriptor_, F_SETLKW, &lock), 0);
  }
  ~WriteLock() { close(descriptor_); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  int descriptor_;
};

// Ends a game that cannot be saved, and stops the server with these signals. It ends, and says that a game is lost.
void expect_stop_without_store(const TemporaryFolder& scratch, Server& server, int signals) {
  Fake one(scratch, server, Speech::tcp, "one", {"--resign", "--after", "0"});
  Fake two(scratch, server, Speech::tcp, "two", {"--stall"});
  const auto log = [&] { return read_text_file(scratch.file("server.log")); };
  ASSERT_TRUE(
      becomes_true([&] { return server.get("/metrics").body.find("\nrensa_games_unsaved 1\n") != std::string::npos; }));
  server.process().signal(SIGINT);
  ASSERT_TRUE(becomes_true([&] { return log().find("event=waiting_for_store games=1") != std::string::npos; }));
  if (signals == 2) server.process().signal(SIGINT);
  EXPECT_EQ(server.process().wait(), 1) << log();
  EXPECT_NE(log().find("event=games_not_saved games=1"), std::string::npos) << log();
  for (Fake* fake : {&one, &two}) {
    for (const Json& match : fake->seen()["matches"]) EXPECT_TRUE(match["games"].empty()) << match;
  }
}

TEST(Stop, AServerEndsAlsoIfItCannotSave) {
  for (const int signals : {1, 2}) {
    const TemporaryFolder scratch;
    Server server(scratch, {"--drain-seconds", signals == 1 ? "1" : "600"});
    const WriteLock lock(scratch.file("data/rensa.db"));
    expect_stop_without_store(scratch, server, signals);
  }
}

TEST(Stop, AnIdleServerStopsAtOnce) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder scratch;
    Server server(scratch, {"--drain-seconds", "86400"});
    server.process().signal(signal);
    EXPECT_EQ(server.process().wait(), 0);
  }
}

TEST(Stop, AtSigtermTheServerLeavesAtOnceAndItsMatchesGoOn) {
  const TemporaryFolder scratch;
  const Words patient{"--drain-seconds", "86400", "--think-seconds", "86400"};
  std::optional<proto::MatchStart> start;
  {
    Server server(scratch, patient);
    Guest one(server);
    Guest two(server);
    for (Guest* guest : {&one, &two}) guest->say(proto::QuickMatch{});
    start = one.hears<proto::MatchStart>();
    ASSERT_TRUE(start);
    server.process().signal(SIGTERM);
    EXPECT_TRUE(one.hears<proto::Drain>()) << "clients are told that the server stops";
    EXPECT_EQ(server.process().wait(), 0);
    EXPECT_NE(read_text_file(scratch.file("server.log")).find("event=leaving matches=1"), std::string::npos);
  }
  const Server server(scratch, patient);
  ASSERT_TRUE(plays(server, 1));
  Guest back(server);
  back.say(proto::Resume{.match = start->match, .seat = *start->seat, .token = start->token});
  const auto again = back.hears<proto::MatchStart>();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->token, start->token);
}

TEST(Stop, AtSigtermAServerThatKeepsNoMatchesDrains) {
  const TemporaryFolder scratch;
  const std::string go = scratch.file("go");
  Server server(scratch, {"--keep-matches", "0", "--drain-seconds", "600", "--think-seconds", "300"});
  Guest guest(server);
  Fake one(scratch, server, Speech::tcp, "one", {"--wait-for", go, "--seed", "1"});
  Fake two(scratch, server, Speech::tcp, "two", {"--wait-for", go, "--seed", "2"});
  ASSERT_TRUE(plays(server, 1));
  server.process().signal(SIGTERM);
  const auto drain = guest.hears<proto::Drain>();
  ASSERT_TRUE(drain);
  EXPECT_EQ(drain->seconds, 600);
  std::ofstream(go) << "go on\n";
  for (Fake* fake : {&one, &two}) EXPECT_TRUE(fake->seen()["matches"][0]["ended"]);
  EXPECT_EQ(server.process().wait(), 0);
}

TEST(Stop, TheCommandDrainLetsMatchesEndAndWaitsForTheEndOfTheServer) {
  const TemporaryFolder scratch;
  const std::string go = scratch.file("go");
  Server server(scratch, {"--drain-seconds", "600", "--think-seconds", "300"});
  Guest guest(server);
  Fake one(scratch, server, Speech::tcp, "one", {"--wait-for", go, "--seed", "1"});
  Fake two(scratch, server, Speech::tcp, "two", {"--wait-for", go, "--seed", "2"});
  ASSERT_TRUE(plays(server, 1));
  Process command({tests::program_path("rensa-server"), "drain", "--data", scratch.file("data")},
                  scratch.file("errors"));
  const auto drain = guest.hears<proto::Drain>();
  ASSERT_TRUE(drain);
  EXPECT_EQ(drain->seconds, 600);
  std::ofstream(go) << "go on\n";
  EXPECT_EQ(command.wait(), 0) << read_text_file(scratch.file("errors"));
  const Server next(scratch, {});  // the data are free
  for (Fake* fake : {&one, &two}) EXPECT_EQ(fake->seen()["matches"][0]["cause"], Json());
  EXPECT_EQ(server.process().wait(), 0);
}

// The signal of a shell's background job is ignored until the server has a handler for it, and any other process is
// killed by it.
TEST(Stop, TheCommandDrainWaitsForAServerThatHasJustBegunToStart) {
  const TemporaryFolder scratch;
  const std::string program = tests::program_path("rensa-server");
  const std::string data = scratch.file("data");
  const auto drain = [&] { return run_server_program(scratch, {"drain", "--data", data}); };
  for (int i = 0; i < 10; ++i) {
    const std::string trap = i % 2 == 0 ? "trap '' INT; " : "";
    Process server({"/bin/sh", "-c", trap + R"(exec "$0" --worker-port 0 --web-port 0 --data "$1")", program, data},
                   scratch.file("server.log"));
    ASSERT_TRUE(becomes_true([&] { return drain().status == base::kExitSuccess; }));
    EXPECT_EQ(server.wait(), 0) << read_text_file(scratch.file("server.log"));
  }
}

TEST(Stop, TheAddressesOfAServerHaveBracketsForIpv6) {
  const TemporaryFolder scratch;
  Process server({tests::program_path("rensa-server"), "--bind", "::1", "--worker-port", "0", "--web-port", "0",
                  "--data", scratch.file("data")},
                 scratch.file("server.log"));
  const std::string line = server.line();
  EXPECT_TRUE(line.starts_with("rensa-server: http://[::1]:")) << line;
  EXPECT_NE(line.find("  workers on [::1]:"), std::string::npos) << line;
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(read_text_file(scratch.file("server.log")).find(" page=http://[::1]:"), std::string::npos);
}

TEST(Stop, AServerStartsBesideAKeyOfInvitationsThatIsMuchTooLong) {
  const TemporaryFolder scratch;
  std::filesystem::create_directories(scratch.file("data"));
  const std::string file = scratch.file("data/invitations.key");
  std::ofstream(file) << std::string(1'000'000, 'x');
  Server server(scratch, {});
  server.process().signal(SIGTERM);
  EXPECT_EQ(server.process().wait(), 0);
  EXPECT_NE(read_text_file(scratch.file("server.log")).find("event=invitation_key_not_kept"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(file), 1'000'000U) << "the file stays as it is";
}

TEST(Stop, TheCommandDrainSaysThatNoServerRuns) {
  const TemporaryFolder scratch;
  const auto drain = [&] { return run_server_program(scratch, {"drain", "--data", scratch.file("data")}); };
  const std::string none = "rensa-server: no server of this machine uses the data in " + scratch.file("data") +
                           ": name the directory of a running server with --data\n";
  ProgramResult result = drain();
  EXPECT_EQ(result.status, base::kExitAnswerIsNo);
  EXPECT_EQ(result.errors, none);
  Server server(scratch, {});
  server.process().signal(SIGKILL);
  server.process().wait();
  result = drain();
  EXPECT_EQ(result.status, base::kExitAnswerIsNo) << "the file of its lock is there";
  EXPECT_EQ(result.errors, none);
  // The number of the server in the file may be that of another process by now.
  std::ofstream(scratch.file("data/rensa.db.lock")) << getpid();
  result = drain();
  EXPECT_EQ(result.status, base::kExitAnswerIsNo);
}

// Returns the records that were announced to players.
std::vector<std::uint64_t> records_told(Fake& fake) {
  std::vector<std::uint64_t> records;
  for (const Json& match : fake.seen()["matches"]) {
    for (const Json& game : match["games"]) records.push_back(game["record"]);
  }
  return records;
}

TEST(Kill, NoAnnouncedGameIsLost) {
  const TemporaryFolder scratch;
  std::vector<std::uint64_t> told;
  for (const int milliseconds : {0, 37, 211}) {
    Server server(scratch, {});
    std::vector<std::unique_ptr<Fake>> fakes;
    for (const char* name : {"one", "two", "three", "four"}) {
      const Words flags{"--matches", "4", "--games", "1000", "--seed", std::to_string(milliseconds)};
      fakes.push_back(std::make_unique<Fake>(scratch, server, Speech::tcp, name, flags));
    }
    const std::uint64_t newest = told.empty() ? 0 : *std::max_element(told.begin(), told.end());
    ASSERT_TRUE(becomes_true([&] {
      const Json games = server.get_json("/api/v1/games?limit=1")["games"];
      return !games.empty() && games[0]["record"] > newest + 20;
    }));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    server.process().signal(SIGKILL);
    EXPECT_EQ(server.process().wait(), -SIGKILL);
    for (const auto& fake : fakes) {
      for (const std::uint64_t record : records_told(*fake)) told.push_back(record);
    }
  }
  std::sort(told.begin(), told.end());
  told.erase(std::unique(told.begin(), told.end()), told.end());
  EXPECT_GT(told.size(), 0U);
  const Server server(scratch, {});
  for (const std::uint64_t record : told) EXPECT_TRUE(has_sound_record(server, record)) << record;
}

}  // namespace
}  // namespace rensa::e2e
