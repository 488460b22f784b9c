#include "server/contest/verify.h"

#include <gmock/gmock.h>

#include "server/contest/open_run.h"
#include "server/contest/whole_file.h"
#include "server/league/journal.h"
#include "tests/server/contest/some_plan.h"

namespace rensa::contest::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A folder with a journal of these events, and no records.
class Journal {
 public:
  explicit Journal(const Plan& plan)
      : folder_(std::filesystem::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()),
        text_(writer_.plan(digest_of(plan))) {
    std::filesystem::create_directories(folder_);
  }
  ~Journal() { std::filesystem::remove_all(folder_); }
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void add(const league::Event& event) { text_ += writer_.line_of(event); }
  const std::filesystem::path& folder() const {
    write_whole(journal_in(folder_), text_);
    return folder_;
  }

 private:
  std::filesystem::path folder_;
  league::JournalWriter writer_;
  std::string text_;
};

TEST(Verify, OnlyWhatThePlanDrawsIsPlayed) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(league::StageBegun{{0, 1, 2}});
  journal.add(league::PairDrawn{{.first = 1, .second = 2, .place = 0}});
  EXPECT_TRUE(verify_run(plan, journal.folder()).faults.empty());
  journal.add(league::PairDrawn{{.first = 1, .second = 2, .place = 1}});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("line 4: the plan would not")));
}

TEST(Verify, AResultNeedsItsRecord) {
  const Plan plan = plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 0})");
  Journal journal(plan);
  journal.add(league::StageBegun{{0, 1}});
  journal.add(league::PairDrawn{{.first = 0, .second = 1}});
  journal.add(league::GameStarted{{.pair = 0, .leg = 0}});
  journal.add(league::GameEnded{.game = {.pair = 0, .leg = 0}, .winner = 0});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("0-0.rensa: No such file")));
  journal.add(league::GameEnded{.game = {.pair = 0, .leg = 0}, .winner = 0});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("line 6: that cannot be after")));
}

constexpr const char* kEntry = R"({"name":"d","player":"p","stands_for":"p"})";

TEST(Verify, WhoHasJoinedIsDrawnFromThenOn) {
  const Plan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  const auto nobody_is_free = [](const league::Pair&) { return false; };
  OpenRun run(plan, {}, [&journal](const league::Event& event) { journal.add(event); });
  run.start_next(nobody_is_free);
  ASSERT_EQ(run.tournament().pairs().size(), 1U);
  run.join({.name = "d", .author = "", .who = BuiltIn{.player = "p", .stands_for = "p"}});
  run.start_next(nobody_is_free);
  ASSERT_EQ(run.tournament().pairs().size(), 2U);
  EXPECT_TRUE(run.tournament().pairs()[1].first == 3 || run.tournament().pairs()[1].second == 3);
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, testing::IsEmpty());
}

TEST(Verify, NobodyPlaysBeforeItHasJoined) {
  const Plan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(league::StageBegun{{0, 1, 2}});
  journal.add(league::PairDrawn{{.first = 0, .second = 3}});
  journal.add(league::PlayerJoined{.player = 3, .entry = kEntry});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("line 3: the plan would not")));
}

TEST(Verify, NobodyJoinsWhereNobodyCan) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(league::StageBegun{{0, 1, 2}});
  journal.add(league::PlayerJoined{.player = 3, .entry = kEntry});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("line 3: nobody can join")));
}

TEST(Verify, WhoHasJoinedIsSomebody) {
  const Plan plan = plan_of(R"({"format": "ladder", "players": ["a", "b", "c"]})");
  Journal journal(plan);
  journal.add(league::StageBegun{{0, 1, 2}});
  journal.add(league::PlayerJoined{.player = 3, .entry = R"({"name":"b","guest":true})"});
  EXPECT_THAT(verify_run(plan, journal.folder()).faults, ElementsAre(HasSubstr("two players are called b")));
}

}  // namespace
}  // namespace rensa::contest::test
