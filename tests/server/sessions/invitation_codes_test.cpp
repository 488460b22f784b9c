#include "server/sessions/invitation_codes.h"

#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

TEST(InvitationCodes, ProveWhichClientHasMadeTheInvitation) {
  const InvitationCodes codes("key");
  const std::string code = codes.make(7, "phone");
  EXPECT_EQ(code.size(), 32U);
  EXPECT_TRUE(InvitationCodes("key").is_made_for(code, "phone")) << "also on the next server";
  EXPECT_FALSE(codes.is_made_for(code, "tablet"));
  EXPECT_FALSE(codes.is_made_for(code, ""));
  EXPECT_FALSE(InvitationCodes("other key").is_made_for(code, "phone"));
  EXPECT_NE(codes.make(8, "phone"), code);
}

TEST(InvitationCodes, AChangedCodeIsNone) {
  const InvitationCodes codes("key");
  const std::string code = codes.make(7, "phone");
  for (std::size_t i = 0; i < code.size(); ++i) {
    std::string changed = code;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(codes.is_made_for(changed, "phone")) << i;
  }
  for (const std::string& wrong : {std::string(), code.substr(1), code + "0", std::string(32, '0')}) {
    EXPECT_FALSE(codes.is_made_for(wrong, "phone")) << wrong;
  }
}

TEST(InvitationCodes, NoClientCanProveACodeThatWasMadeWithoutItsId) {
  const InvitationCodes codes("key");
  EXPECT_FALSE(codes.is_made_for(codes.make(7, ""), ""));
}

}  // namespace
}  // namespace rensa::sessions
