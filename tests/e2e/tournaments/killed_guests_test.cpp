#include <csignal>
#include <cstdint>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "engine/record/codec.h"
#include "tests/e2e/tournaments/cup_server.h"
#include "tests/e2e/tournaments/guest.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// Stops a server again and again during a tournament of guests, that is of players that connect by themselves and come
// back. Their games go on, each in its only attempt.

namespace rensa::e2e {
namespace {

using testing::IsEmpty;
using testing::Not;

// Two guests that win games of each other.
struct Guests {
  explicit Guests(const CupServer& cup, int limit_of_ann = kNoLimit)
      : ann(cup, "ann", rules::Cell::red, limit_of_ann), bob(cup, "bob", rules::Cell::green) {}

  Guest ann;
  Guest bob;
};

Json plan(int pairs, const std::string& clock) {
  Json plan = {{"name", "cup"},  {"seed", 8},
               {"clock", clock}, {"pairs", pairs},
               {"audit", 0},     {"players", {{{"name", "ann"}, {"guest", true}}, {{"name", "bob"}, {"guest", true}}}}};
  if (clock == "virtual") plan["charge"] = 12;
  if (clock == "turns") plan["ruleset"] = "jaist-1";
  return plan;
}

std::map<std::string, record::Record> records_of(const CupServer& cup) {
  std::map<std::string, record::Record> records;
  for (const auto& file : std::filesystem::directory_iterator(cup.folder() / "games")) {
    const std::string bytes = read_text_file(file.path());
    const auto decoded = record::decode(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    EXPECT_FALSE(decoded.error) << file.path();
    if (decoded.record) records[file.path().filename()] = *decoded.record;
  }
  return records;
}

// The records as those of games that were not interrupted, as bytes.
std::map<std::string, std::vector<std::uint8_t>> uninterrupted_records_of(const CupServer& cup) {
  std::map<std::string, std::vector<std::uint8_t>> bytes;
  for (auto [name, record] : records_of(cup)) {
    record.interruptions.clear();
    bytes[name] = record::encode(record);
  }
  return bytes;
}

// Each game has been played once, in its first attempt, and has ended by the rules.
void expect_first_attempts(const PlayedCup& cup, std::size_t games) {
  expect_first_attempts(cup);
  std::size_t ended = 0;
  for (const Json& line : cup.journal) {
    if (line["event"] != "ended") continue;
    ++ended;
    EXPECT_TRUE(line["cause"] == "choked" || line["cause"] == "no_move") << line;
  }
  EXPECT_EQ(ended, games);
}

// The parameter is the number of games at a time.
class KilledGuests : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Games, KilledGuests, testing::Values(1, 3),
                         [](const auto& jobs) { return jobs.param == 1 ? "OneByOne" : "ThreeAtATime"; });

TEST_P(KilledGuests, EndTheirTournamentLikeTheUndisturbedOne) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const int kills = tests::cases(6, 100);
  const Json cup = plan(tests::cases(3, 20), "virtual");
  CupServer undisturbed;
  ASSERT_NO_FATAL_FAILURE(undisturbed.start(cup, GetParam()));
  PlayedCup expected;
  {
    const Guests guests(undisturbed);
    expected = undisturbed.finish();
  }
  ASSERT_FALSE(expected.records.empty());

  CupServer killed;
  ASSERT_NO_FATAL_FAILURE(killed.start(cup, GetParam()));
  PlayedCup found;
  {
    const Guests guests(killed);
    for (const std::uint64_t bytes : draw_sizes(chance, kills, expected)) {
      const std::uint64_t messages = std::uniform_int_distribution<std::uint64_t>(0, 60)(chance);
      const int signal = std::bernoulli_distribution(0.8)(chance) ? SIGKILL : SIGTERM;
      SCOPED_TRACE("signal " + std::to_string(signal) + " after " + std::to_string(bytes) + " bytes and " +
                   std::to_string(messages) + " messages");
      ASSERT_NO_FATAL_FAILURE(killed.stop_after(bytes, messages, signal));
    }
    found = killed.finish();
  }
  EXPECT_TRUE(found.tables == expected.tables) << found.tables["text"] << expected.tables["text"];
  EXPECT_EQ(found.timeless_events(), expected.timeless_events());
  if (GetParam() > 1) return;
  EXPECT_EQ(found.journal, expected.journal) << killed.log();
  EXPECT_TRUE(uninterrupted_records_of(killed) == uninterrupted_records_of(undisturbed));
}

class KilledGuestsOfAllClocks : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Clocks, KilledGuestsOfAllClocks, testing::Values("real", "virtual", "turns"),
                         [](const auto& clock) { return std::string(clock.param); });

