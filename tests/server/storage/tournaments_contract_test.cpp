#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

#include "server/base/atomic_file.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/memory/memory_tournaments.h"
#include "server/storage/tournaments.h"
#include "tests/server/storage/contract_test.h"
#include "tests/server/storage/waiting_store.h"

// Tests that every store of tournaments must pass: also one that answers late, in other orders, or with failures.

namespace rensa::storage {
namespace {

using test::Failure;
using test::wait_for;
using testing::ElementsAre;
using testing::IsEmpty;

using Record = std::vector<std::uint8_t>;

std::unique_ptr<Tournaments> make_folders(const test::ScratchFolder& scratch, Executor executor) {
  return std::make_unique<TournamentFolders>(scratch.folder / "tournaments", std::move(executor));
}
std::unique_ptr<Tournaments> make_memory_tournaments(const test::ScratchFolder&, Executor executor) {
  return std::make_unique<MemoryTournaments>(std::move(executor));
}

// Calls a store like functions that wait. A failure of the store fails the test.
class WaitingTournaments {
 public:
  explicit WaitingTournaments(Tournaments& store) : store_(store) {}

  std::vector<std::string> names() const {
    return ask<std::vector<std::string>>([&](auto done) { store_.list_tournaments(done); });
  }
  bool create(const std::string& name, const std::string& plan, const TournamentMarks& marks = {}) const {
    return ask<bool>([&](auto done) { store_.create_tournament({name, plan, marks}, done); });
  }
  std::optional<OpenTournament> open(const std::string& name) const {
    return ask<std::optional<OpenTournament>>([&](auto done) { store_.open_tournament(name, done); });
  }
  void append(const std::string& name, const JournalAppend& append) const {
    ask<Success>([&](auto done) { store_.append_to_journal(name, append, done); });
  }
  // Returns the sentence of the error.
  std::string refusal_of_append(const std::string& name, const JournalAppend& append) const {
    const auto answer = wait_for<Success>([&](auto done) { store_.append_to_journal(name, append, done); });
    if (answer) return "";
    EXPECT_EQ(answer.error().kind, StoreError::Kind::refused);
    return answer.error().message;
  }
  std::string journal(const std::string& name, ByteRange range = {.begin = 0, .end = ~std::uint64_t{0}}) const {
    return ask<std::string>([&](auto done) { store_.read_journal(name, range, done); });
  }
  std::optional<Record> game(const std::string& name, const std::string& game) const {
    return ask<std::optional<Record>>([&](auto done) { store_.read_game(name, game, done); });
  }
  void set_paused(const std::string& name, bool is_paused) const {
    ask<Success>([&](auto done) { store_.set_paused(name, is_paused, done); });
  }
  void remove(const std::string& name) const {
    ask<Success>([&](auto done) { store_.remove_tournament(name, done); });
  }
  std::vector<LostTournament> lost() const {
    return ask<std::vector<LostTournament>>([&](auto done) { store_.check_files(done); });
  }

 private:
  template <typename Value, typename Call>
  Value ask(Call call) const {
    auto answer = wait_for<Value>(std::move(call));
    if (answer) return *std::move(answer);
    ADD_FAILURE() << answer.error().message;
    return {};
  }

