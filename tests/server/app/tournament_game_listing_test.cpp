#include "server/app/listing/tournament_game_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

#include "engine/record/codec.h"
#include "server/storage/memory/memory_store.h"
#include "server/storage/memory/memory_tournaments.h"
#include "tests/engine/record/games.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::app {
namespace {

using storage::test::Failure;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kDate = "2026-01-02T03:04:05Z";

// A tournament "cup" with two games in stores that answer at once, and functions that are called later when the test
// says so.
class ListingOfGames : public testing::Test {
 protected:
  ListingOfGames() {
    tournaments_->create_tournament({.name = "cup", .plan = {}, .marks = {}}, [](const auto&) {});
    for (const char* name : {"0-0", "0-1", "0-2"}) keep(name, record::encode(game_.record));
  }

  void keep(const std::string& game, const std::vector<std::uint8_t>& record) {
    tournaments_->append_to_journal("cup", {.games = {{.name = game, .record = record, .outputs = {}}}, .lines = {}},
                                    [](const auto&) {});
  }
  void list(std::vector<std::string> games, bool are_new = false) {
    listing_.list(
        {.tournament = "cup", .clock = match::Clock::virtual_time, .games = std::move(games), .are_new = are_new});
  }
  void run_later_calls() {
    for (const auto& call : std::exchange(later_, {})) call();
  }
  std::vector<storage::GameRow> games() { return storage::test::WaitingStore(store_).games({.tournament = "cup"}); }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const storage::GameRow& game : games()) names.push_back(game.tournament_game);
    return names;
  }

  const record::Played game_ = record::played("tsu-1", 4711);
  Failure failure_ = Failure::none;
  std::string failing_;  // the operation that fails
  storage::test::Interceptor interceptor_{
      .failure = [this](const std::string& operation) { return operation == failing_ ? failure_ : Failure::none; },
      .deliver = storage::test::run_at_once()};
  storage::test::InterceptedStore store_{
      std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once, storage::test::run_at_once()),
      interceptor_};
  std::unique_ptr<storage::Tournaments> tournaments_ = std::make_unique<storage::test::InterceptedTournaments>(
      std::make_unique<storage::MemoryTournaments>(storage::test::run_at_once()), interceptor_);
  std::optional<std::uint64_t> next_match_ = 7;
  std::vector<std::function<void()>> later_;
  std::vector<std::string> log_;
  TournamentGameListing listing_{{
      .games = store_,
      .tournaments = *tournaments_,
      .take_match_id = [this]() -> std::optional<base::MatchId> {
        if (!next_match_) return std::nullopt;
        return base::MatchId{(*next_match_)++};
      },
      .date = [] { return std::string(kDate); },
      .run_in_background = [](const std::function<void()>& task) { task(); },
      .post = storage::test::run_at_once(),
      .post_later = [this](std::chrono::milliseconds,
                           std::function<void()> call) { later_.push_back(std::move(call)); },
      .log = [this](const std::string& line) { log_.push_back(line); },
  }};
};

TEST_F(ListingOfGames, MakesTheRowOfAGameFromItsRecord) {
  list({"0-1"});
  storage::GameRow expected{.record = 1,
                            .match = 7,
                            .game = 1,
                            .players = {"greedy", "random"},
                            .ruleset = "tsu-1",
                            .winner = {},
                            .cause = std::string(duel::name_of(game_.record.outcome.cause)),
                            .frames = game_.record.outcome.frame,
                            .scores = game_.scores,
                            .ended = kDate,
                            .tournament = "cup",
                            .tournament_game = "0-1"};
  ASSERT_TRUE(game_.record.outcome.winner);
  expected.winner = *game_.record.outcome.winner == duel::Seat::one ? 1 : 2;
  EXPECT_THAT(games(), ElementsAre(expected));
  EXPECT_THAT(log_, ElementsAre("event=tournament_game_listed tournament=\"cup\" game=0-1 match=7"));
}

TEST_F(ListingOfGames, ListsOnlyGamesThatTheStoreDoesNotList) {
  list({"0-1"});
  list({"0-0", "0-1"});
  EXPECT_THAT(names(), ElementsAre("0-0", "0-1"));
  list({"0-0", "0-1"});
  EXPECT_THAT(games(), SizeIs(2));
}

TEST_F(ListingOfGames, FindsAGameBehindThoseOfManyPages) {
  list({"0-0"});
  constexpr std::uint64_t kOtherGames = 600;
  for (std::uint64_t match = 1'000; match < 1'000 + kOtherGames; ++match) {
    storage::GameRow row = storage::test::game_row(match, 1);
    row.tournament = "cup";
    row.tournament_game = std::to_string(match) + "-0";
    store_.save_game({.match = storage::test::match_row(match), .game = row, .record = std::nullopt},
                     [](const auto&) {});
  }
  list({"0-0"});
  EXPECT_THAT(log_, SizeIs(1));
}

TEST_F(ListingOfGames, DoesNotReadTheListForNewResults) {
  failing_ = "list_games";
  failure_ = Failure::before;
  list({"0-0"}, true);
  failing_.clear();
  EXPECT_THAT(names(), ElementsAre("0-0"));
}

TEST_F(ListingOfGames, GoesOnWhenTheStoreWorksAgain) {
  const std::vector<std::pair<std::string, std::string>> games{
      {"list_games", "0-0"}, {"read_game", "0-1"}, {"save_game", "0-2"}};
  for (const auto& [operation, game] : games) {
    SCOPED_TRACE(operation);
    log_.clear();
    failing_ = operation;
    failure_ = Failure::before;
    list({game});
    run_later_calls();
    EXPECT_THAT(log_,
                ElementsAre("event=tournament_games_not_compared tournament=\"cup\" why=\"The disk is on fire.\""))
        << "an error is logged once";
    failing_.clear();
    run_later_calls();
    EXPECT_THAT(later_, IsEmpty());
  }
  EXPECT_THAT(names(), ElementsAre("0-2", "0-1", "0-0"));
}

TEST_F(ListingOfGames, ListsAGameOnceIfTheAnswerOfTheStoreIsLost) {
  failing_ = "save_game";
  failure_ = Failure::after;
  list({"0-0"});
  failing_.clear();
  run_later_calls();
  EXPECT_THAT(names(), ElementsAre("0-0"));
  EXPECT_THAT(log_, testing::Contains(HasSubstr("event=tournament_game_listed")));
}

TEST_F(ListingOfGames, WaitsForTheNumberOfAMatch) {
  next_match_.reset();
  list({"0-0"});
  EXPECT_THAT(games(), IsEmpty());
  next_match_ = 9;
  run_later_calls();
  EXPECT_THAT(games(), ElementsAre(Field(&storage::GameRow::match, 9U)));
}

TEST_F(ListingOfGames, SkipsAGameWithoutAWholeRecord) {
  keep("0-3", {1, 2, 3});
  list({"0-3", "0-4", "0-0"});
  EXPECT_THAT(names(), ElementsAre("0-0"));
  EXPECT_THAT(log_, ElementsAre(HasSubstr("event=tournament_game_not_listed tournament=\"cup\" game=0-3"),
                                HasSubstr("game=0-4 why=\"its record is lost\""), HasSubstr("game=0-0 match=7")));
}

}  // namespace
}  // namespace rensa::app