TEST_P(KilledGuestsOfAllClocks, PlayOnInTheSameAttempt) {
  const bool is_real = std::string(GetParam()) == "real";  // its games take seconds
  const int pairs = is_real ? 1 : 3;
  CupServer cup;
  ASSERT_NO_FATAL_FAILURE(cup.start(plan(pairs, GetParam()), is_real ? 1 : 2));
  PlayedCup played;
  {
    // A game in real time goes on without a decision, and is long enough.
    int wanted = 2;
    Guests guests(cup, is_real ? kNoLimit : wanted);
    for (const int signal : {SIGKILL, SIGTERM, SIGKILL}) {
      ASSERT_TRUE(becomes_true([&] { return is_real ? guests.ann.choices() >= wanted : guests.ann.is_held(); }))
          << cup.log();
      ASSERT_NO_FATAL_FAILURE(cup.stop_after(0, 0, signal));
      wanted = guests.ann.choices() + 2;
      if (!is_real) guests.ann.limit_to(wanted);
    }
    guests.ann.limit_to(kNoLimit);
    played = cup.finish();
    EXPECT_THAT(guests.ann.lost(), IsEmpty());
    EXPECT_THAT(guests.bob.lost(), IsEmpty());
  }
  expect_first_attempts(played, 2 * static_cast<std::size_t>(pairs));
  std::size_t interruptions = 0;
  for (const auto& [name, record] : records_of(cup)) interruptions += record.interruptions.size();
  EXPECT_GE(interruptions, 1U) << cup.log();
}

// Each step from the start of a game to its place in the list of all games.
TEST_P(KilledGuestsOfAllClocks, HaveOneResultWhereverTheServerDies) {
  if (std::string(GetParam()) == "real" && !tests::long_tests()) GTEST_SKIP() << "its games take minutes: --long";
  constexpr int kGames = 2;
  for (const char* step :
       {"before_started", "after_started", "before_ended", "after_ended", "before", "after", "told"}) {
    SCOPED_TRACE(step);
    CupServer cup;
    ASSERT_NO_FATAL_FAILURE(cup.start(plan(1, GetParam()), 1));
    PlayedCup played;
    {
      const Guests guests(cup);
      // The second server dies in the same game again, or in the next one.
      for (int death = 0; death < 2; ++death) cup.serve_until_it_dies(step);
      cup.serve();
      played = cup.finish();
    }
    expect_first_attempts(played, kGames);
    EXPECT_THAT(cup.wait_for_listed_games(kGames), testing::ElementsAre(testing::Key("0-0"), testing::Key("0-1")));
    if (HasFailure()) {
      std::cout << cup.log();
      return;
    }
  }
}

// The results of the games, by the number of the game and its attempt.
std::vector<std::string> results_of(const PlayedCup& played) {
  std::vector<std::string> results;
  for (const Json& line : played.journal) {
    if (line["event"] != "ended") continue;
    results.push_back(std::to_string(line["leg"].get<int>()) + "-" + std::to_string(line["attempt"].get<int>()));
  }
  return results;
}

// The number of these events in the journal.
int events_on_disk(const CupServer& cup, const std::string& name) {
  const std::string journal = read_text_file(cup.folder() / "journal.jsonl");
  const std::string event = R"("event":")" + name + '"';
  int count = 0;
  for (std::size_t at = journal.find(event); at != std::string::npos; at = journal.find(event, at + 1)) ++count;
  return count;
}

