#include "server/storage/folders/bot_folders.h"

#include <filesystem>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

#include "server/base/atomic_file.h"

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::SizeIs;

class BotFoldersTest : public testing::Test {
 protected:
  BotFoldersTest()
      : folder(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder);
    open();
  }
  ~BotFoldersTest() override {
    store.reset();
    fs::remove_all(folder);
  }

  void open() {
    store = std::make_unique<BotFolders>(folder / "bots", [](const std::function<void()>& answer) { answer(); });
  }
  template <typename Value, typename Call>
  StoreResult<Value> ask(Call call) {
    std::promise<StoreResult<Value>> promise;
    call([&promise](StoreResult<Value> answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
  }
  bool add(int version, const std::vector<StoredBotFile>& files, const std::string& state) {
    return static_cast<bool>(ask<Success>([&](auto done) {
      store->add_version({.bot = "mine", .version = version, .upload = "tar", .files = files, .state = state}, done);
    }));
  }
  std::vector<StoredBot> bots() {
    return *ask<std::vector<StoredBot>>([&](auto done) { store->list_bots(done); });
  }
  std::string file_of(int version, const std::string& path) const {
    return base::read_text_file(files_folder_in(folder / "bots", "mine", version) / path);
  }

  const fs::path folder;
  std::unique_ptr<BotFolders> store;
};

TEST_F(BotFoldersTest, KeepsVersionsForTheNextServer) {
  EXPECT_THAT(bots(), SizeIs(0));
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}, {"lib/a/run", "x", true}}, "first"));
  ASSERT_TRUE(add(2, {{"bot.py", "two", false}}, "second"));
  open();
  ASSERT_THAT(bots(), SizeIs(1));
  EXPECT_EQ(bots()[0].name, "mine");
  EXPECT_EQ(bots()[0].state, "second");
  EXPECT_EQ(file_of(1, "bot.py"), "one");
  EXPECT_EQ(file_of(2, "bot.py"), "two");
  const auto permissions = [&](const char* path) {
    return fs::status(files_folder_in(folder / "bots", "mine", 1) / path).permissions();
  };
  EXPECT_NE(permissions("lib/a/run") & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(permissions("bot.py") & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(base::read_text_file(upload_file_in(folder / "bots", "mine", 1)), "tar");
}

TEST_F(BotFoldersTest, ReplacesWhatAnInterruptedUploadHasLeft) {
  const fs::path left = files_folder_in(folder / "bots", "mine", 1);
  fs::create_directories(left);
  base::write_file_atomically(left / "half.py", std::string("half"));
  EXPECT_THAT(bots(), SizeIs(0)) << "without a state it is no bot";
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}}, "first"));
  EXPECT_FALSE(fs::exists(left / "half.py"));
}

TEST_F(BotFoldersTest, TellsWhichVersionsHaveFiles) {
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}}, "first"));
  ASSERT_TRUE(add(2, {{"bot.py", "two", false}}, "second"));
  fs::create_directories(files_folder_in(folder / "bots", "mine", 3));  // of an upload that was interrupted
  fs::create_directories(folder / "bots" / "mine" / "4x");
  EXPECT_THAT(bots()[0].versions, ElementsAre(1, 2, 3));
}

TEST_F(BotFoldersTest, AVersionThatCannotBeWrittenLeavesNoFiles) {
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}}, "first"));
  EXPECT_FALSE(add(2, {{"lib", "a file", false}, {"lib/a.py", "in it", false}}, "second"));
  EXPECT_FALSE(fs::exists(folder / "bots" / "mine" / "2"));
  EXPECT_EQ(bots()[0].state, "first");
}

TEST_F(BotFoldersTest, OnlyTheUserOfTheServerMayLookAtBots) {
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}}, "first"));
  EXPECT_EQ(fs::status(folder / "bots").permissions(), fs::perms::owner_all);
}

TEST_F(BotFoldersTest, ChangesStatesAndRemovesFiles) {
  ASSERT_TRUE(add(1, {{"bot.py", "one", false}}, "first"));
  ASSERT_TRUE(ask<Success>([&](auto done) { store->set_state({.name = "mine", .state = "changed"}, done); }));
  EXPECT_EQ(bots()[0].state, "changed");
  ASSERT_TRUE(ask<Success>([&](auto done) { store->remove_versions("mine", {1, 7}, done); }));
  EXPECT_FALSE(fs::exists(upload_file_in(folder / "bots", "mine", 1)));
  EXPECT_THAT(bots(), SizeIs(1));
}

TEST_F(BotFoldersTest, AFailureIsAnAnswer) {
  base::write_file_atomically(folder.string() + "-file", std::string("x"));
  store =
      std::make_unique<BotFolders>(folder.string() + "-file", [](const std::function<void()>& answer) { answer(); });
  EXPECT_FALSE(add(1, {{"bot.py", "one", false}}, "first"));
  fs::remove(folder.string() + "-file");
  open();
  const auto refused = ask<Success>([&](auto done) { store->set_state({.name = "../x", .state = ""}, done); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, StoreError::Kind::refused);
}

}  // namespace
}  // namespace rensa::storage