  Tournaments& store_;
};

TournamentGame game_named(const std::string& name, const Record& record) {
  return {.name = name, .record = record, .outputs = {}};
}

const test::BackEnd<Tournaments> kTournaments[] = {
    {"Folders", make_folders, test::Answers::at_once},
    {"Memory", make_memory_tournaments, test::Answers::at_once},
    {"SlowFolders", make_folders, test::Answers::after_200_ms},
    {"SlowMemory", make_memory_tournaments, test::Answers::after_200_ms},
    {"ReorderingFolders", make_folders, test::Answers::in_other_orders},
    {"ReorderingMemory", make_memory_tournaments, test::Answers::in_other_orders},
};

class AnyTournaments : public test::ContractTest<Tournaments, test::InterceptedTournaments> {};

INSTANTIATE_TEST_SUITE_P(Contract, AnyTournaments, testing::ValuesIn(kTournaments),
                         [](const auto& store) { return store.param.name; });

TEST_P(AnyTournaments, IsEmptyAtFirst) {
  const WaitingTournaments store(*store_);
  EXPECT_THAT(store.names(), IsEmpty());
  EXPECT_EQ(store.open("cup"), std::nullopt);
}

TEST_P(AnyTournaments, ATournamentIsOpenedAsItWasCreated) {
  const WaitingTournaments store(*store_);
  ASSERT_TRUE(store.create("cup", "a plan\n", {.jobs = 7, .is_paused = true}));
  ASSERT_TRUE(store.create("another", "", {}));
  EXPECT_THAT(store.names(), ElementsAre("another", "cup"));
  const auto cup = store.open("cup");
  ASSERT_TRUE(cup);
  EXPECT_EQ(cup->plan, "a plan\n");
  EXPECT_EQ(cup->marks, (TournamentMarks{.jobs = 7, .is_paused = true}));
  EXPECT_EQ(cup->journal, "");
  EXPECT_EQ(store.open("another")->marks, TournamentMarks{});
}

TEST_P(AnyTournaments, ARemovedTournamentIsGoneAndItsNameIsFree) {
  const WaitingTournaments store(*store_);
  for (const std::string plan : {"first", "second"}) {
    ASSERT_TRUE(store.create("cup", plan)) << plan;
    ASSERT_EQ(store.open("cup")->journal, "");
    store.append("cup", {.games = {}, .from = 0, .lines = "one\n"});
    store.remove("cup");
    EXPECT_THAT(store.names(), IsEmpty());
    EXPECT_EQ(store.open("cup"), std::nullopt);
    EXPECT_THAT(store.lost(), IsEmpty());
    store.remove("cup");
  }
}

// Only these have files that a crash can leave.
TEST(TournamentFolders, ATournamentWhoseRemovalWasInterruptedIsGone) {
  const test::ScratchFolder scratch;
  const std::filesystem::path folder = scratch.folder / "tournaments";
  test::LoopThread loop;
  TournamentFolders folders(folder, loop.executor());
  const WaitingTournaments store(folders);
  ASSERT_TRUE(store.create("cup", "plan"));
  std::filesystem::rename(folder / "cup", folder / ".removed");
  EXPECT_THAT(store.names(), IsEmpty());
  ASSERT_TRUE(store.create("cup", "plan"));
  store.remove("cup");
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_P(AnyTournaments, ANameIsGivenOnce) {
  const WaitingTournaments store(*store_);
  EXPECT_TRUE(store.create("cup", "first"));
  EXPECT_FALSE(store.create("cup", "second"));
  EXPECT_EQ(store.open("cup")->plan, "first");
}

TEST_P(AnyTournaments, NamesThatAreNoWordsAreRefused) {
  for (const std::string name : {"", ".", "..", "../cup", "a/b", "/cup"}) {
    const auto created =
        wait_for<bool>([&](auto done) { store_->create_tournament({.name = name, .plan = {}, .marks = {}}, done); });
    ASSERT_FALSE(created) << name;
    EXPECT_EQ(created.error().kind, StoreError::Kind::refused) << name;
  }
  const WaitingTournaments store(*store_);
  ASSERT_TRUE(store.create("cup", "a plan"));
  ASSERT_TRUE(store.open("cup"));
  EXPECT_EQ(store.refusal_of_append("cup", {.games = {game_named("../0-0", {1})}, .from = 0, .lines = "x\n"}),
            "\"../0-0\" cannot be a name here.");
  EXPECT_EQ(store.journal("cup"), "");
}

TEST_P(AnyTournaments, TheJournalGrowsLineByLine) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  store.append("cup", {.games = {}, .from = 0, .lines = "one\n"});
  store.append("cup", {.games = {}, .from = 4, .lines = "two\nthree\n"});
  EXPECT_EQ(store.journal("cup"), "one\ntwo\nthree\n");
  EXPECT_EQ(store.journal("cup", {.begin = 4, .end = 8}), "two\n");
  EXPECT_EQ(store.journal("cup", {.begin = 8, .end = 1'000}), "three\n");
  EXPECT_EQ(store.journal("cup", {.begin = 14, .end = 20}), "");
  EXPECT_EQ(store.journal("cup", {.begin = 100, .end = 20}), "");
  EXPECT_EQ(store.open("cup")->journal, "one\ntwo\nthree\n");
}

TEST_P(AnyTournaments, TheSameLinesAgainChangeNothing) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  const JournalAppend second{.games = {game_named("0-0", {1, 2})}, .from = 4, .lines = "two\n"};
  store.append("cup", {.games = {}, .from = 0, .lines = "one\n"});
  for (int again = 0; again < 3; ++again) store.append("cup", second);
  EXPECT_EQ(store.journal("cup"), "one\ntwo\n");
  EXPECT_EQ(store.game("cup", "0-0"), (Record{1, 2}));
}

TEST_P(AnyTournaments, LinesOfAFailedTryAreReplaced) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  store.append("cup", {.games = {}, .from = 0, .lines = "one\na long unfinished li"});
  store.append("cup", {.games = {}, .from = 4, .lines = "two\n"});
  EXPECT_EQ(store.journal("cup"), "one\ntwo\n");
}

TEST_P(AnyTournaments, AJournalHasNoGaps) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  EXPECT_EQ(store.refusal_of_append("cup", {.games = {game_named("0-0", {1})}, .from = 1, .lines = "two\n"}),
            "The journal of cup has become shorter: another program has changed it.");
  EXPECT_EQ(store.journal("cup"), "");
  EXPECT_EQ(store.game("cup", "0-0"), std::nullopt);
}

TEST_P(AnyTournaments, RecordsOfGamesAreReadAsTheyWereWritten) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  store.create("other", "a plan");
  ASSERT_TRUE(store.open("cup"));
  const Record large(300'000, 7);
  store.append("cup", {.games = {game_named("0-0", large), game_named("0-1", {})}, .from = 0, .lines = ""});
  EXPECT_EQ(store.game("cup", "0-0"), large);
  EXPECT_EQ(store.game("cup", "0-1"), Record{});
  EXPECT_EQ(store.game("cup", "0-2"), std::nullopt);
  EXPECT_EQ(store.game("other", "0-0"), std::nullopt);
}

TEST_P(AnyTournaments, PausesAreKept) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan", {.jobs = 3});
  for (const bool is_paused : {true, true, false, false, true}) {
    store.set_paused("cup", is_paused);
    EXPECT_EQ(store.open("cup")->marks, (TournamentMarks{.jobs = 3, .is_paused = is_paused}));
  }
}

TEST_P(AnyTournaments, AnUnknownTournamentIsRefused) {
  const auto is_refused = [](const auto& answer) {
    return !answer && answer.error().kind == StoreError::Kind::refused &&
           answer.error().message == "There is no tournament cup.";
  };
  EXPECT_TRUE(is_refused(wait_for<Success>([&](auto done) { store_->set_paused("cup", true, done); })));
  EXPECT_TRUE(is_refused(wait_for<Success>([&](auto done) { store_->append_to_journal("cup", {}, done); })));
  EXPECT_TRUE(is_refused(wait_for<std::optional<Record>>([&](auto done) { store_->read_game("cup", "0-0", done); })));
}

TEST_P(AnyTournaments, TheDestructorFinishesAllOperations) {
  const WaitingTournaments store(*store_);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  std::vector<std::future<bool>> coming;
  for (int i = 0; i < 50; ++i) {
    const auto promise = std::make_shared<std::promise<bool>>();
    coming.push_back(promise->get_future());
    store_->append_to_journal("cup", {.games = {}, .from = static_cast<std::uint64_t>(i), .lines = "x"},
                              [promise](const StoreResult<Success>& done) { promise->set_value(!!done); });
  }
  store_.reset();
  for (auto& done : coming) EXPECT_TRUE(done.get());
}

TEST_P(AnyTournaments, AnswersComeOnTheLoopAndNeverWithinTheCall) {
  std::promise<bool> is_on_loop;
  bool is_within_call = true;
  bool was_within_call = true;
  loop_.run_after(std::chrono::milliseconds(0), [&] {
    store_->list_tournaments([&](const StoreResult<std::vector<std::string>>&) {
      was_within_call = is_within_call;
      is_on_loop.set_value(loop_.is_this_thread());
    });
    is_within_call = false;
  });
  EXPECT_TRUE(is_on_loop.get_future().get());
  EXPECT_FALSE(was_within_call);
}

// Lets the n-th operation fail, for every n, with and without its effect. Each acknowledged change is kept, and a
// caller can repeat an operation that failed.
struct FailingKind {
  std::string name;
  std::unique_ptr<Tournaments> (*make)(const test::ScratchFolder&, Executor);
  Failure failure;
};

const FailingKind kFailingKinds[] = {{"FoldersBefore", make_folders, Failure::before},
                                     {"FoldersAfter", make_folders, Failure::after},
                                     {"MemoryBefore", make_memory_tournaments, Failure::before},
                                     {"MemoryAfter", make_memory_tournaments, Failure::after}};

class FailingTournaments : public testing::TestWithParam<FailingKind> {};

INSTANTIATE_TEST_SUITE_P(EveryOperation, FailingTournaments, testing::ValuesIn(kFailingKinds),
                         [](const auto& one) { return one.param.name; });

TEST_P(FailingTournaments, KeepWhatTheyAcknowledged) {
  constexpr int kOperations = 8;
  for (int n = 1; n <= kOperations; ++n) {
    SCOPED_TRACE(n);
    const test::ScratchFolder scratch;
    int operations = 0;
    const test::Interceptor interceptor{
        .failure = [&](const std::string&) { return ++operations == n ? GetParam().failure : Failure::none; },
        .deliver = test::run_at_once()};
    test::InterceptedTournaments store(GetParam().make(scratch, test::run_at_once()), interceptor);
    int errors = 0;
    const auto until_it_succeeds = [&errors]<typename Value>(const auto& call, const Value&) {
      for (;;) {
        auto answer = wait_for<Value>(call);
        if (answer) return *std::move(answer);
        ++errors;
        EXPECT_EQ(answer.error().message, "The disk is on fire.");
      }
    };
    // A name is taken if the answer to the first try is lost.
    const auto created = wait_for<bool>([&](auto done) { store.create_tournament({"cup", "a plan", {}}, done); });
    if (!created) {
      ++errors;
      const bool is_new =
          until_it_succeeds([&](auto done) { store.create_tournament({"cup", "a plan", {}}, done); }, false);
      EXPECT_EQ(is_new, GetParam().failure == Failure::before);
    }
    until_it_succeeds([&](auto done) { store.open_tournament("cup", done); }, std::optional<OpenTournament>());
    std::string journal;
    for (int game = 0; game < 4; ++game) {
      const std::string name = "0-" + std::to_string(game);
      const JournalAppend append{.games = {game_named(name, Record(3, static_cast<std::uint8_t>(game)))},
                                 .from = journal.size(),
                                 .lines = "the result of " + name + "\n"};
      until_it_succeeds([&](auto done) { store.append_to_journal("cup", append, done); }, Success{});
      journal += append.lines;
    }
    for (const bool is_paused : {true, false}) {
      until_it_succeeds([&](auto done) { store.set_paused("cup", is_paused, done); }, Success{});
    }
    EXPECT_EQ(errors, 1);
    const WaitingTournaments now(store.tournaments());
    EXPECT_THAT(now.names(), ElementsAre("cup"));
    const auto opened = now.open("cup");
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->journal, journal);
    EXPECT_EQ(opened->plan, "a plan");
    EXPECT_FALSE(opened->marks.is_paused);
    for (int game = 0; game < 4; ++game) {
      EXPECT_EQ(now.game("cup", "0-" + std::to_string(game)), Record(3, static_cast<std::uint8_t>(game)));
    }
  }
}

