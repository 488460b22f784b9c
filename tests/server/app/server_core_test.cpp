#include "server/app/server_core.h"

#include <boost/asio/post.hpp>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <thread>

#include "server/app/operating_system.h"
#include "server/storage/memory/memory_store.h"

namespace rensa::app {
namespace {

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
    const lobby::LoopLoad& load = core_.sessions.lobby().loop_load();
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

}  // namespace
}  // namespace rensa::app
