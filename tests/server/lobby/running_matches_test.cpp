#include "server/lobby/running_matches.h"

#include <algorithm>
#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "server/lobby/seats.h"

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;
using base::MatchId;
using duel::Seat;
using testing::ElementsAre;
using testing::IsEmpty;

// Keeps all messages and events of matches.
class RecordingOutput final : public LobbyOutput {
 public:
  void send(base::PlayerId player, match::MatchMessage&& message) override {
    sent[player].push_back(std::move(message));
  }
  void send(base::PlayerId, LobbyMessage&&) override { ++lobby_messages; }
  void send_snapshot(base::PlayerId) override { ++lobby_messages; }
  void send_to_all(std::span<const base::PlayerId> players, match::SpectatorMessage& message) override {
    for (const base::PlayerId player : players) sent[player].push_back(message.message);
  }
  bool is_congested(base::PlayerId) const override { return false; }
  void record_event(MatchId match, const match::MatchEvent& event) override { events[match].push_back(event); }
  void save(match::FinishedGame game) override { unsaved.push_back(std::move(game)); }
  match::SecretSeed draw_secret_seed() override { return {.seed = ++secrets_, .nonce = std::to_string(secrets_)}; }
  std::string date() const override { return "2026-01-02T03:04:05Z"; }
  std::optional<match::QueueSource> queue_source(std::uint64_t) const override { return std::nullopt; }
  bool is_new_match_waiting(MatchId) const override { return keeps_matches_waiting; }

  template <typename Message>
  bool was_sent(base::PlayerId player) const {
    const auto messages = sent.find(player);
    return messages != sent.end() && std::ranges::any_of(messages->second, [](const match::MatchMessage& message) {
             return std::holds_alternative<Message>(message.content);
           });
  }

  std::map<base::PlayerId, std::vector<match::MatchMessage>> sent;
  std::map<MatchId, std::vector<match::MatchEvent>> events;
  std::deque<match::FinishedGame> unsaved;
  int lobby_messages = 0;
  bool keeps_matches_waiting = false;

 private:
  std::uint64_t secrets_ = 0;
};

// Running matches with the parts below them, and without a lobby: nothing is asked for, and all players are present.
class RunningMatchesTest : public testing::Test {
 protected:
  static constexpr base::PlayerId kOne{.number = 1};
  static constexpr base::PlayerId kTwo{.number = 2};
  static constexpr base::PlayerId kThree{.number = 3};

  MatchId start(match::Clock clock, base::PlayerId one = kOne, base::PlayerId two = kTwo) {
    match::MatchCreated created;
    created.terms.clock = clock;
    created.terms.ruleset = clock == match::Clock::turns ? "jaist-1" : "tsu-1";
    created.seats[0].player = {.id = one, .name = "one"};
    created.seats[1].player = {.id = two, .name = "two"};
    return matches_.start(std::move(created), "payer", now_);
  }
  void save_all() {
    while (!output_.unsaved.empty()) {
      const match::FinishedGame game = std::move(output_.unsaved.front());
      output_.unsaved.pop_front();
      matches_.on_game_saved(game.match, game.game, 1, now_);
    }
  }

  LobbySettings settings_ = [] {
    LobbySettings settings;
    settings.stall_threshold = 100ms;
    return settings;
  }();
  base::CountingIds ids_;
  RecordingOutput output_;
  MatchLoad load_{settings_, ids_};
  PlayerMatches players_;
  SpectatorDelivery spectators_{output_};
  RunningMatches matches_{{.settings = settings_,
                           .match_ids = ids_,
                           .output = output_,
                           .load = load_,
                           .players = players_,
                           .spectators = spectators_}};
  base::Time now_{1h};
};

