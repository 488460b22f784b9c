#include "server/net/network_queues.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace rensa::net {
namespace {

using testing::ElementsAre;

class NetworkQueuesTest : public testing::Test {
 protected:
  bool run(const std::string& network, const std::string& name) {
    return queues.run(network, [this, name](std::function<void()> done) {
      begun.push_back(name);
      ends.push_back(std::move(done));
    });
  }
  void end_first() {
    const std::function<void()> done = std::move(ends.front());
    ends.erase(ends.begin());
    done();
  }

  NetworkQueues queues;
  std::vector<std::string> begun;
  std::vector<std::function<void()>> ends;  // of the work that has begun and has not ended
};

TEST_F(NetworkQueuesTest, RunOnePieceOfANetworkAtATimeInOrder) {
  for (const char* name : {"a1", "a2", "a3"}) EXPECT_TRUE(run("a", name));
  EXPECT_TRUE(run("b", "b1"));
  EXPECT_THAT(begun, ElementsAre("a1", "b1"));
  end_first();
  EXPECT_THAT(begun, ElementsAre("a1", "b1", "a2"));
  end_first();
  EXPECT_THAT(begun, ElementsAre("a1", "b1", "a2")) << "b has no more";
  end_first();
  end_first();
  EXPECT_THAT(begun, ElementsAre("a1", "b1", "a2", "a3"));
  EXPECT_TRUE(run("a", "a4")) << "its queue is empty again";
  EXPECT_EQ(begun.back(), "a4");
}

TEST_F(NetworkQueuesTest, RefuseWhatIsTooMuchOfOneNetwork) {
  for (std::size_t i = 0; i <= NetworkQueues::kMaxWaiting; ++i) EXPECT_TRUE(run("a", "a"));
  EXPECT_FALSE(run("a", "too much"));
  EXPECT_TRUE(run("b", "b"));
  end_first();
  EXPECT_TRUE(run("a", "a"));
}

TEST_F(NetworkQueuesTest, RunAFewPiecesAtATimeInAll) {
  for (std::size_t i = 0; i < 2 * NetworkQueues::kMaxRunning; ++i) EXPECT_TRUE(run(std::to_string(i), "first"));
  EXPECT_TRUE(run("0", "second"));
  EXPECT_EQ(begun.size(), NetworkQueues::kMaxRunning);
  while (!ends.empty()) end_first();
  EXPECT_EQ(begun.size(), 2 * NetworkQueues::kMaxRunning + 1);
  EXPECT_EQ(begun.back(), "second") << "other networks came before it";
}

TEST_F(NetworkQueuesTest, WorkMayEndAtOnce) {
  int ended = 0;
  const auto end_at_once = [&](const std::function<void()>& done) {
    ++ended;
    done();
  };
  run("a", "slow");
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queues.run("a", end_at_once));
  EXPECT_EQ(ended, 0);
  end_first();
  EXPECT_EQ(ended, 5);
}

}  // namespace
}  // namespace rensa::net
