#pragma once

#include <gtest/gtest.h>

#include "engine/limits/search_limits.h"

namespace rensa::tests {

// A stop flag that sets itself when a search has searched `after` nodes. It tests that the search looks at it often
// enough, and does not go on afterwards.
class SettingFlag final : public limits::StopFlag {
 public:
  explicit SettingFlag(std::int64_t after) : after_(after) {}

  bool is_set(std::int64_t searched) const override {
    EXPECT_GE(searched, last_);
    EXPECT_LE(searched - last_, limits::kNodesBetweenLooks) << "the search did not look at the flag for too long";
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
