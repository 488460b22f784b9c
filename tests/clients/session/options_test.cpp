#include "clients/session/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::session {
namespace {

using testing::HasSubstr;

const Invitation kInvitation{.server = "unix:/host", .token = "of the host"};

// Returns the options with what the environment adds.
ClientOptions accepted(ClientOptions options, const Invitation& invitation = kInvitation) {
  accept(invitation, options);
  return options;
}

TEST(TokenOfTheEnvironment, BelongsToTheServerOfTheEnvironment) {
  EXPECT_EQ(accepted({}).server, "unix:/host");
  EXPECT_EQ(accepted({}).token, "of the host");
  EXPECT_EQ(accepted({.server = "unix:/host"}).token, "of the host");
  testing::internal::CaptureStderr();
  EXPECT_EQ(accepted({.server = "other:7000"}).token, std::nullopt);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("RENSA_TOKEN is not used"));
  EXPECT_EQ(accepted({.server = "other:7000"}, {.server = "", .token = "mine"}).token, std::nullopt);
}

TEST(TokenOfTheEnvironment, IsNotUsedWhereATokenIsGiven) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(accepted({.server = "other:7000", .token = "mine"}).token, "mine");
  EXPECT_EQ(accepted({.token = ""}).token, "") << "a guest";
  EXPECT_EQ(session_options_of(accepted({.token = ""}), "x", "1").token, "");
  EXPECT_EQ(accepted({.token_file = "file"}).token, std::nullopt);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace rensa::session