// A server that was killed during the first of two games.
class RestartedCup : public testing::Test {
 protected:
  RestartedCup() {
    cup_.start(plan(1, "virtual"), 1);
    guests_.emplace(cup_, 2);
    EXPECT_TRUE(becomes_true([&] { return guests_->ann.is_held(); })) << cup_.log();
    cup_.kill();
  }

  CupServer cup_;
  std::optional<Guests> guests_;
};

TEST_F(RestartedCup, PlaysAGameAgainIfTheLogHasNothingOfIt) {
  std::filesystem::remove(cup_.folder() / ".." / ".." / "matches.log");
  guests_->ann.limit_to(kNoLimit);
  cup_.serve();
  EXPECT_THAT(results_of(cup_.finish()), testing::ElementsAre("0-0", "1-0")) << cup_.log();
}

TEST_F(RestartedCup, GoesOnIfItsTournamentCannotBeOpenedAtFirst) {
  const auto has_taken_it_back = [&] { return cup_.log().find("event=game_continued") != std::string::npos; };
  cup_.serve_until("failing_open", has_taken_it_back);
  EXPECT_THAT(cup_.log(), testing::HasSubstr("event=tournament_not_opened"));
  guests_->ann.limit_to(kNoLimit);
  cup_.serve();
  EXPECT_THAT(results_of(cup_.finish()), testing::ElementsAre("0-0", "1-0")) << cup_.log();
  EXPECT_THAT(guests_->ann.lost(), IsEmpty());
}

TEST_F(RestartedCup, KeepsAGameThatEndsBeforeItsTournamentIsOpen) {
  guests_->ann.limit_to(kNoLimit);
  const auto has_both = [&] { return events_on_disk(cup_, "ended") == 2; };
  cup_.serve_until("failing_open", has_both);
  EXPECT_THAT(cup_.log(), testing::HasSubstr("event=tournament_not_opened"));
  cup_.serve();
  EXPECT_THAT(results_of(cup_.finish()), testing::ElementsAre("0-0", "1-0")) << cup_.log();
}

// The server could say if an overload has made the player late, but has died before it did.
TEST(CupWithALatePlayer, DoesNotCountALossByTimeThatWasNotSavedBeforeACrash) {
  CupServer cup;
  Json late = plan(1, "virtual");
  late.update({{"think_seconds", 1}, {"first_think_seconds", 1}, {"missed", 1}});
  cup.start(late, 1);
  cup.kill();
  Guests guests(cup, 2);
  cup.serve_until_it_dies("before_ended");
  const int attempt = events_on_disk(cup, "voided");  // the earlier ones were void by an overload that there really was
  if (attempt == 2) GTEST_SKIP() << "the machine was so busy that the game was in its last attempt, which counts";
  guests.ann.limit_to(kNoLimit);
  cup.serve();
  const PlayedCup played = cup.finish();
  EXPECT_THAT(results_of(played), Not(testing::Contains("0-" + std::to_string(attempt)))) << cup.log();
  EXPECT_THAT(cup.log(),
              testing::HasSubstr("the server stopped before it knew if an overload has made the player late"));
}

// The game begins without its start on disk, so it is played again after a crash.
TEST(CupOnAFailingDisk, LetsItsGamesBegin) {
  CupServer cup;
  cup.start(plan(1, "virtual"), 1);
  cup.kill();
  const Guests guests(cup);
  cup.serve_until("failing_started", [&] { return guests.ann.choices() >= 2; });
  cup.serve();
  EXPECT_THAT(results_of(cup.finish()), testing::ElementsAre("0-0", "1-0")) << cup.log();
}

TEST_F(RestartedCup, EndsTheMatchOfATournamentThatIsGone) {
  std::filesystem::remove_all(cup_.folder());
  cup_.serve();
  EXPECT_THAT(cup_.log(), testing::HasSubstr("event=match_of_tournament_void"));
  EXPECT_TRUE(becomes_true([&] { return cup_.server().get_json("/api/v1/matches")["matches"].empty(); }));
  cup_.serve();
  EXPECT_TRUE(cup_.server().get_json("/api/v1/games")["games"].empty());
  EXPECT_THAT(cup_.log(), Not(testing::HasSubstr("event=tournament_failed")));
}

}  // namespace
}  // namespace rensa::e2e