// Tests the files, which other stores do not have.
class Folders : public testing::Test {
 protected:
  const test::ScratchFolder scratch_;
  const std::filesystem::path cup_ = scratch_.folder / "cup";
};

TEST_F(Folders, AnotherStoreContinuesWithTheSameFiles) {
  {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    const WaitingTournaments store(folders);
    store.create("cup", "a plan", {.jobs = 4});
    store.open("cup");
    store.append("cup", {.games = {{.name = "0-1", .record = {1, 2, 3}, .outputs = {"one said", "two said"}}},
                         .from = 0,
                         .lines = "a line\n"});
    store.set_paused("cup", true);
  }
  EXPECT_EQ(base::read_text_file(cup_ / "plan.json"), "a plan");
  EXPECT_EQ(base::read_text_file(cup_ / "journal.jsonl"), "a line\n");
  EXPECT_EQ(base::read_text_file(cup_ / "jobs"), "4");
  EXPECT_EQ(base::read_text_file(cup_ / "paused"), "");
  EXPECT_EQ(base::read_binary_file(cup_ / "games" / "0-1.rensa"), (Record{1, 2, 3}));
  EXPECT_EQ(base::read_text_file(cup_ / "games" / "0-1.one.log"), "one said");
  EXPECT_EQ(base::read_text_file(cup_ / "games" / "0-1.two.log"), "two said");
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const auto opened = WaitingTournaments(folders).open("cup");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->journal, "a line\n");
  EXPECT_EQ(opened->marks, (TournamentMarks{.jobs = 4, .is_paused = true}));
  EXPECT_EQ(opened->output_folder, (cup_ / "logs").string());
  EXPECT_EQ(opened->outputs, 0U);
}

