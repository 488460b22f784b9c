#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

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

constexpr const char* kFlood = "10.9.9.9";

// Notes which players have arrived.
class ListeningHost final : public TournamentHost {
 public:
  std::optional<std::string> admit(const std::string&, Entrance) override { return std::nullopt; }
  void arrived(const PlayerArrival& arrival) override { arrivals.push_back(arrival); }
  void left(base::SessionId) override {}
  void keep(match::FinishedGame, Kept) override {}

  std::vector<PlayerArrival> arrivals;
};

class ArrivingClients : public testing::Test {
 protected:
  net::ConnectionId greet(const proto::Hello& hello, const std::string& address) {
    const net::ConnectionId connection = server.connect(net::Transport::tcp, "", address);
    server.say(connection, hello);
    return connection;
  }
  net::ConnectionId come(std::optional<proto::ReturningFeature> returning = std::nullopt,
                         const std::string& address = "10.0.0.1") {
    proto::Hello hello;
    if (returning) hello.features.push_back(proto::feature_text(*returning));
    return greet(hello, address);
  }
  // A client that says it has a seat, and that makes this offer.
  net::ConnectionId claim_with(const std::string& feature, const std::string& token = "") {
    proto::Hello hello;
    hello.name = token.empty() ? "claimer" : "";
    hello.token = token;
    hello.features = {proto::feature_text(proto::ReturningFeature::to_seat), feature};
    return greet(hello, "10.0.0.1");
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
  // Clients of many addresses take all places.
  void use_up_budget() {
    for (const auto returning :
         {std::optional<proto::ReturningFeature>(), std::optional(proto::ReturningFeature::as_spectator)}) {
      while (is_in(come(returning, "10.1.0." + std::to_string(++addresses)))) {
      }
    }
  }
  // Two players begin a match. Returns how the first sees it, and closes its connection.
  proto::MatchStart lose_seat(const std::string& token = "") {
    return lose_seat(server.enter(token.empty() ? "ann" : "", token), server.enter("bob"));
  }
  proto::MatchStart lose_seat(net::ConnectionId ann, net::ConnectionId bob) {
    for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
    const proto::MatchStart start = server.last<proto::MatchStart>(ann).value();
    server.service.closed(ann, "");
    return start;
  }
  void resume(net::ConnectionId connection, const proto::MatchStart& start) {
    server.say(connection, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  }
  void resume_nothing(net::ConnectionId connection) {
    server.say(connection, proto::Resume{.match = proto::MatchId{99}, .seat = duel::Seat::one, .token = "x"});
  }

  InMemoryServer server{settings_with_arrivals({.per_second = 10, .burst = 20})};
  int addresses = 0;
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
  const auto start = lose_seat();
  use_up_budget();
  const auto back = come(proto::ReturningFeature::to_seat);
  ASSERT_TRUE(is_in(back));
  resume(back, start);
  EXPECT_TRUE(server.last<proto::MatchStart>(back));
  server.say(back, proto::Leave{.match = start.match, .seat = *start.seat});
  server.settle();
  ASSERT_EQ(server.service.lobby().matches().count(), 0U);
  server.say(back, proto::ListLobby{});
  EXPECT_TRUE(server.last<proto::Lobby>(back)) << "it may do all that others may do, also after its match";
  server.run_posted_later();
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
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
}

TEST_F(ArrivingClients, APlayerWithoutASeatWaitsLikeOthersBeforeItAsksForAnythingElse) {
  use_up_budget();
  const auto without_resume = come(proto::ReturningFeature::to_seat);
  const auto with_wrong_match = come(proto::ReturningFeature::to_seat);
  ASSERT_TRUE(is_in(without_resume) && is_in(with_wrong_match));
  resume_nothing(with_wrong_match);
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

TEST_F(ArrivingClients, ClaimsToSeatsTakeNoPlacesOfOthers) {
  for (int i = 0; i < 500; ++i)
    come(proto::ReturningFeature::to_seat, i % 2 == 0 ? kFlood : "10.8.0." + std::to_string(i));
  EXPECT_TRUE(is_in(come()));
  EXPECT_TRUE(is_in(come(proto::ReturningFeature::as_spectator)));
}

TEST_F(ArrivingClients, AFloodFromOneAddressDoesNotKeepOthersOut) {
  const auto start = lose_seat();
  for (const auto returning :
       {std::optional<proto::ReturningFeature>(), std::optional(proto::ReturningFeature::as_spectator),
        std::optional(proto::ReturningFeature::to_seat)}) {
    for (int i = 0; i < 500; ++i) {
      const auto hostile = come(returning, kFlood);
      resume_nothing(hostile);
      server.say(hostile, proto::ListLobby{});
    }
  }
  EXPECT_TRUE(is_in(come()));
  EXPECT_TRUE(is_in(come(proto::ReturningFeature::as_spectator)));
  const auto back = come(proto::ReturningFeature::to_seat);
  resume(back, start);
  EXPECT_TRUE(server.last<proto::MatchStart>(back));
}

TEST_F(ArrivingClients, APlayerBehindTheAddressOfAFloodTakesItsSeatOver) {
  SessionServiceSettings settings = settings_with_arrivals({.per_second = 10, .burst = 20});
  settings.max_seat_claims_per_payer = 10;
  server.service.change_settings(settings);
  const auto start = lose_seat();
  use_up_budget();
  const auto first = come(proto::ReturningFeature::to_seat, kFlood);
  for (int i = 0; i < 500; ++i) come(proto::ReturningFeature::to_seat, kFlood);
  EXPECT_FALSE(is_in(first)) << "so many claims of an address that prove nothing are too many";
  EXPECT_GE(wait_of(first), 250ms);
  const auto back = come(proto::ReturningFeature::to_seat, kFlood);
  for (int i = 0; i < 9; ++i) come(proto::ReturningFeature::to_seat, kFlood);
  resume(back, start);
  EXPECT_TRUE(server.last<proto::MatchStart>(back));
  for (int i = 0; i < 500; ++i) come(proto::ReturningFeature::to_seat, kFlood);
  server.run_posted_later();
  EXPECT_TRUE(is_in(back));
}

TEST_F(ArrivingClients, AnAccountBehindTheAddressOfAFloodIsLetIn) {
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  server.service.refresh_from_store();
  server.run_posted();
  while (is_in(come(std::nullopt, kFlood))) {
  }
  proto::Hello hello;
  hello.token = token;
  EXPECT_TRUE(is_in(greet(hello, kFlood)));
}

TEST_F(ArrivingClients, AClaimThatIsNotProvedEnds) {
  use_up_budget();
  const auto silent = come(proto::ReturningFeature::to_seat);
  ASSERT_TRUE(is_in(silent));
  server.run_posted_later();
  EXPECT_FALSE(is_in(silent));
  EXPECT_GE(wait_of(silent), 250ms);
  const auto patient = come(proto::ReturningFeature::to_seat);
  server.now += 1min;
  server.run_posted_later();
  EXPECT_TRUE(is_in(patient)) << "there is a place for it now";
}

TEST_F(ArrivingClients, OffersTakeEffectWhenASeatIsTakenOver) {
  const auto start = lose_seat();
  use_up_budget();
  const auto open = claim_with("open:3");
  EXPECT_FALSE(server.service.lobby().presence().is_open("claimer"));
  resume(open, start);
  EXPECT_TRUE(server.last<proto::MatchStart>(open));
  EXPECT_TRUE(server.service.lobby().presence().is_open("ann")) << "the player has the name of its seat again";
}

TEST_F(ArrivingClients, OffersWithoutASeatNeedThePlaceOfANewcomer) {
  ListeningHost host;
  server.service.set_tournament_host(host);
  const std::string token = server.store.create_token("deep", storage::Role::worker);
  use_up_budget();
  const std::vector<net::ConnectionId> claims{claim_with("open:3"), claim_with("advises:3"),
                                              claim_with("arranged:1", token)};
  for (const auto claim : claims) {
    EXPECT_TRUE(is_in(claim));
    resume_nothing(claim);
  }
  EXPECT_FALSE(server.service.lobby().presence().is_open("claimer"));
  EXPECT_TRUE(server.service.advisers().empty());
  EXPECT_TRUE(host.arrivals.empty());
  for (const auto claim : claims) EXPECT_TRUE(is_in(claim)) << "it may have other seats";
  server.run_posted_later();
  for (const auto claim : claims) {
    EXPECT_FALSE(is_in(claim));
    EXPECT_GE(wait_of(claim), 250ms);
    server.service.closed(claim, "");
  }
  server.now += 1min;
  for (const std::string feature : {"open:3", "advises:3"}) resume_nothing(claim_with(feature));
  resume_nothing(claim_with("arranged:1", token));
  EXPECT_TRUE(server.service.lobby().presence().is_open("claimer"));
  EXPECT_FALSE(server.service.advisers().empty());
  ASSERT_EQ(host.arrivals.size(), 1U);
  EXPECT_TRUE(host.arrivals.front().offer);
}

TEST_F(ArrivingClients, AnOfferThatIsWithdrawnBeforeItTakesEffectIsNotMade) {
  ListeningHost host;
  server.service.set_tournament_host(host);
  const auto claim = claim_with("arranged:1", server.store.create_token("deep", storage::Role::worker));
  server.say(claim, proto::Leave{.arranged = true});
  server.say(claim, proto::ListLobby{});
  ASSERT_EQ(host.arrivals.size(), 1U);
  EXPECT_FALSE(host.arrivals.front().offer);
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
    const auto connection = come(next.mapped(), kFlood);
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

// As after a restart of a full server: players go on at once, and all others come in at the rate of the setting.
TEST_F(ArrivingClients, TenThousandComeBackAfterARestart) {
  constexpr int kComing = 10'000;
  constexpr int kPlayers = 2'000;
  const auto settings = settings_with_arrivals({.per_second = 1'000, .burst = 1'000});
  const auto address_of = [](int i) { return "10." + std::to_string(2 + i % 97) + ".0." + std::to_string(i % 251); };
  server.service.change_settings(settings);
  std::vector<proto::MatchStart> seats;
  for (int i = 0; i < kPlayers; ++i) {
    server.now += 5ms;  // together less than the grace
    seats.push_back(lose_seat(come(std::nullopt, address_of(i)), come(std::nullopt, address_of(i + 1))));
  }
  std::multimap<base::Time, int> coming;
  const base::Time start = server.now;
  for (int i = 0; i < kComing; ++i) coming.emplace(start, i);
  std::map<int, int> tries;
  int came_in = 0;
  while (!coming.empty()) {
    auto next = coming.extract(coming.begin());
    server.now = next.key();
    const int i = next.mapped();
    ++tries[i];
    if (i < kPlayers) {
      const auto back = come(proto::ReturningFeature::to_seat, address_of(i));
      resume(back, seats[static_cast<std::size_t>(i)]);
      ASSERT_TRUE(server.last<proto::MatchStart>(back)) << "a player does not wait";
      ++came_in;
      continue;
    }
    const auto connection =
        come(i % 2 == 0 ? std::optional(proto::ReturningFeature::as_spectator) : std::nullopt, address_of(i));
    if (is_in(connection)) {
      ++came_in;
      continue;
    }
    ASSERT_GT(wait_of(connection), 0ms);
    server.service.closed(connection, "");
    next.key() = server.now + wait_of(connection);
    coming.insert(std::move(next));
  }
  EXPECT_EQ(came_in, kComing);
  EXPECT_LT(server.now, start + 2min);
  int most_tries = 0;
  for (const auto& [client, count] : tries) most_tries = std::max(most_tries, count);
  EXPECT_LT(most_tries, 10) << "they are told when there is a place";
}

TEST_F(ArrivingClients, TheSettingCanChange) {
  use_up_budget();
  server.service.change_settings(settings_with_arrivals({}));
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(is_in(come()));
}

}  // namespace
}  // namespace rensa::sessions
