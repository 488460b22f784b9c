#pragma once

#include <gtest/gtest.h>
#include <string>

#include "server/tournament/plan/plan.h"

namespace rensa::tournament::test {

inline NameLookup any_player() {
  return {.ruleset = [](const std::string& id) -> rules::Parsed<rules::Ruleset> {
            if (const rules::Ruleset* ruleset = rules::find_ruleset(id)) return *ruleset;
            return rules::ParseError{.message = "no ruleset " + id, .position = 0};
          },
          .player = [](const std::string& player) -> rules::Parsed<std::string> { return player; }};
}

inline TournamentPlan plan_of(const std::string& json) {
  const auto plan = parse_plan(json, any_player());
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? *plan : TournamentPlan();
}

}  // namespace rensa::tournament::test
