#include "server/app/slow_responses.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/tools/time_limit.h"

namespace rensa::app {
namespace {

using testing::Each;
using testing::SizeIs;

class SlowResponsesTest : public testing::Test {
 protected:
  void ask(const std::string& network, int times, const std::function<void()>& work = [] {}) {
    for (int i = 0; i < times; ++i) {
      net::HttpReply reply([this, network](const net::HttpResponse& response) {
        answered.push_back(network);
        statuses.push_back(response.status);
      });
      reply.network = network;
      responses.make(
          [work] {
            work();
            return net::HttpResponse{200, "text/plain", "answer", {}};
          },
          std::move(reply));
    }
  }
  void run_until_answered(std::size_t count) {
    io.restart();
    const auto keep_running = boost::asio::make_work_guard(io);
    while (answered.size() < count) {
      ASSERT_GT(io.run_one_for(rensa::test::kTimeLimit), 0U) << answered.size() << " of " << count << " were answered";
    }
  }

  boost::asio::io_context io{1};
  SlowResponses responses{io};
  std::vector<std::string> answered;
  std::vector<int> statuses;
};

TEST_F(SlowResponsesTest, ANetworkThatAsksForManyDelaysOthersByOne) {
  ask("much", 30);
  ask("little", 1);
  run_until_answered(31);
  const auto place = std::find(answered.begin(), answered.end(), "little") - answered.begin();
  EXPECT_LE(place, 1);
  EXPECT_THAT(statuses, Each(200));
}

TEST_F(SlowResponsesTest, AreMadeInTheOrderOfTheirNetwork) {
  std::vector<int> order;  // the thread makes one after the other
  for (int i = 0; i < 20; ++i) ask("one", 1, [&order, i] { order.push_back(i); });
  run_until_answered(20);
  EXPECT_THAT(order, SizeIs(20));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(SlowResponsesTest, TooManyOfANetworkAreRefusedAtOnceAndNoneOfOthers) {
  ask("much", 2 + static_cast<int>(net::NetworkQueues::kMaxWaiting));
  EXPECT_EQ(statuses, std::vector{503});
  ask("little", 1);
  run_until_answered(3 + net::NetworkQueues::kMaxWaiting);
  EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 503), 1);
  ask("much", 1);
  run_until_answered(4 + net::NetworkQueues::kMaxWaiting);
  EXPECT_EQ(statuses.back(), 200) << "once the others have been answered";
}

TEST_F(SlowResponsesTest, AnExceptionIsAnAnswerAndTheNextOneFollows) {
  ask("one", 1, [] { throw std::runtime_error("no"); });
  ask("one", 1);
  run_until_answered(2);
  EXPECT_EQ(statuses, (std::vector{500, 200}));
}

}  // namespace
}  // namespace rensa::app
