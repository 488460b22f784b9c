#pragma once

#include <gtest/gtest.h>
#include <string>

#include "server/contest/plan.h"

namespace rensa::contest::test {

inline LookUp any_player() {
  return {.ruleset = [](const std::string& id) -> rules::Parsed<rules::Ruleset> {
            if (const rules::Ruleset* ruleset = rules::find_ruleset(id)) return *ruleset;
            return rules::ParseError{.message = "no ruleset " + id, .position = 0};
          },
          .player = [](const std::string& player) -> rules::Parsed<std::string> { return player; }};
}

inline Plan plan_of(const std::string& json) {
  const auto plan = plan_of_json(json, any_player());
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? *plan : Plan();
}

}  // namespace rensa::contest::test
