#include "server/app/server_core.h"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "server/app/operating_system.h"
#include "server/storage/memory/memory_store.h"

namespace rensa::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A server without sockets. Its loop does the same work again and again.
class LoadSamplerTest : public testing::Test {
 protected:
  LoadSamplerTest()
      : core_({.sockets = {},
               .sessions = {},
               .open_store =
                   [](storage::Executor executor, const RunLater&) {
                     return std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once,
                                                                   std::move(executor));
                   },
               .log = [](const base::LogLine&) {}}) {}

  // Runs the loop, which does this work again and again, until it is late.
  const lobby::LoopLoad& load_of(const std::function<void()>& work) {
    const lobby::LoopLoad& load = core_.sessions.lobby().load().loop_load();
    const std::function<void()> repeat = [&] {
      work();
      boost::asio::post(core_.io, repeat);
    };
    repeat();
    while (!load.is_late()) core_.io.run_one();
    return load;
  }

 private:
  ServerCore core_;
};

TEST_F(LoadSamplerTest, ALoopThatWaitsForOthersIsLateButNotOverloaded) {
  const lobby::LoopLoad& load = load_of([] { std::this_thread::sleep_for(120ms); });
  EXPECT_GT(load.lag(), lobby::LoopLoad::kMaxLag);
  EXPECT_LT(load.cpu_share(), lobby::LoopLoad::kMinCpuShareOfOverload);
  EXPECT_FALSE(load.is_overloaded());
}

TEST_F(LoadSamplerTest, ALoopThatComputesUsesTimeOfACore) {
  const lobby::LoopLoad& load = load_of([] {
    for (const base::Span until = thread_cpu_time() + 60ms; thread_cpu_time() < until;) {
    }
  });
  EXPECT_GT(load.cpu_share(), 0);  // how much it gets depends on the other programs of the machine
}

TEST(CpuShare, IsTheTimeOnACoreInTheTimeThatHasPassed) {
  const ClockReading before{.now = base::Time(7s), .cpu_time = 5s};
  EXPECT_DOUBLE_EQ(cpu_share(before, {.now = before.now + 100ms, .cpu_time = before.cpu_time + 30ms}), 0.3);
  EXPECT_DOUBLE_EQ(cpu_share(before, {.now = before.now + 2s, .cpu_time = before.cpu_time + 2s}), 1.0);
}

// A server with a folder for the sockets of programs.
class SocketsOfProgramsTest : public testing::Test {
 protected:
  SocketsOfProgramsTest() { fs::create_directories(folder_); }
  ~SocketsOfProgramsTest() override { fs::remove_all(folder_.parent_path()); }

  live_tournaments::OpenSocket open() {
    if (!core_) {
      core_.emplace(ServerCoreOptions{.sockets = {},
                                      .sessions = {},
                                      .open_store =
                                          [](storage::Executor executor, const RunLater&) {
                                            return std::make_unique<storage::MemoryStore>(
                                                storage::MemoryStore::Saving::at_once, std::move(executor));
                                          },
                                      .log = [](const base::LogLine&) {},
                                      .program_sockets = folder_});
    }
    return core_->open_program_socket("ticket", [this](const base::LogLine& line) { lines_.push_back(line); });
  }
  // Leaves the socket of a process that was killed.
  static void leave_socket(const fs::path& path) {
    boost::asio::io_context io;
    boost::asio::local::stream_protocol::acceptor(io, boost::asio::local::stream_protocol::endpoint(path.string()));
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("rensa-core-" + std::to_string(getpid())) / "sockets";  // a short path
  std::vector<std::string> lines_;
  std::optional<ServerCore> core_;
};

TEST_F(SocketsOfProgramsTest, AFolderThatIsRemovedIsMadeAgain) {
  const auto first = open();
  ASSERT_TRUE(fs::is_socket(first.path));
  fs::remove_all(folder_);
  const auto second = open();
  EXPECT_TRUE(second.owner);
  EXPECT_TRUE(fs::is_socket(second.path));
  EXPECT_EQ(fs::path(second.path).parent_path(), folder_);
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_THAT(lines_, testing::IsEmpty());
}

TEST_F(SocketsOfProgramsTest, OnlySocketsOfAnEarlierServerAreRemoved) {
  leave_socket(folder_ / "7");
  leave_socket(folder_ / "workers");
  std::ofstream(folder_ / "8") << "a file";
  const auto socket = open();
  ASSERT_TRUE(fs::is_socket(socket.path));
  EXPECT_FALSE(fs::exists(folder_ / "7"));
  EXPECT_TRUE(fs::exists(folder_ / "workers"));
  EXPECT_TRUE(fs::exists(folder_ / "8"));
}

// The data folder of a server that runs as root may belong to another user. Its programs may not have connected yet.
TEST_F(SocketsOfProgramsTest, TheSocketsOfOthersStayInAFolderOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const auto first = open();
  ASSERT_EQ(chown(folder_.c_str(), 4'321, 4'321), 0);
  const auto second = open();
  EXPECT_TRUE(fs::is_socket(first.path));
  EXPECT_TRUE(fs::is_socket(second.path));
}

TEST_F(SocketsOfProgramsTest, ASocketThatIsRemovedIsTheReasonWhyItsProgramIsNotConnected) {
  const auto socket = open();
  ASSERT_TRUE(socket.why_unreachable);
  EXPECT_EQ(socket.why_unreachable(), "");
  fs::remove(socket.path);
  EXPECT_EQ(socket.why_unreachable(), "the socket that the server had opened for it was removed");
}

TEST_F(SocketsOfProgramsTest, ASocketThatCannotBeOpenedHasNoOwner) {
  fs::remove_all(folder_);
  std::ofstream(folder_) << "a file";
  EXPECT_FALSE(open().owner);
  EXPECT_THAT(lines_, testing::Contains(testing::HasSubstr("event=program_socket_failed")));
  fs::remove(folder_);
  EXPECT_TRUE(open().owner) << "the fault is mended";
}

}  // namespace
}  // namespace rensa::app