// The lines of a journal are chained, so that a missing line is noticed, but for those at its end.
TEST_F(Folders, AJournalThatWasCutAtTheEndOfALineIsRefused) {
  const auto open = [&] {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    return test::wait_for<std::optional<OpenTournament>>([&](auto done) { folders.open_tournament("cup", done); });
  };
  {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    const WaitingTournaments store(folders);
    store.create("cup", "a plan", {});
    store.open("cup");
    store.append("cup", {.games = {}, .from = 0, .lines = "one\ntwo\n"});
    store.append("cup", {.games = {}, .from = 8, .lines = "three\n"});
  }
  ASSERT_TRUE(open());
  for (const std::string& rest : {std::string("one\ntwo\n"), std::string("one\n"), std::string()}) {
    base::write_file_atomically(cup_ / "journal.jsonl", rest);
    const auto opened = open();
    ASSERT_FALSE(opened) << rest;
    EXPECT_EQ(opened.error().kind, StoreError::Kind::refused);
    EXPECT_EQ(opened.error().message, (cup_ / "journal.jsonl").string() + ": it has " + std::to_string(rest.size()) +
                                          " bytes, but had 14. Its end is lost: restore it, or remove "
                                          "journal.jsonl.size to go on with what is left");
  }
  std::filesystem::remove(cup_ / "journal.jsonl");
  EXPECT_FALSE(open()) << "a missing journal was not empty before";
  std::filesystem::remove(cup_ / "journal.jsonl.size");
  EXPECT_TRUE(open());
}

