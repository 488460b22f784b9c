#include "server/lobby/match_admission.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using proto::Clock;
using tests::terms_of;
using tests::TestLobby;

TEST(MatchAdmission, RefusesUnplayableTerms) {
  TestLobby server;
  const base::PlayerId a = server.enter("a");
  const auto refused = [&](const proto::Terms& terms) {
    server.take(a);
    server.say(a, proto::QuickMatch{terms, {}});
    const auto error = server.last<proto::Error>(a);
    return error && error->code == proto::ErrorCode::terms;
  };
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.ruleset = "nothing-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::turns);
  terms.ruleset = "tsu-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.ruleset = "jaist-1";
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::real);
  terms.charge = proto::ThinkingCost::measured;
  EXPECT_TRUE(refused(terms));
  terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::fixed;
  EXPECT_TRUE(refused(terms));
}

TEST(MatchAdmission, RefusesMatchesBeyondTheLimit) {
  LobbySettings settings;
  settings.max_matches = 1;
  TestLobby server(settings);
  server.start(terms_of(Clock::virtual_time));
  server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.last<proto::Error>(server.two)->code, proto::ErrorCode::busy);
  EXPECT_EQ(server.lobby.matches().count(), 1U);
}

TEST(MatchAdmission, AConnectionHasAMaximumOfMatches) {
  LobbySettings settings;
  settings.max_matches_per_player = 2;
  TestLobby server(settings);
  const auto greedy = server.enter("greedy");
  for (int i = 0; i < 3; ++i) {
    server.say(server.enter("other"), proto::QuickMatch{});
    server.say(greedy, proto::QuickMatch{});
  }
  EXPECT_EQ(server.lobby.matches().count(), 2U);
  ASSERT_TRUE(server.last<proto::Error>(greedy));
  EXPECT_EQ(server.last<proto::Error>(greedy)->code, proto::ErrorCode::busy);
}

// Payers that begin matches in real time, each between two players of its own.
class MatchesOfPayers : public testing::Test {
 protected:
  static constexpr int kLimit = 40;

  // Returns how many of `count` matches began.
  int start_matches(const std::string& payer, int count) {
    int started = 0;
    for (int i = 0; i < count; ++i) {
      const auto [one, two] = enter_pair(payer);
      // The matches of one payer have terms of their own, so that it plays with itself.
      const proto::QuickMatch wanted{terms_of(Clock::real, games_of(payer)), {}};
      for (const base::PlayerId player : {one, two}) server_.say(player, wanted);
      if (const auto begun = server_.last<proto::MatchStart>(one)) {
        ++started;
        running_[payer].push_back({one, *begun});
      }
      for (const base::PlayerId player : {one, two}) server_.say(player, proto::Leave{});  // its wish, if refused
    }
    return started;
  }
  void end_matches(const std::string& payer, int count) {
    for (int i = 0; i < count; ++i) {
      const auto [player, begun] = running_[payer].back();
      running_[payer].pop_back();
      server_.say(player, proto::Leave{.match = begun.match, .seat = *begun.seat});
    }
    server_.save_all();
  }
  base::PlayerId enter(const std::string& payer) {
    base::PlayerId player{.number = ++players_};
    if (payer.starts_with("account")) player.kind = base::PlayerId::Kind::account;
    server_.lobby.enter(player, "player-" + std::to_string(players_), server_.now);
    server_.lobby.presence().set_payer(player, {.name = payer, .is_guest = base::is_guest(player)});
    return player;
  }
  std::pair<base::PlayerId, base::PlayerId> enter_pair(const std::string& payer) {
    const base::PlayerId one = enter(payer);
    return {one, enter(payer)};
  }
  // Lets one payer begin as many matches as it can, and then nine others.
  void flood_from_ten_addresses() {
    EXPECT_EQ(start_matches("address 1", 2 * kLimit), kLimit) << "alone, one payer may use all up to the limit";
    for (int i = 2; i <= 10; ++i) EXPECT_EQ(start_matches("address " + std::to_string(i), 3), 1) << "address " << i;
  }

  TestLobby server_ = TestLobby([] {
    LobbySettings settings;
    settings.max_real_time_matches = kLimit;
    return settings;
  }());

 private:
  struct Running {
    base::PlayerId player;
    proto::MatchStart start;
  };
  int games_of(const std::string& payer) {
    return games_.try_emplace(payer, static_cast<int>(games_.size()) + 1).first->second;
  }

