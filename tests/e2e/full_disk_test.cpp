#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>
#include <variant>

#include "tests/e2e/server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"

// Fills the disk of a server on which matches and a tournament are played.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;

constexpr int kMatches = 50;
// If the disk stays full, the server gives up after this time.
constexpr auto kDrainTime = std::chrono::seconds(5);
constexpr const char* kCup = R"({"name": "cup", "seed": 8, "pairs": 5000, "players": ["random",
  {"name": "second", "player": "random"}]})";

bool write_line(const char* file, const std::string& line) {
  std::ofstream out(file);
  return static_cast<bool>(out << line << std::flush);
}

// Gives this process and its children a disk of 64 MB at a folder, which nothing else sees. Returns false if the system
// does not allow it.
bool mount_small_disk(const fs::path& folder) {
  const std::string user = "0 " + std::to_string(getuid()) + " 1";
  const std::string group = "0 " + std::to_string(getgid()) + " 1";
  if (geteuid() == 0) {
    if (unshare(CLONE_NEWNS) != 0) return false;
  } else if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || !write_line("/proc/self/setgroups", "deny") ||
             !write_line("/proc/self/uid_map", user) || !write_line("/proc/self/gid_map", group)) {
    return false;
  }
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("rensa-test", folder.c_str(), "tmpfs", 0, "size=64m") == 0;
}

struct ToldGame {
  std::uint64_t record = 0;
  std::uint64_t match = 0;
};

// Plays many matches at a time against the other player, until the connection ends. Notes the results that it is told.
void play(const Server& server, bool resigns, std::vector<ToldGame>& told, std::atomic<int>& told_count) {
  Wire wire(Speech::tcp, server.port(Speech::tcp));
  wire.send(proto::Hello{});
  for (int i = 0; i < kMatches; ++i) wire.send(proto::QuickMatch{});
  // A full disk keeps both waiting, so a silent server is none that has ended.
  while (wire.end().empty()) {
    const auto message = wire.next(Clock::now() + std::chrono::seconds(1));
    if (!message) continue;
    if (const auto* start = std::get_if<proto::MatchStart>(&*message)) {
      if (resigns) wire.send(proto::Leave{.match = start->match, .seat = start->seat.value()});
    } else if (const auto* end = std::get_if<proto::GameEnd>(&*message)) {
      if (end->record != 0) told.push_back({end->record, static_cast<std::uint64_t>(end->match)});
      ++told_count;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));  // leaves time for other programs
    } else if (std::holds_alternative<proto::MatchEnd>(*message)) {
      wire.send(proto::QuickMatch{});
    } else if (const auto* error = std::get_if<proto::Error>(&*message)) {
      if (error->code != proto::ErrorCode::busy) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));  // a client asks again after a pause
      wire.send(proto::QuickMatch{});
    }
  }
}

