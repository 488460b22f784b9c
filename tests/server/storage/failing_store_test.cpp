#include <gtest/gtest.h>
#include <memory>
#include <set>

#include "server/storage/memory/memory_store.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/waiting_store.h"

// Lets the n-th operation of a store fail, for every n, with and without its effect. Each acknowledged
// result is kept, and a caller can repeat an operation that failed.

namespace rensa::storage {
namespace {

using test::Failure;
using test::wait_for;

struct Case {
  std::string name;
  Failure failure;
  bool is_sqlite;
};

const Case kCases[] = {{"SqliteBefore", Failure::before, true},
                       {"SqliteAfter", Failure::after, true},
                       {"MemoryBefore", Failure::before, false},
                       {"MemoryAfter", Failure::after, false}};

// The answers that a caller was given.
struct Acknowledged {
  std::set<std::pair<std::uint64_t, int>> games;  // by record and number
  std::vector<std::string> tokens;
  std::vector<IdBlock> blocks;
  std::uint64_t guest_games = 0;  // that are left
  int errors = 0;
};

// Repeats an operation until it succeeds, as the server does.
template <typename Value, typename Call>
Value until_it_succeeds(Acknowledged& acknowledged, const Call& call) {
  for (;;) {
    auto answer = wait_for<Value>(call);
    if (answer) return *std::move(answer);
    ++acknowledged.errors;
    EXPECT_EQ(answer.error().message, "The disk is on fire.");
  }
}

Acknowledged use(Store& store) {
  Acknowledged acknowledged;
  for (int round = 1; round <= 3; ++round) {
    acknowledged.blocks.push_back(until_it_succeeds<IdBlock>(
        acknowledged, [&](auto done) { store.reserve_ids(IdKind::match, 10, std::move(done)); }));
    const std::uint64_t match = acknowledged.blocks.back().first;
    for (int game = 1; game <= 2; ++game) {
      const auto record = until_it_succeeds<std::uint64_t>(acknowledged, [&](auto done) {
        store.save_game({test::match_row(match), test::game_row(match, game), test::record_of(match, game)},
                        std::move(done));
      });
      acknowledged.games.emplace(record, game);
    }
    // A name is taken if the answer to the first try is lost.
    const std::string name = "player " + std::to_string(round);
    const auto token = wait_for<std::string>([&](auto done) { store.create_token(name, Role::worker, done); });
    token ? acknowledged.tokens.push_back(*token) : static_cast<void>(++acknowledged.errors);
  }
  // A game between guests, which is deleted again.
  until_it_succeeds<std::uint64_t>(acknowledged, [&](auto done) {
    store.save_game({.match = test::match_row(1'000),
                     .game = test::game_row(1'000, 1),
                     .record = test::record_of(1'000, 1),
                     .is_between_guests = true},
                    std::move(done));
  });
  acknowledged.guest_games = until_it_succeeds<GuestGameCounts>(acknowledged, [&](auto done) {
                               store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done));
                             }).games;
  return acknowledged;
}

void expect_disjoint(const std::vector<IdBlock>& blocks) {
  std::set<std::uint64_t> ids;
  for (const IdBlock& block : blocks) {
    for (std::uint64_t i = 0; i < block.count; ++i) EXPECT_TRUE(ids.insert(block.first + i).second);
  }
}

class FailingStore : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(EveryOperation, FailingStore, testing::ValuesIn(kCases),
                         [](const auto& one) { return one.param.name; });

TEST_P(FailingStore, KeepsWhatItAcknowledged) {
  constexpr int kOperations = 14;
  for (int n = 1; n <= kOperations; ++n) {
    SCOPED_TRACE(n);
    const test::ScratchFolder scratch;
    int operations = 0;
    const test::Interceptor interceptor{
        .failure = [&](const std::string&) { return ++operations == n ? GetParam().failure : Failure::none; },
        .deliver = test::run_at_once()};
    std::unique_ptr<Store> behind;
    if (GetParam().is_sqlite) {
      behind = std::make_unique<SqliteStore>(scratch.server(), test::run_at_once());
    } else {
      behind = std::make_unique<MemoryStore>(MemoryStore::Saving::at_once, test::run_at_once());
    }
    test::InterceptedStore store(std::move(behind), interceptor);
    const Acknowledged acknowledged = use(store);
    EXPECT_EQ(acknowledged.errors, 1);

    const test::WaitingStore now(store.store());
    EXPECT_EQ(acknowledged.games.size(), 6U) << "two games have one record";
    for (const auto& [record, game] : acknowledged.games) {
      const auto row = now.game(record);
      ASSERT_TRUE(row);
      EXPECT_EQ(row->game, game);
      EXPECT_EQ(now.record(record), test::record_of(row->match, game));
    }
    EXPECT_EQ(acknowledged.guest_games, 0U);
    EXPECT_EQ(now.games({}).size(), 6U) << "no game is stored twice, and the game between guests is deleted";
    for (const std::string& token : acknowledged.tokens) EXPECT_TRUE(now.find_token(token));
    expect_disjoint(acknowledged.blocks);
  }
}

}  // namespace
}  // namespace rensa::storage