  std::map<std::string, int> games_;
  std::map<std::string, std::vector<Running>> running_;
  std::uint64_t players_ = 0;
};

TEST_F(MatchesOfPayers, GuestsFromTenAddressesLeaveAnAccountAndANewGuestTheirMatches) {
  flood_from_ten_addresses();
  EXPECT_EQ(start_matches("new guest", 1), 1);
  EXPECT_EQ(start_matches("account 1", 1), 1);
  EXPECT_EQ(start_matches("address 1", 1), 0);
}

TEST_F(MatchesOfPayers, TheLastPlacesAreForAccounts) {
  flood_from_ten_addresses();
  int guests = 0;
  for (int i = 11; i < 40; ++i) guests += start_matches("address " + std::to_string(i), 1);
  const Reserve reserve = reserve_beyond(kLimit);
  EXPECT_EQ(9 + guests, static_cast<int>(reserve.matches - reserve.for_accounts));
  EXPECT_EQ(start_matches("account 1", 2), 1);
  for (std::size_t i = 1; i < reserve.for_accounts; ++i) {
    EXPECT_EQ(start_matches("account " + std::to_string(i + 1), 1), 1);
  }
  EXPECT_EQ(start_matches("account of nobody", 1), 0) << "the reserve is used up";
}

TEST_F(MatchesOfPayers, FreePlacesGoToPayersWithFewerMatches) {
  flood_from_ten_addresses();
  end_matches("address 1", 12);
  EXPECT_EQ(start_matches("address 1", 12), 0) << "the others asked for more";
  EXPECT_EQ(start_matches("address 2", 12), 1) << "then it has more than those that wait";
  EXPECT_EQ(start_matches("address 3", 1), 1);
  server_.now += Capacity::kRefusalMemory;
  EXPECT_EQ(start_matches("address 1", 12), 1) << "the others ask no more: all up to the limit";
}

// The payer that asks may begin no match, but its opponent has asked for the same match and has none yet.
TEST_F(MatchesOfPayers, TheOpponentPaysIfThePlayerCannot) {
  start_matches("address 1", kLimit);
  const base::PlayerId full = enter("address 1");
  const base::PlayerId guest = enter("new guest");
  server_.say(guest, proto::QuickMatch{terms_of(Clock::real, 99), {}});
  server_.say(full, proto::QuickMatch{terms_of(Clock::real, 99), {}});
  EXPECT_TRUE(server_.last<proto::MatchStart>(guest));
  server_.say(guest, proto::QuickMatch{terms_of(Clock::real, 98), {}});
  EXPECT_EQ(server_.last<proto::Error>(guest)->code, proto::ErrorCode::busy) << "it was charged for the first one";
}

// An open player has agreed to nothing: strangers could use up its places.
TEST_F(MatchesOfPayers, AnOpenPlayerDoesNotPayForItsChallengers) {
  start_matches("address 1", kLimit);
  const base::PlayerId full = enter("address 1");
  const base::PlayerId bot = enter("account 1");
  server_.lobby.open_to_challenges(bot, {.matches = 5});
  server_.say(full,
              proto::Challenge{.opponent = server_.lobby.presence().name_of(bot), .terms = terms_of(Clock::real)});
  EXPECT_EQ(server_.last<proto::Error>(full)->code, proto::ErrorCode::busy);
  EXPECT_EQ(start_matches("account 1", 1), 1);
}

TEST_F(MatchesOfPayers, AllTournamentsAreOnePayer) {
  start_matches("address 1", kLimit);
  const auto arrange = [&](const std::string& payer) {
    const auto [one, two] = enter_pair(payer);
    match::Arrangement arrangement;
    arrangement.terms = terms_of(Clock::real);
    arrangement.players = {match::MatchPlayer{.id = one, .name = "one"}, match::MatchPlayer{.id = two, .name = "two"}};
    return server_.lobby.arranged_matches().start(arrangement, server_.now).has_value();
  };
  EXPECT_TRUE(arrange("account 1"));
  EXPECT_FALSE(arrange("account 2"));
  EXPECT_EQ(start_matches("account 1", 1), 1) << "an account does not pay for the matches of its tournament";
}

}  // namespace
}  // namespace rensa::lobby
