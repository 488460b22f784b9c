#include "server/sessions/session_log.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace rensa::sessions {
namespace {

class SessionLogTest : public testing::Test {
 protected:
  std::string network_of(int neighbourhood) { return "10.7." + std::to_string(neighbourhood) + ".1"; }

  std::vector<std::string> lines_;
  base::Time now_{};
  SessionLog log_{{.log = [this](const base::LogLine& line) { lines_.emplace_back(line); },
                   .now = [this] { return now_; },
                   .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {}}};
};

TEST_F(SessionLogTest, AllNeighbourhoodsTogetherWriteABoundedNumberOfLines) {
  for (int neighbourhood = 0; neighbourhood < 60; ++neighbourhood) {
    for (int i = 0; i < 200; ++i) log_.write(network_of(neighbourhood), base::LogLine("renamed"));
  }
  EXPECT_EQ(lines_.size(), 10'000U);
  now_ += std::chrono::seconds(1);
  lines_.clear();
  for (int i = 0; i < 30; ++i) log_.write(network_of(99), base::LogLine("renamed"));
  EXPECT_EQ(lines_.size(), 20U);
}

TEST_F(SessionLogTest, TheLineAboutTheEndOfASessionIsInTheBudget) {
  for (int neighbourhood = 0; neighbourhood < 60; ++neighbourhood) {
    for (int i = 0; i < 200; ++i) {
      const bool is_written = log_.write_beginning(network_of(neighbourhood), base::LogLine("entered"));
      if (is_written) log_.write_end(base::LogLine("closed"));
    }
  }
  EXPECT_EQ(lines_.size(), 10'000U);
}

}  // namespace
}  // namespace rensa::sessions
