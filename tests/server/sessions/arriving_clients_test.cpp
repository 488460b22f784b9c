#include <chrono>
#include <gtest/gtest.h>
#include <map>

#include "proto/feature.h"
#include "server/sessions/session_service.h"
#include "tests/server/sessions/in_memory_server.h"

// Tests of many clients that come at once.

namespace rensa::sessions {
namespace {

using namespace std::chrono_literals;
using tests::InMemoryServer;

SessionServiceSettings settings_with_arrivals(const net::MessageRate& arrivals) {
  SessionServiceSettings settings;
  settings.arrivals = arrivals;
  return settings;
}

class ArrivingClients : public testing::Test {
 protected:
  net::ConnectionId come(std::optional<proto::ReturningFeature> returning = std::nullopt) {
    const net::ConnectionId connection = server.connect(net::Transport::tcp);
    proto::Hello hello;
    if (returning) hello.features.push_back(proto::feature_text(*returning));
    server.say(connection, hello);
    return connection;
  }
  bool is_in(net::ConnectionId connection) {
    return server.last<proto::Welcome>(connection).has_value() && !server.closed.contains(connection);
  }
  // The time after which a refused client shall come back.
  std::chrono::milliseconds wait_of(net::ConnectionId connection) {
    const auto error = server.last<proto::Error>(connection);
    if (!error || error->code != proto::ErrorCode::busy) return 0ms;
    return std::chrono::milliseconds(error->retry_after_milliseconds);
  }
  void use_up_budget() {
    while (is_in(come())) {
    }
    while (is_in(come(proto::ReturningFeature::as_spectator))) {
    }
  }

  InMemoryServer server{settings_with_arrivals({.per_second = 10, .burst = 20})};
};

TEST_F(ArrivingClients, AreToldWhenToComeBackIfTheyAreTooMany) {
  use_up_budget();
  const auto refused = come();
  EXPECT_FALSE(server.last<proto::Welcome>(refused));
  EXPECT_GE(wait_of(refused), 250ms);
  EXPECT_TRUE(server.closed.contains(refused));
  EXPECT_EQ(server.service.counts().told_to_come_back, server.service.counts().refused);
  server.now += 1min;
  EXPECT_TRUE(is_in(come()));
}

TEST_F(ArrivingClients, APlayerThatTakesItsSeatOverDoesNotWait) {
  const auto ann = server.enter("ann");
  const auto bob = server.enter("bob");
  server.say(ann, proto::QuickMatch{});
  server.say(bob, proto::QuickMatch{});
  const auto start = server.last<proto::MatchStart>(ann);
  ASSERT_TRUE(start);
  server.service.closed(ann, "");
  use_up_budget();
  const auto back = come(proto::ReturningFeature::to_seat);
  ASSERT_TRUE(is_in(back));
  server.say(back, proto::Resume{.match = start->match, .seat = *start->seat, .token = start->token, .last = 0});
  EXPECT_TRUE(server.last<proto::MatchStart>(back));
  server.say(back, proto::Leave{.match = start->match, .seat = *start->seat});
  server.settle();
  ASSERT_EQ(server.service.lobby().match_count(), 0U);
  server.say(back, proto::ListLobby{});
  EXPECT_TRUE(server.last<proto::Lobby>(back)) << "it may do all that others may do, also after its match";
  EXPECT_TRUE(is_in(back));
}

TEST_F(ArrivingClients, ARefusedClientIsNotHeardAnyMore) {
  use_up_budget();
  const auto refused = come(proto::ReturningFeature::to_seat);
  server.now += 1min;
  const auto patient = server.enter("patient");
  server.say(patient, proto::QuickMatch{});
  use_up_budget();
  for (int i = 0; i < 2; ++i) server.say(refused, proto::QuickMatch{});
  EXPECT_TRUE(server.closed.contains(refused));
  EXPECT_FALSE(server.last<proto::MatchStart>(patient));
  EXPECT_EQ(server.service.lobby().match_count(), 0U);
}

TEST_F(ArrivingClients, APlayerWithoutASeatWaitsLikeOthersBeforeItAsksForAnythingElse) {
  use_up_budget();
  const auto without_resume = come(proto::ReturningFeature::to_seat);
  const auto with_wrong_match = come(proto::ReturningFeature::to_seat);
  ASSERT_TRUE(is_in(without_resume) && is_in(with_wrong_match));
  server.say(with_wrong_match, proto::Resume{.match = proto::MatchId{99}, .seat = duel::Seat::one, .token = "x"});
  EXPECT_EQ(server.last<proto::Error>(with_wrong_match)->code, proto::ErrorCode::unknown_match);
  EXPECT_TRUE(is_in(with_wrong_match)) << "it may have other seats";
  for (const auto connection : {without_resume, with_wrong_match}) {
    server.say(connection, proto::QuickMatch{});
    EXPECT_GE(wait_of(connection), 250ms);
    EXPECT_TRUE(server.closed.contains(connection));
  }
  const auto patient = come(proto::ReturningFeature::to_seat);
  server.now += 1min;
  server.say(patient, proto::ListLobby{});
  EXPECT_TRUE(server.last<proto::Lobby>(patient));
  EXPECT_TRUE(is_in(patient));
}

// Clients obey the server: each comes back when it was told to.
TEST_F(ArrivingClients, HundredsComeInOneAfterTheOther) {
  std::multimap<base::Time, std::optional<proto::ReturningFeature>> coming;
  const base::Time start = server.now;
  for (int i = 0; i < 300; ++i) {
    coming.emplace(start, i % 3 == 0 ? std::nullopt : std::optional(proto::ReturningFeature::as_spectator));
  }
  std::size_t came_in = 0;
  while (!coming.empty()) {
    auto next = coming.extract(coming.begin());
    server.now = next.key();
    const auto connection = come(next.mapped());
    if (is_in(connection)) {
      ++came_in;
      EXPECT_LE(came_in, 20 + 10 * std::chrono::ceil<std::chrono::seconds>(server.now - start).count() + 1);
      continue;
    }
    ASSERT_GT(wait_of(connection), 0ms);
    server.service.closed(connection, "");
    next.key() = server.now + wait_of(connection);
    coming.insert(std::move(next));
  }
  EXPECT_EQ(came_in, 300U);
  EXPECT_LT(server.now, start + 2min);
}

TEST_F(ArrivingClients, TheSettingCanChange) {
  use_up_budget();
  server.service.change_settings(settings_with_arrivals({}));
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(is_in(come()));
}

}  // namespace
}  // namespace rensa::sessions
