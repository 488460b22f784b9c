#include "server/net/fair_order.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/rng.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
using Member = FairOrder::Member;
using Span = FairOrder::Span;

// Uses time at once, or waits if it has to.
void use(FairOrder& order, Member& member, Span time) {
  if (member.waits()) return;
  if (!order.may_go_now(member)) return order.wait(member);
  order.begin(member);
  order.charge(member, time);
}

// Gives the next turn; the member that gets it wants another one at once.
Member* turn(FairOrder& order, Span time) {
  Member* next = order.take_next();
  if (next == nullptr) return nullptr;
  order.begin(*next);
  order.charge(*next, time);
  order.wait(*next);
  return next;
}

TEST(FairOrder, AloneEverybodyGoesAtOnce) {
  FairOrder order;
  Member one(order, "a");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(order.may_go_now(one));
    use(order, one, 1s);
  }
  EXPECT_EQ(order.take_next(), nullptr);
}

TEST(FairOrder, AMemberThatHasUsedLittleGoesBeforeThoseThatWait) {
  FairOrder order;
  std::vector<std::unique_ptr<Member>> heavy;
  for (int i = 0; i < 100; ++i) {
    heavy.push_back(std::make_unique<Member>(order, "a"));
    order.wait(*heavy.back());
  }
  for (int i = 0; i < 1000; ++i) ASSERT_NE(turn(order, 1ms), nullptr);
  Member of_another_payer(order, "b");
  Member of_the_same_payer(order, "a");
  EXPECT_TRUE(order.may_go_now(of_another_payer));
  EXPECT_TRUE(order.may_go_now(of_the_same_payer));
  use(order, of_the_same_payer, 10ms);
  EXPECT_FALSE(order.may_go_now(of_the_same_payer)) << "now it has used more than the others";
}

TEST(FairOrder, PayersGetEqualPartsAndSoDoTheirMembers) {
  FairOrder order;
  std::vector<std::unique_ptr<Member>> members;
  std::map<const Member*, int> turns;
  for (const auto& [payer, count] : std::map<std::string, int>{{"a", 1}, {"b", 5}, {"c", 50}}) {
    for (int i = 0; i < count; ++i) {
      members.push_back(std::make_unique<Member>(order, payer));
      order.wait(*members.back());
    }
  }
  rules::Rng rng(1);
  std::map<const Member*, Span> used;
  for (int i = 0; i < 30'000; ++i) {
    const Span time(1000 + static_cast<int>(rng.next() % 1000));
    used[turn(order, time)] += time;
  }
  Span total{};
  for (const auto& [member, time] : used) total += time;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const double part = i < 1 ? 1.0 / 3 : i < 6 ? 1.0 / 15 : 1.0 / 150;
    EXPECT_NEAR(static_cast<double>(used[members[i].get()].count()) / static_cast<double>(total.count()), part,
                part / 10)
        << i;
  }
}

TEST(FairOrder, AMemberMayWaitAgainBeforeItIsCharged) {
  FairOrder order;
  Member one(order, "a");
  Member two(order, "a");
  Member three(order, "b");
  for (Member* member : {&one, &two, &three}) order.wait(*member);
  std::map<const Member*, int> turns;
  for (int i = 0; i < 400; ++i) {
    Member* next = order.take_next();
    ASSERT_NE(next, nullptr);
    order.begin(*next);
    order.wait(*next);
    order.charge(*next, 1ms);
    ++turns[next];
  }
  EXPECT_EQ(order.waiting_count(), 3U);
  EXPECT_NEAR(turns[&one], 100, 2);
  EXPECT_NEAR(turns[&two], 100, 2);
  EXPECT_NEAR(turns[&three], 200, 2);
}

TEST(FairOrder, TimeThatWasUsedAloneIsNotHeldAgainstAnybody) {
  FairOrder order;
  Member old(order, "old");
  for (int i = 0; i < 1000; ++i) use(order, old, 1s);
  Member young(order, "young");
  order.wait(young);
  order.wait(old);
  std::map<const Member*, int> turns;
  for (int i = 0; i < 100; ++i) ++turns[turn(order, 1ms)];
  EXPECT_NEAR(turns[&old], 50, 2);
}

TEST(FairOrder, AnIdleMemberSavesNothingUp) {
  FairOrder order;
  Member idle(order, "idle");
  Member busy(order, "busy");
  order.wait(busy);
  for (int i = 0; i < 1000; ++i) turn(order, 1ms);
  order.wait(idle);
  std::map<const Member*, int> turns;
  for (int i = 0; i < 100; ++i) ++turns[turn(order, 1ms)];
  EXPECT_NEAR(turns[&busy], 50, 2);
}

TEST(FairOrder, APayerGainsNothingByComingBack) {
  FairOrder order;
  Member steady(order, "steady");
  order.wait(steady);
  Span by_steady{};
  Span by_changing{};
  for (int i = 0; i < 1000; ++i) {
    auto changing = std::make_unique<Member>(order, "changing");
    order.wait(*changing);
    for (int turns = 0; turns < 3; ++turns) {
      Member* next = order.take_next();
      ASSERT_NE(next, nullptr);
      order.begin(*next);
      order.charge(*next, 1ms);
      (next == &steady ? by_steady : by_changing) += 1ms;
      if (next == &steady) order.wait(steady);
      if (next == changing.get()) break;
    }
  }
  EXPECT_NEAR(static_cast<double>(by_steady.count()) / static_cast<double>(by_changing.count()), 1.0, 0.1);
}

TEST(FairOrder, PayersWithoutMembersAreForgotten) {
  FairOrder order;
  for (int i = 0; i < 10'000; ++i) {
    Member member(order, "payer " + std::to_string(i));
    use(order, member, 1ms);
  }
  EXPECT_LT(order.payer_count(), 1000U);
}

TEST(FairOrder, AMemberThatLeavesWhileItWaitsIsNotTaken) {
  FairOrder order;
  Member stays(order, "a");
  auto leaves = std::make_unique<Member>(order, "a");
  order.wait(*leaves);
  order.wait(stays);
  leaves.reset();
  EXPECT_EQ(order.take_next(), &stays);
  EXPECT_EQ(order.take_next(), nullptr);
  EXPECT_EQ(order.waiting_count(), 0U);
}

TEST(FairOrder, TheRestOfATurnIsChargedToThePayerThatTheMemberHasJoined) {
  FairOrder order;
  Member heavy(order, "a");
  order.wait(heavy);
  for (int i = 0; i < 1000; ++i) ASSERT_NE(turn(order, 1ms), nullptr);
  Member of_proxy(order, "proxy");
  order.begin(of_proxy);
  order.change_payer(of_proxy, "client");
  order.charge(of_proxy, 10ms);
  EXPECT_FALSE(order.may_go_now(Member(order, "client"))) << "has used more than the one that waits";
  EXPECT_TRUE(order.may_go_now(Member(order, "proxy"))) << "has used nothing";
}

TEST(FairOrder, AMemberCanChangeItsPayer) {
  FairOrder order;
  Member other(order, "address");
  Member member(order, "address");
  use(order, member, 1s);
  order.change_payer(member, "account");
  order.wait(other);
  EXPECT_TRUE(order.may_go_now(member)) << "the address has used the time, not the account";
  EXPECT_EQ(order.payer_count(), 2U);
}

}  // namespace
}  // namespace rensa::net
