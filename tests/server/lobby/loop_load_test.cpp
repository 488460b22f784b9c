#include "server/lobby/capacity/loop_load.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;
using tests::terms_of;
using tests::TestLobby;

TEST(LoopLoad, ALateMomentIsNoOverload) {
  LoopLoad load;
  for (int i = 0; i < 20; ++i) load.add({.lag = 1ms});
  load.add({.lag = 300ms});
  EXPECT_FALSE(load.is_late());
  EXPECT_EQ(load.lag(), 300ms);
  for (std::size_t i = 0; i < LoopLoad::kSamples; ++i) load.add({.lag = 1ms});
  EXPECT_EQ(load.lag(), 1ms) << "it is forgotten after a second";
}

TEST(LoopLoad, ALastingLagAndOldInputAreAnOverload) {
  for (const LoopLoadSample& late : {LoopLoadSample{.lag = LoopLoad::kMaxLag + 1ms, .cpu_share = 0.9},
                                     LoopLoadSample{.input_age = LoopLoad::kMaxInputAge + 1ms, .cpu_share = 0.9}}) {
    LoopLoad load;
    for (std::size_t i = 0; i < LoopLoad::kSamples; ++i) load.add(late);
    EXPECT_TRUE(load.is_late());
    EXPECT_TRUE(load.is_overloaded());
    EXPECT_EQ(load.input_age(), late.input_age);
    for (std::size_t i = 0; i < LoopLoad::kSamples; ++i) load.add({});
    EXPECT_FALSE(load.is_late());
    EXPECT_FALSE(load.is_overloaded());
  }
}

TEST(LoopLoad, ALoopThatIsKeptWaitingByOtherProgramsIsLateButNotOverloaded) {
  LoopLoad load;
  for (std::size_t i = 0; i < LoopLoad::kSamples; ++i) load.add({.lag = 50ms, .cpu_share = 0.1});
  EXPECT_TRUE(load.is_late());
  EXPECT_FALSE(load.is_overloaded());
  EXPECT_NEAR(load.cpu_share(), 0.1, 1e-9);
}

TEST(LoopLoad, AnOverloadedServerBeginsNoMatchesInRealTime) {
  TestLobby server;
  for (std::size_t i = 0; i < LoopLoad::kSamples; ++i)
    server.lobby.load().record_loop_load({.lag = 100ms, .cpu_share = 0.9});
  server.start(terms_of(proto::Clock::real));
  ASSERT_TRUE(server.last<proto::Error>(server.one));
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::busy);
  EXPECT_GT(static_cast<std::uint64_t>(server.start(terms_of(proto::Clock::turns))), 0U);
  for (std::size_t i = 0; i < LoopLoad::kSamples; ++i) server.lobby.load().record_loop_load({});
  EXPECT_GT(static_cast<std::uint64_t>(server.start(terms_of(proto::Clock::real))), 0U);
}

}  // namespace
}  // namespace rensa::lobby