TEST_F(Folders, AJournalOfAnEarlierVersionHasNoKeptSize) {
  {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    WaitingTournaments(folders).create("cup", "a plan", {});
  }
  base::write_file_atomically(cup_ / "journal.jsonl", std::string("one\ntwo\nunfinished"));
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  const auto opened = store.open("cup");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->journal, "one\ntwo\nunfinished");
  store.append("cup", {.games = {}, .from = 8, .lines = "3\n"});
  EXPECT_EQ(base::read_text_file(cup_ / "journal.jsonl"), "one\ntwo\n3\n");
}

TEST_F(Folders, ATournamentIsOpenInOneProcess) {
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  {
    TournamentFolders others(scratch_.folder, test::run_at_once());
    const auto refused =
        wait_for<std::optional<OpenTournament>>([&](auto done) { others.open_tournament("cup", done); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, StoreError::Kind::refused);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("another program runs this tournament"));
  }
  EXPECT_TRUE(store.open("cup")) << "the store itself may open it again";
}

TEST_F(Folders, AFolderWithoutAPlanIsNoTournament) {
  std::filesystem::create_directories(cup_ / "games");
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  EXPECT_THAT(store.names(), IsEmpty());
  EXPECT_EQ(store.open("cup"), std::nullopt);
  EXPECT_FALSE(store.create("cup", "a plan")) << "it may hold files of another program";
}

