#include "server/match/match_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>

#include "engine/rules/rng.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {
namespace {

using base::MatchId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

base::Time at_second(int second) { return base::Time(std::chrono::seconds(second)); }

class MatchSchedulerTest : public testing::Test {
 protected:
  std::unique_ptr<Match> match(int id) {
    MatchCreated created;
    created.match = MatchId{static_cast<std::uint64_t>(id)};
    return std::make_unique<Match>(std::move(created), MatchSettings{}, 0, at_second(0), arena_);
  }
  // Runs the due matches, which are due again at `next`, and returns their ids.
  std::vector<MatchId> run_due(std::size_t group, base::Time now, base::Time next) {
    std::vector<MatchId> ran;
    rota.run_due(group, now, [&](const Match& match) {
      ran.push_back(match.id());
      return next;
    });
    return ran;
  }

  MatchScheduler rota;

 private:
  tests::TestLobby arena_;
};

TEST_F(MatchSchedulerTest, AMatchIsRunWhenItIsDue) {
  const auto seven = match(7);
  seven->run(at_second(0));
  const MatchScheduler::Slot slot = rota.add(*seven, 3);
  EXPECT_THAT(run_due(3, at_second(1000), at_second(0)), IsEmpty());
  rota.set_due(slot, at_second(10));
  EXPECT_THAT(run_due(3, at_second(9), at_second(0)), IsEmpty());
  EXPECT_THAT(run_due(4, at_second(10), at_second(0)), IsEmpty());
  EXPECT_THAT(run_due(3, at_second(10), at_second(20)), ElementsAre(MatchId{7}));
  EXPECT_THAT(run_due(3, at_second(19), at_second(0)), IsEmpty());
  rota.remove(slot);
  EXPECT_THAT(run_due(3, at_second(20), at_second(0)), IsEmpty());
}

// Compares the scheduler with a simple table of all matches.
TEST_F(MatchSchedulerTest, AgreesWithASimpleTable) {
  std::vector<std::unique_ptr<Match>> matches;
  for (int id = 0; id < 40; ++id) {
    matches.push_back(match(id));
    matches.back()->run(at_second(0));  // as in a lobby
  }
  struct Row {
    std::size_t group;
    base::Time due;
    MatchScheduler::Slot slot;
  };
  std::map<MatchId, Row> table;
  rules::Rng random(5);
  const auto some_time = [&] { return at_second(static_cast<int>(random.below(100))); };
  for (int step = 0; step < 5000; ++step) {
    Match& match = *matches[random.below(40)];
    const auto entry = table.find(match.id());
    if (entry == table.end()) {
      const std::size_t group = random.below(MatchScheduler::kRealTimeGroups + 1);
      table[match.id()] = {group, base::Time::max(), rota.add(match, group)};
    } else if (random.below(3) == 0) {
      rota.remove(entry->second.slot);
      table.erase(entry);
    } else {
      entry->second.due = some_time();
      rota.set_due(entry->second.slot, entry->second.due);
    }
    const std::size_t group = random.below(MatchScheduler::kRealTimeGroups + 1);
    const base::Time now = some_time();
    const base::Time next = some_time();
    std::vector<MatchId> expected;
    for (auto& [id, row] : table) {
      if (row.group != group || row.due > now) continue;
      expected.push_back(id);
      row.due = next;
    }
    ASSERT_THAT(run_due(group, now, next), UnorderedElementsAreArray(expected)) << "step " << step;
  }
}

}  // namespace
}  // namespace rensa::match