TEST_F(RunningMatchesTest, AMatchIsKnownToAllPartsUntilItsLastGameIsSaved) {
  const MatchId id = start(match::Clock::real);
  ASSERT_NE(matches_.find(id), nullptr);
  EXPECT_EQ(matches_.count(), 1U);
  EXPECT_TRUE(load_.has_real_time_matches());
  EXPECT_GT(load_.cpu_load().forecast(), 0);
  EXPECT_TRUE(players_.is_in_match(kOne));
  EXPECT_TRUE(output_.was_sent<match::MatchStart>(kTwo));
  EXPECT_EQ(seat_count(*matches_.find(id), kOne), 1U);
  EXPECT_EQ(seat_players(matches_, id)->at(1).name, "two");

  EXPECT_EQ(matches_.abandon(id, now_), match::AbandonResult::voided);
  EXPECT_EQ(matches_.count(), 1U) << "its game is not saved";
  save_all();
  EXPECT_EQ(matches_.find(id), nullptr);
  EXPECT_FALSE(load_.has_real_time_matches());
  EXPECT_NEAR(load_.cpu_load().forecast(), 0, 1e-12);
  EXPECT_FALSE(players_.is_in_match(kOne));
  EXPECT_TRUE(output_.was_sent<match::MatchEnd>(kTwo));
  EXPECT_EQ(matches_.counts().started, 1U);
  EXPECT_EQ(matches_.counts().games_saved, 1U);
  EXPECT_EQ(matches_.counts().ended, 1U);
  EXPECT_EQ(output_.lobby_messages, 0) << "the running matches refuse nothing";
}

TEST_F(RunningMatchesTest, AMatchThatWaitsBeginsOnceAndIsNotListedBefore) {
  output_.keeps_matches_waiting = true;
  const MatchId id = start(match::Clock::turns);
  EXPECT_NE(matches_.find(id), nullptr);
  EXPECT_EQ(matches_.find_begun(id), nullptr);
  EXPECT_THAT(matches_.listings(10), IsEmpty());
  now_ += 1h;
  matches_.run_due(now_);
  EXPECT_FALSE(output_.was_sent<match::GameStart>(kOne));
  const std::uint64_t changes = matches_.counts().listing_changes;
  matches_.begin(id, now_);
  EXPECT_NE(matches_.counts().listing_changes, changes);
  EXPECT_TRUE(output_.was_sent<match::GameStart>(kOne));
  ASSERT_EQ(matches_.listings(10).size(), 1U);
  EXPECT_EQ(matches_.listings(10)[0], listing_of(*matches_.find_begun(id)));
  const std::size_t sent = output_.sent[kOne].size();
  matches_.begin(id, now_);
  EXPECT_EQ(output_.sent[kOne].size(), sent);
}

TEST_F(RunningMatchesTest, ListingsAreInTheOrderOfTheirNumbers) {
  for (int i = 0; i < 20; ++i) start(match::Clock::turns);
  const std::vector<ListedMatch> listed = matches_.listings(20);
  ASSERT_EQ(listed.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(listed, {}, &ListedMatch::match));
  EXPECT_EQ(matches_.listings(3).size(), 3U);
}

TEST_F(RunningMatchesTest, NothingHappensToAMatchThatDoesNotRun) {
  bool was_called = false;
  EXPECT_FALSE(matches_.change(MatchId{77}, [&](match::Match&) { was_called = true; }));
  EXPECT_FALSE(was_called);
  EXPECT_FALSE(matches_.decide(kOne, MatchId{77}, {}, now_));
  EXPECT_FALSE(matches_.abandon(MatchId{77}, now_));
  matches_.on_game_saved(MatchId{77}, 1, 1, now_);
  matches_.on_game_voided(MatchId{77}, 1, now_);
  matches_.begin(MatchId{77}, now_);
  EXPECT_EQ(matches_.count(), 0U);
  EXPECT_EQ(matches_.counts().decisions, 0U);
}

TEST_F(RunningMatchesTest, AChangedMatchRunsWhenItMust) {
  const MatchId id = start(match::Clock::turns);
  matches_.change(id, [&](match::Match& match) { match.lose_player(kOne, now_); });
  now_ += settings_.match.grace - 1ms;
  matches_.run_due(now_);
  EXPECT_THAT(output_.unsaved, IsEmpty());
  now_ += 1ms;
  matches_.run_due(now_);
  EXPECT_EQ(output_.unsaved.size(), 1U) << "the grace is over";
}

