#pragma once

#include <gtest/gtest.h>

#include "engine/limits/search_limits.h"

namespace rensa::tests {

// The promise of engine/limits: a search looks at its flag at least once in so many nodes. The number stands here too,
// so that a change of the code that breaks the promise fails the tests.
inline constexpr std::int64_t kMostNodesBetweenLooks = 64;

// A stop flag that sets itself when a search has searched `after` nodes. It tests that the search looks at it often
// enough, and does not go on afterwards.
class SettingFlag final : public limits::StopFlag {
 public:
  explicit SettingFlag(std::int64_t after) : after_(after) {}

  bool is_set_after(std::int64_t searched) const override {
    EXPECT_GE(searched, last_);
    EXPECT_LE(searched - last_, kMostNodesBetweenLooks) << "the search did not look at the flag for too long";
    EXPECT_FALSE(was_seen_) << "a search that has seen the flag goes on";
    last_ = searched;
    was_seen_ = searched >= after_;
    return was_seen_;
  }

  // Returns the nodes at the last look.
  std::int64_t searched() const { return last_; }
  bool was_seen() const { return was_seen_; }

 private:
  std::int64_t after_;
  mutable std::int64_t last_ = 0;
  mutable bool was_seen_ = false;
};

}  // namespace rensa::tests
