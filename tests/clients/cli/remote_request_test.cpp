#include "clients/cli/remote/remote_request.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class TokenOfRequests : public testing::Test {
 protected:
  TokenOfRequests() {
    setenv("RENSA_SERVER_URL", "https://rensa.example", 1);
    setenv("RENSA_TOKEN", "secret", 1);
  }
  ~TokenOfRequests() override {
    for (const char* name : {"RENSA_SERVER_URL", "RENSA_TOKEN"}) unsetenv(name);
  }
};

TEST_F(TokenOfRequests, OfTheEnvironmentBelongsToTheServerOfTheEnvironment) {
  EXPECT_EQ(token_of_options({}), "secret");
  EXPECT_EQ(token_of_options({.server = "https://rensa.example"}), "secret");
  const RemoteOptions other{.server = "http://other.example"};
  EXPECT_EQ(token_of_options_if_any(other), "");
  EXPECT_THAT(
      [&] { token_of_options(other); },
      ThrowsMessage<command_line::UsageError>(HasSubstr("RENSA_TOKEN belongs to the server of RENSA_SERVER_URL")));
}

TEST_F(TokenOfRequests, IsSentToAnyServerIfItIsGiven) {
  EXPECT_EQ(token_of_options({.server = "http://other.example", .token = "mine"}), "mine");
}

TEST_F(TokenOfRequests, IsMissingWhereNothingIsSet) {
  unsetenv("RENSA_TOKEN");
  EXPECT_THAT([] { token_of_options({}); },
              ThrowsMessage<command_line::UsageError>(HasSubstr("because RENSA_TOKEN is not set")));
}

}  // namespace
}  // namespace rensa::cli::test
