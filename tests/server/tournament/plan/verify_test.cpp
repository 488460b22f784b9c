#include "server/tournament/plan/verify.h"

#include <gmock/gmock.h>

#include "server/base/atomic_file.h"
#include "server/base/kept_size.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/tournament_run.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A folder with a journal and without records.
class Journal {
 public:
  explicit Journal(const TournamentPlan& plan)
      : folder_(std::filesystem::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()),
        text_(encoder_.plan_line(digest_of(plan))) {
    std::filesystem::create_directories(folder_);
  }
  ~Journal() { std::filesystem::remove_all(folder_); }
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void add(const Event& event) { text_ += encoder_.event_line(event); }
  const std::filesystem::path& folder() const {
    base::write_file_atomically(storage::journal_file_in(folder_), text_);
    return folder_;
  }

 private:
  std::filesystem::path folder_;
  JournalEncoder encoder_;
  std::string text_;
};

TEST(Verify, OnlyScheduledPairsMayBePlayed) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  journal.add(PairScheduled{{.first = 1, .second = 2, .number_in_format = 0}});
  EXPECT_TRUE(verify_tournament(plan, journal.folder()).faults.empty());
  journal.add(PairScheduled{{.first = 1, .second = 2, .number_in_format = 1}});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults,
              ElementsAre(HasSubstr("line 4: this event does not follow")));
}

TEST(Verify, AResultNeedsItsRecord) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1}});
  journal.add(PairScheduled{{.first = 0, .second = 1}});
  journal.add(GameStarted{{.pair = 0, .leg = 0}});
  journal.add(GameEnded{.game = {.pair = 0, .leg = 0}, .winner = 0});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults, ElementsAre(HasSubstr("0-0.rensa: No such file")));
  journal.add(GameEnded{.game = {.pair = 0, .leg = 0}, .winner = 0});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults,
              ElementsAre(HasSubstr("line 6: this event is not possible")));
}

// Games are played at a time, so that some of them end after the answer of a test is known.
TEST(Verify, GamesAfterTheAnswerOfATestAreCheckedButDoNotCount) {
  const TournamentPlan plan =
      plan_of(R"({"players": ["a", "b"], "format": "sprt", "elo": [0, 60], "pairs": 100, "audit": 0})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1}});
  constexpr int kPairs = 60;
  for (int pair = 0; pair < kPairs; ++pair) {
    journal.add(PairScheduled{{.first = 0, .second = 1, .number_in_format = pair}});
  }
  for (int pair = 0; pair < kPairs; ++pair) {
    for (const int leg : {0, 1}) {
      journal.add(GameStarted{{.pair = pair, .leg = leg}});
      journal.add(GameEnded{.game = {.pair = pair, .leg = leg}, .winner = leg == 0 || pair % 4 != 0 ? 0 : 1});
    }
  }
  VerificationReport report = verify_tournament(plan, journal.folder());
  TournamentSnapshot run = read_snapshot(plan, journal.folder());
  EXPECT_EQ(report.games, std::size_t{2} * kPairs);
  EXPECT_LT(report.counted, report.games);
  EXPECT_EQ(report.counted, summarise(run)->games) << "as in the table";
  EXPECT_EQ(verification_text({.faults = {}, .games = 58, .counted = 56}),
            "58 games: ok, of which 56 count in the table\n");
  EXPECT_EQ(verification_text({.faults = {}, .games = 58, .counted = 58}), "58 games: ok\n");
}

constexpr const char* kEntry = R"({"name":"d","player":"p","stands_for":"p"})";

TEST(Verify, AJournalThatHasLostItsLastLinesIsNamed) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  const std::filesystem::path file = storage::journal_file_in(journal.folder());
  base::keep_size(file, std::filesystem::file_size(file) + 10);
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults, ElementsAre(HasSubstr("Its end is lost")));
}

// Its table would lack games that were played.
TEST(Verify, NoSnapshotIsMadeOfADamagedJournal) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  journal.add(PairScheduled{{.first = 1, .second = 2, .number_in_format = 0}});
  const std::filesystem::path folder = journal.folder();
  const std::filesystem::path file = storage::journal_file_in(folder);
  const std::string whole = base::read_text_file(file);
  base::write_file_atomically(file, whole + "{\"an unfinished li");
  base::keep_size(file, whole.size());
  EXPECT_EQ(read_snapshot(plan, folder).progress.pairs().size(), 1U);
  std::filesystem::create_directories(folder / "games");
  base::write_file_atomically(storage::record_file_in(folder, "0-0"), std::string("a record"));
  const auto why = [&](const std::string& damaged) -> std::string {
    base::write_file_atomically(file, damaged);
    EXPECT_FALSE(verify_tournament(plan, folder).faults.empty());
    try {
      read_snapshot(plan, folder);
      return "it was read";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  };
  for (const bool is_size_kept : {true, false}) {
    if (!is_size_kept) std::filesystem::remove(base::kept_size_file_of(file));
    for (const std::string& lost : {std::string(), std::string(whole.size(), '\0'), whole.substr(0, 10)}) {
      EXPECT_THAT(why(lost), testing::StartsWith(file.string() + ": ")) << lost.size();
    }
    if (!is_size_kept) break;
    const std::string last = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
    EXPECT_THAT(why(whole.substr(0, whole.size() - last.size())), HasSubstr("Its end is lost"));
    EXPECT_THAT(why(whole.substr(0, whole.size() - 1) + "x"), HasSubstr("no line ends any more"));
  }
}

TEST(Verify, ALateEntryIsScheduledFromThenOn) {
  const TournamentPlan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  const auto nobody_is_free = [](const PlayerPair&) { return false; };
  TournamentRun run(plan, {}, [&journal](const Event& event) { journal.add(event); });
  run.start_next_game(nobody_is_free);
  ASSERT_EQ(run.progress().pairs().size(), 1U);
  run.add_late_entry({.name = "d", .author = "", .kind = BuiltInPlayer{.player = "p", .stands_for = "p"}});
  run.start_next_game(nobody_is_free);
  ASSERT_EQ(run.progress().pairs().size(), 2U);
  EXPECT_TRUE(run.progress().pairs()[1].first == 3 || run.progress().pairs()[1].second == 3);
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults, testing::IsEmpty());
}

TEST(Verify, APlayerCannotPlayBeforeItJoins) {
  const TournamentPlan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  journal.add(PairScheduled{{.first = 0, .second = 3}});
  journal.add(PlayerJoined{.player = 3, .entry = kEntry});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults,
              ElementsAre(HasSubstr("line 3: this event does not follow")));
}

TEST(Verify, JoiningIsRefusedOutsideOfALadder) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  journal.add(PlayerJoined{.player = 3, .entry = kEntry});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults, ElementsAre(HasSubstr("line 3: no player can join")));
}

TEST(Verify, ALateEntryNeedsANewName) {
  const TournamentPlan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(StageStarted{{0, 1, 2}});
  journal.add(PlayerJoined{.player = 3, .entry = R"({"name":"b","guest":true})"});
  EXPECT_THAT(verify_tournament(plan, journal.folder()).faults, ElementsAre(HasSubstr("two players are called b")));
}

}  // namespace
}  // namespace rensa::tournament::test
