#include "server/daily/secrets.h"

#include <gtest/gtest.h>
#include <set>

namespace rensa::daily {
namespace {

const Period kDay{.kind = PeriodKind::day, .begins = "2026-11-23"};
const Period kWeek{.kind = PeriodKind::week, .begins = "2026-11-23"};

TEST(Secrets, SameSecretDrawsSameSeedAfterARestart) {
  EXPECT_EQ(Secrets("key").seed_of(kDay), Secrets("key").seed_of(kDay));
}

TEST(Secrets, EachPeriodAndEachSecretHasItsOwn) {
  std::set<std::uint64_t> seeds;
  for (const char* key : {"key", "other"}) {
    for (const Period& period : {kDay, kWeek, Period{.kind = PeriodKind::day, .begins = "2026-11-24"}}) {
      seeds.insert(Secrets(key).seed_of(period));
    }
  }
  EXPECT_EQ(seeds.size(), 6U);
}

TEST(Secrets, PersonHasAnotherNameInEachPeriod) {
  const Secrets secrets("key");
  EXPECT_EQ(secrets.person_of(kDay, "ann"), secrets.person_of(kDay, "ann"));
  EXPECT_NE(secrets.person_of(kDay, "ann"), secrets.person_of(kDay, "bob"));
  EXPECT_NE(secrets.person_of(kDay, "ann"), secrets.person_of(kWeek, "ann"));
  EXPECT_EQ(secrets.person_of(kDay, "ann").find("ann"), std::string::npos);
}

}  // namespace
}  // namespace rensa::daily