class FullDisk : public testing::Test {
 protected:
  // At its end, the server waits so long for its store.
  void begin_server(std::chrono::seconds drain_time) {
    server = std::make_unique<Server>(scratch, Words{"--drain-seconds", std::to_string(drain_time.count())});
  }
  void start_tournament() const {
    std::ofstream(scratch.file("cup.json")) << kCup;
    const ProgramResult token = run_server_program(
        scratch, {"token", "create", "--name", "boss", "--administrator", "--data", scratch.file("data")});
    std::ofstream(scratch.file("token")) << token.output;
    const ProgramResult started =
        run_program(scratch, {tests::program_path("rensa"), "tournament", "start", scratch.file("cup.json"), "--server",
                              "http://127.0.0.1:" + std::to_string(server->port(Speech::web_json)), "--token-file",
                              scratch.file("token")});
    ASSERT_EQ(started.status, 0) << started.errors;
  }
  void fill_disk() const {
    const int file = open(filler.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const std::string bytes(4096, 'x');
    while (write(file, bytes.data(), bytes.size()) > 0) {
    }
    close(file);
  }
  Json cup() const { return server->get_json("/api/v1/tournaments/cup"); }
  // A busy machine makes the server late, for which it is not ready either.
  bool is_storage_not_ready() const {
    const HttpAnswer answer = server->get("/readyz");
    return answer.status == 503 && answer.body.find("storage: ") != std::string::npos;
  }
  bool is_failing() const {
    return server->get("/metrics").body.find("\nrensa_store_failing 1\n") != std::string::npos;
  }
  // The time until the condition holds; it is only judged where the machine does nothing else.
  static void expect_within(Clock::duration limit, Clock::time_point begun) {
    if (!tests::long_tests()) return;
    EXPECT_LT(Clock::now() - begun, limit);
  }

  void run_round(bool stops_on_full_disk);

  const TemporaryFolder scratch;
  const fs::path disk = scratch.folder / "disk";
  const fs::path data = disk / "data";
  const fs::path filler = disk / "filler";
  std::unique_ptr<Server> server;
};

void FullDisk::run_round(bool stops_on_full_disk) {
  fs::create_directory(data);
  begin_server(stops_on_full_disk ? kDrainTime : test::kTimeLimit);
  ASSERT_NO_FATAL_FAILURE(start_tournament());
  std::array<std::vector<ToldGame>, 2> told;
  std::atomic<int> told_count = 0;
  int told_of_cup = 0;
  {
    const std::jthread one([&] { play(*server, true, told[0], told_count); });
    const std::jthread two([&] { play(*server, false, told[1], told_count); });
    ASSERT_TRUE(becomes_true([&] { return told_count > 100 && cup()["games"] > 2; }));
    EXPECT_FALSE(is_storage_not_ready());

    fill_disk();
    const Clock::time_point full = Clock::now();
    ASSERT_TRUE(becomes_true([&] { return is_storage_not_ready(); }));
    expect_within(std::chrono::seconds(2), full);
    ASSERT_TRUE(becomes_true([&] { return is_failing() && !cup()["storage_error"].is_null(); }));
    EXPECT_EQ(server->get("/livez").status, 200);

    if (!stops_on_full_disk) {
      fs::remove(filler);
      ASSERT_TRUE(becomes_true([&] { return !is_storage_not_ready() && !is_failing(); }));
      const int told_before = told_count;
      const int games_before = cup()["games"];
      EXPECT_TRUE(becomes_true([&] { return told_count > told_before + 100 && cup()["games"] > games_before + 2; }));
    }
    told_of_cup = cup()["games"];
    const Clock::time_point stopped = Clock::now();
    server->process().signal(SIGINT);
    EXPECT_EQ(server->process().wait(), stops_on_full_disk ? 1 : 0) << read_text_file(scratch.file("server.log"));
    if (stops_on_full_disk) expect_within(kDrainTime, stopped);
  }
  fs::remove(filler);

  begin_server(test::kTimeLimit);
  for (const auto& games : told) {
    // Enough to find a gap, since games are saved in the order in which they end.
    const std::size_t first = games.size() > 300 ? games.size() - 300 : 0;
    for (std::size_t i = first; i < games.size(); ++i) {
      const HttpAnswer answer = server->get("/api/v1/games/" + std::to_string(games[i].record));
      ASSERT_EQ(answer.status, 200) << games[i].record << answer.body;
      EXPECT_EQ(Json::parse(answer.body)["match"], games[i].match);
    }
  }
  const int games_of_cup = cup()["games"];
  EXPECT_GE(games_of_cup, told_of_cup);
  EXPECT_TRUE(becomes_true([&] { return cup()["games"].get<int>() > games_of_cup; })) << "it goes on";
  server->process().signal(SIGTERM);
  EXPECT_EQ(server->process().wait(), 0);
  for (const Words& words : {Words{"store", "verify"}, Words{"journal", "verify", "cup"}}) {
    Words all = words;
    all.insert(all.end(), {"--data", scratch.file("data")});
    const ProgramResult verified = run_server_program(scratch, all);
    EXPECT_EQ(verified.status, 0) << verified.output;
  }
  server.reset();
  fs::remove_all(data);
}

TEST_F(FullDisk, LosesNoResultThatWasToldAndIsNoticedAndEndsOrGoesOn) {
  fs::create_directory(disk);
  if (!mount_small_disk(disk)) GTEST_SKIP() << "this system lets a test mount nothing";
  fs::create_directory_symlink(data, scratch.file("data"));
  for (int round = 0; round < tests::cases(2, 100); ++round) {
    SCOPED_TRACE(round);
    ASSERT_NO_FATAL_FAILURE(run_round(round % 2 == 1));
    if (HasFailure()) break;
  }
  server.reset();
  umount(disk.c_str());
}

}  // namespace
}  // namespace rensa::e2e
