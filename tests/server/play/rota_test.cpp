#include "server/play/rota.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>

#include "engine/rules/rng.h"
#include "tests/server/play/arena.h"

namespace rensa::play {
namespace {

using proto::MatchId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

base::Time at(int second) { return base::Time(std::chrono::seconds(second)); }

class Rotas : public testing::Test {
 protected:
  std::unique_ptr<Match> match(int id) {
    return std::make_unique<Match>(MatchId{static_cast<std::uint64_t>(id)}, proto::Terms{}, Beginning{},
                                   std::array<Entrant, 2>{}, MatchSettings{}, 0, arena_);
  }
  // Which are run; they say that they are due again at `next`.
  std::vector<MatchId> run(std::size_t group, base::Time now, base::Time next) {
    std::vector<MatchId> ran;
    rota.run(group, now, [&](const Match& match) {
      ran.push_back(match.id());
      return next;
    });
    return ran;
  }

  Rota rota;

 private:
  tests::Arena arena_;
};

TEST_F(Rotas, AMatchIsRunWhenItSaidThatItWouldBeDue) {
  const auto seven = match(7);
  seven->start(at(0));
  const Rota::Place place = rota.add(*seven, 3);
  EXPECT_THAT(run(3, at(1000), at(0)), IsEmpty());
  rota.set(place, at(10));
  EXPECT_THAT(run(3, at(9), at(0)), IsEmpty());
  EXPECT_THAT(run(4, at(10), at(0)), IsEmpty());
  EXPECT_THAT(run(3, at(10), at(20)), ElementsAre(MatchId{7}));
  EXPECT_THAT(run(3, at(19), at(0)), IsEmpty());
  rota.remove(place);
  EXPECT_THAT(run(3, at(20), at(0)), IsEmpty());
}

// Against a plain table of all matches.
TEST_F(Rotas, EqualsATable) {
  std::vector<std::unique_ptr<Match>> matches;
  for (int id = 0; id < 40; ++id) {
    matches.push_back(match(id));
    matches.back()->start(at(0));  // as matches in a hall are
  }
  struct Row {
    std::size_t group;
    base::Time due;
    Rota::Place place;
  };
  std::map<MatchId, Row> table;
  rules::Rng random(5);
  const auto some_time = [&] { return at(static_cast<int>(random.below(100))); };
  for (int step = 0; step < 5000; ++step) {
    Match& match = *matches[random.below(40)];
    const auto entry = table.find(match.id());
    if (entry == table.end()) {
      const std::size_t group = random.below(Rota::kRealGroups + 1);
      table[match.id()] = {group, base::Time::max(), rota.add(match, group)};
    } else if (random.below(3) == 0) {
      rota.remove(entry->second.place);
      table.erase(entry);
    } else {
      entry->second.due = some_time();
      rota.set(entry->second.place, entry->second.due);
    }
    const std::size_t group = random.below(Rota::kRealGroups + 1);
    const base::Time now = some_time();
    const base::Time next = some_time();
    std::vector<MatchId> expected;
    for (auto& [id, row] : table) {
      if (row.group != group || row.due > now) continue;
      expected.push_back(id);
      row.due = next;
    }
    ASSERT_THAT(run(group, now, next), UnorderedElementsAreArray(expected)) << "step " << step;
  }
}

}  // namespace
}  // namespace rensa::play
