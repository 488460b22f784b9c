#include "server/storage/token_cache.h"

#include <deque>
#include <gtest/gtest.h>
#include <memory>

#include "server/storage/memory/memory_store.h"
#include "tests/server/storage/intercepted_store.h"

namespace rensa::storage {
namespace {

// A cache in front of a store whose answers the test delivers.
class TokenCacheTest : public testing::Test {
 protected:
  TokenCacheTest() {
    interceptor_.deliver = [this](std::function<void()> answer) { answers_.push_back(std::move(answer)); };
    interceptor_.failure = [this](const std::string&) { return fails_ ? test::Failure::before : test::Failure::none; };
  }

  void deliver(std::size_t at) {
    const auto answer = std::move(answers_.at(at));
    answers_.erase(answers_.begin() + static_cast<std::ptrdiff_t>(at));
    answer();
  }
  void deliver_all() {
    while (!answers_.empty()) deliver(0);
  }
  // The store behind answers at once, as if another process used it.
  std::string create_elsewhere(const std::string& name) {
    std::string text;
    store_.store().create_token(name, Role::worker, [&](const StoreResult<std::string>& made) { text = *made; });
    return text;
  }
  void revoke_elsewhere(std::int64_t id) {
    store_.store().revoke_token(id, [](const StoreResult<bool>&) {});
  }
  void refresh() {
    cache_.refresh([this](const auto& problem) { problem_ = problem; });
    deliver_all();
  }
  test::Interceptor interceptor_;
  std::deque<std::function<void()>> answers_;
  bool fails_ = false;
  test::InterceptedStore store_{std::make_unique<MemoryStore>(MemoryStore::Saving::at_once,
                                                              [](const std::function<void()>& answer) { answer(); }),
                                interceptor_};
  TokenCache cache_{store_};
  std::optional<StoreError> problem_;
};

TEST_F(TokenCacheTest, KnowsNothingBeforeItsFirstRefresh) {
  const std::string text = create_elsewhere("deep");
  EXPECT_FALSE(cache_.is_loaded());
  EXPECT_FALSE(cache_.find(text));
  EXPECT_FALSE(cache_.has_name_like("deep"));
  refresh();
  EXPECT_TRUE(cache_.is_loaded());
  EXPECT_EQ(cache_.find(text)->name, "deep");
  EXPECT_FALSE(cache_.find(text + "x"));
  EXPECT_FALSE(cache_.find(""));
}

TEST_F(TokenCacheTest, TakesOverTokensThatAnotherProcessMakesAndRevokes) {
  refresh();
  const std::string text = create_elsewhere("deep");
  EXPECT_FALSE(cache_.has_name_like("deep"));
  refresh();
  EXPECT_TRUE(cache_.has_name_like("deep"));
  EXPECT_TRUE(cache_.has_name_like("d\u0435ep")) << "with a Cyrillic letter";
  EXPECT_TRUE(cache_.has_name_like("Deep"));
  EXPECT_FALSE(cache_.has_name_like("deeper"));
  const std::int64_t id = cache_.find(text)->id;
  EXPECT_FALSE(cache_.index().is_revoked(id));
  revoke_elsewhere(id);
  refresh();
  EXPECT_FALSE(cache_.has_name_like("deep"));
  EXPECT_FALSE(cache_.find(text));
  EXPECT_TRUE(cache_.index().is_revoked(id));
}

TEST_F(TokenCacheTest, ANameStaysTakenWhileAnotherRoleHasIt) {
  const std::string worker = create_elsewhere("deep");
  store_.store().create_token("deep", Role::administrator, [](const StoreResult<std::string>&) {});
  refresh();
  revoke_elsewhere(cache_.find(worker)->id);
  refresh();
  EXPECT_TRUE(cache_.has_name_like("deep"));
}

// The first list may have been read before a change that the second caller knows of.
TEST_F(TokenCacheTest, ARefreshThatIsAskedForDuringAnotherBeginsAfterIt) {
  int done = 0;
  const auto count = [&done](const auto&) { ++done; };
  cache_.refresh(count);
  create_elsewhere("deep");
  cache_.refresh(count);
  cache_.refresh(count);
  ASSERT_EQ(answers_.size(), 1U);
  deliver(0);
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(cache_.has_name_like("deep"));
  ASSERT_EQ(answers_.size(), 1U) << "the two others share one";
  deliver(0);
  EXPECT_EQ(done, 3);
  EXPECT_TRUE(cache_.has_name_like("deep"));
}

TEST_F(TokenCacheTest, KeepsWhatItKnowsWhileTheStoreFails) {
  const std::string text = create_elsewhere("deep");
  refresh();
  fails_ = true;
  refresh();
  ASSERT_TRUE(problem_);
  EXPECT_EQ(problem_->message, "The disk is on fire.");
  EXPECT_TRUE(cache_.find(text));
  fails_ = false;
  refresh();
  EXPECT_FALSE(problem_);
}

}  // namespace
}  // namespace rensa::storage