TEST_F(Folders, AJournalThatWasRemovedOrReplacedTakesNothingUntilItIsBack) {
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  store.create("cup", "a plan");
  store.open("cup");
  store.append("cup", {.games = {}, .from = 0, .lines = "one\n"});
  const JournalAppend append{.games = {game_named("0-0", {1})}, .from = 4, .lines = "two\n"};
  const auto why_failed = [&] {
    const auto answer = wait_for<Success>([&](auto done) { folders.append_to_journal("cup", append, done); });
    if (answer) return std::string();
    EXPECT_EQ(answer.error().kind, StoreError::Kind::unavailable) << "it is tried again";
    return answer.error().message;
  };
  const std::filesystem::path journal = cup_ / "journal.jsonl";
  std::filesystem::rename(journal, cup_ / "kept");
  EXPECT_THAT(why_failed(), testing::HasSubstr("was removed while it is in use"));
  base::write_file_atomically(journal, std::string("one\n"));
  EXPECT_THAT(why_failed(), testing::HasSubstr("was replaced by another file while it is in use"));
  EXPECT_FALSE(std::filesystem::exists(cup_ / "games" / "0-0.rensa"));
  std::filesystem::rename(cup_ / "kept", journal);
  EXPECT_EQ(why_failed(), "");
  EXPECT_EQ(store.journal("cup"), "one\ntwo\n");
}

TEST_F(Folders, OpenTournamentsWhoseFilesWereMovedAreNamedUntilTheyAreBack) {
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  for (const char* name : {"cup", "another", "closed"}) store.create(name, "a plan");
  for (const char* name : {"cup", "another"}) store.open(name);
  EXPECT_THAT(store.lost(), IsEmpty());
  for (const char* name : {"cup", "closed"}) {
    std::filesystem::rename(scratch_.folder / name, scratch_.folder / (std::string(name) + "-moved"));
  }
  const std::string journal = (cup_ / "journal.jsonl").string();
  EXPECT_THAT(store.lost(), ElementsAre(LostTournament{
                                .name = "cup",
                                .why = journal + " was removed while it is in use: No such file or directory. Put it "
                                                 "back."}));
  std::filesystem::copy(scratch_.folder / "cup-moved", cup_, std::filesystem::copy_options::recursive);
  EXPECT_THAT(store.lost(), ElementsAre(LostTournament{
                                .name = "cup",
                                .why = journal + " was replaced by another file while it is in use. Put the first "
                                                 "one back."}));
  const auto paused = wait_for<Success>([&](auto done) { folders.set_paused("cup", true, done); });
  ASSERT_FALSE(paused);
  EXPECT_EQ(paused.error().kind, StoreError::Kind::unavailable);
  EXPECT_FALSE(std::filesystem::exists(cup_ / "paused"));
  std::filesystem::remove_all(cup_);
  std::filesystem::rename(scratch_.folder / "cup-moved", cup_);
  EXPECT_THAT(store.lost(), IsEmpty());
  store.set_paused("cup", true);
}

TEST_F(Folders, AFileOfTheGamesAtATimeThatHasNoNumberIsNamed) {
  {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    WaitingTournaments(folders).create("cup", "a plan", {.jobs = 3});
  }
  const auto open = [&] {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    return test::wait_for<std::optional<OpenTournament>>([&](auto done) { folders.open_tournament("cup", done); });
  };
  for (const char* wrong : {"xx", "", "3x", "0", "-1", "99999999999999999999"}) {
    base::write_file_atomically(cup_ / "jobs", std::string(wrong));
    const auto opened = open();
    ASSERT_FALSE(opened) << wrong;
    EXPECT_EQ(opened.error().kind, StoreError::Kind::refused);
    EXPECT_EQ(opened.error().message,
              (cup_ / "jobs").string() + ": a whole number from 1 on is expected, the games at a time");
  }
  base::write_file_atomically(cup_ / "jobs", std::string("4\n"));
  const auto opened = open();
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->marks.jobs, 4);
}