TEST_F(RunningMatchesTest, AStallOfTheServerMovesTimeOuts) {
  const match::Match& match = *matches_.find(start(match::Clock::turns));
  const base::Time deadline = match.next_deadline();
  matches_.skip_stall(now_);
  matches_.skip_stall(now_ + 100ms);
  EXPECT_EQ(matches_.counts().stalls, 0U) << "it is not longer than the threshold";
  EXPECT_EQ(match.next_deadline(), deadline);
  const base::Span stall = deadline - now_;
  matches_.run_due(now_ + 100ms + stall);
  EXPECT_EQ(matches_.counts().stalls, 1U);
  EXPECT_EQ(matches_.counts().stalled, stall);
  EXPECT_EQ(match.next_deadline(), deadline + stall) << "the players could not answer meanwhile";
}

TEST_F(RunningMatchesTest, AMatchInRealTimeRunsInItsPhaseOnly) {
  const MatchId id = start(match::Clock::real);
  const int phase = match::creation_of(output_.events[id].front())->conditions->phase;
  const auto clock_after = [&](int ran) {
    now_ += 1s;
    matches_.run_phase(ran, now_);
    EXPECT_EQ(matches_.real_time_played_until(), now_);
    return matches_.find(id)->clock();
  };
  const int before = clock_after((phase + 1) % base::kPhases);
  EXPECT_GT(clock_after(phase), before);
}

TEST_F(RunningMatchesTest, APlayerThatTakesASeatDoesNotWatchTheMatchAnyMore) {
  const MatchId id = start(match::Clock::turns);
  matches_.change(id, [&](match::Match& match) { match.lose_player(kOne, now_); });
  matches_.change(id, [&](match::Match& match) { spectators_.watch(match, kThree, {}, now_); });
  EXPECT_TRUE(spectators_.has_updates());
  const std::uint64_t changes = matches_.counts().listing_changes;
  matches_.change(id, [&](match::Match& match) {
    match.return_lost_seat(Seat::one, kThree, match::Subscription::events, now_);
    matches_.note_taken_seat(match, kThree);
    EXPECT_FALSE(match.has_spectators());
  });
  EXPECT_NE(matches_.counts().listing_changes, changes);
  EXPECT_TRUE(players_.is_in_match(kThree));
  EXPECT_EQ(seat_name(matches_, kThree, id, Seat::one), "one");
}

TEST_F(RunningMatchesTest, ARestoredMatchGoesOnAndIsChargedToItsAccount) {
  const base::PlayerId account{.kind = base::PlayerId::Kind::account, .client_index = 0, .number = 7};
  const MatchId id = start(match::Clock::turns, account);
  const std::vector<match::MatchEvent> events = output_.events[id];
  RecordingOutput output;
  MatchLoad load(settings_, ids_);
  PlayerMatches players;
  SpectatorDelivery spectators(output);
  RunningMatches again({.settings = settings_,
                        .match_ids = ids_,
                        .output = output,
                        .load = load,
                        .players = players,
                        .spectators = spectators});
  EXPECT_TRUE(again.restore(events, 1s, now_));
  ASSERT_NE(again.find(id), nullptr);
  EXPECT_EQ(again.find(id)->names(), matches_.find(id)->names());
  EXPECT_EQ(again.counts().restored, 1U);
  EXPECT_EQ(again.counts().started, 0U);
  EXPECT_FALSE(players.is_in_match(account)) << "it has not come back";
  again.abandon_all(now_);
  for (const match::FinishedGame& game : std::exchange(output.unsaved, {})) {
    again.on_game_saved(game.match, game.game, 1, now_);
  }
  EXPECT_EQ(again.count(), 0U);
}

}  // namespace
}  // namespace rensa::lobby