// Otherwise it would begin again, and the new games would take the names of the old ones.
TEST_F(Folders, ATournamentThatHasLostItsJournalOrItsPlanIsRefused) {
  const auto open = [&] {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    EXPECT_THAT(WaitingTournaments(folders).names(), ElementsAre("cup")) << "it does not vanish from the list";
    return test::wait_for<std::optional<OpenTournament>>([&](auto done) { folders.open_tournament("cup", done); });
  };
  const auto expect_refused = [&](const std::string& why) {
    const auto opened = open();
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, StoreError::Kind::refused);
    EXPECT_THAT(opened.error().message, testing::StartsWith(why));
  };
  {
    TournamentFolders folders(scratch_.folder, test::run_at_once());
    const WaitingTournaments store(folders);
    store.create("cup", "a plan", {});
    store.open("cup");
    store.append("cup", {.games = {game_named("0-0", {1})}, .from = 0, .lines = "one\n"});
  }
  std::filesystem::remove(cup_ / "journal.jsonl.size");
  std::filesystem::rename(cup_ / "journal.jsonl", cup_ / "kept");
  const std::string journal = (cup_ / "journal.jsonl").string();
  expect_refused(journal + ": it is missing, but the folder has records of games.");
  EXPECT_FALSE(std::filesystem::exists(journal)) << "a refusal changes nothing";
  for (const char* rest : {"", "on"}) {
    base::write_file_atomically(journal, std::string(rest));
    expect_refused(journal + ": it is empty, but the folder has records of games.");
  }
  std::filesystem::rename(cup_ / "kept", journal);
  ASSERT_TRUE(open());
  std::filesystem::remove(cup_ / "plan.json");
  expect_refused((cup_ / "plan.json").string() + ": it is missing.");
  EXPECT_EQ(base::read_binary_file(cup_ / "games" / "0-0.rensa"), Record{1});
}

// A machine may have failed between a record and its line of the journal.
TEST_F(Folders, ARecordOrAnOutputThatIsThereIsNotOverwritten) {
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  store.create("cup", "a plan");
  store.open("cup");
  for (const std::uint8_t content : {std::uint8_t{1}, std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
    const std::string output = "said " + std::to_string(content);
    store.append("cup",
                 {.games = {{.name = "0-0", .record = {content}, .outputs = {output, ""}}}, .from = 0, .lines = "x\n"});
  }
  EXPECT_EQ(store.game("cup", "0-0"), Record{3});
  EXPECT_EQ(base::read_binary_file(cup_ / "games" / "0-0.rensa.replaced"), Record{1});
  EXPECT_EQ(base::read_binary_file(cup_ / "games" / "0-0.rensa.replaced-2"), Record{2});
  EXPECT_EQ(base::read_text_file(cup_ / "games" / "0-0.one.log"), "said 3");
  EXPECT_EQ(base::read_text_file(cup_ / "games" / "0-0.one.log.replaced"), "said 1");
  EXPECT_EQ(base::read_text_file(cup_ / "games" / "0-0.one.log.replaced-2"), "said 2");
}

TEST_F(Folders, FilesThatCannotBeWrittenAreNamed) {
  TournamentFolders folders(scratch_.folder, test::run_at_once());
  const WaitingTournaments store(folders);
  store.create("cup", "a plan");
  ASSERT_TRUE(store.open("cup"));
  std::filesystem::remove(cup_ / "games");
  const auto failed = wait_for<Success>([&](auto done) {
    folders.append_to_journal("cup", {.games = {game_named("0-0", {1})}, .from = 0, .lines = "x\n"}, done);
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, StoreError::Kind::unavailable);
  EXPECT_THAT(failed.error().message, testing::HasSubstr("0-0.rensa"));
  EXPECT_EQ(store.journal("cup"), "") << "the record comes first";
}

}  // namespace
}  // namespace rensa::storage
