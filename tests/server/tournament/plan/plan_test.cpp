#include "server/tournament/plan/plan.h"

#include <gmock/gmock.h>
#include <map>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

constexpr const char* kWhole = R"({
  "name": "spring", "ruleset": "tsu-1", "seed": 7, "clock": "virtual", "charge": 12, "audit": 0.25,
  "think_seconds": 3, "missed": 2, "refused": 4, "bench_after": 0, "memory_megabytes": 100, "cores": 2, "processes": 9,
  "stages": [{"format": "swiss", "rounds": 3, "pairs": 2},
             {"format": "knock-out", "take": 2, "best_of": 7, "third_place": true}],
  "players": ["a", {"name": "b", "author": "x", "player": "p:q=1"},
              {"name": "c", "author": "x", "exec": ["./c", "-x"]},
              {"name": "d", "exec": ["d"], "protocol": "reference"}, {"name": "e", "guest": true}]})";

TEST(TournamentPlan, HasAllFieldsOfItsJson) {
  const TournamentPlan plan = plan_of(kWhole);
  EXPECT_EQ(plan.name, "spring");
  EXPECT_EQ(plan.seed, 7U);
  EXPECT_EQ(plan.terms.charge, match::ThinkingCost::fixed);
  EXPECT_EQ(plan.terms.charge_frames, 12);
  EXPECT_EQ(plan.audit, 0.25);
  EXPECT_EQ(plan.limits.bench_after, 0);
  EXPECT_EQ(plan.limits.cores, 2);
  EXPECT_EQ(plan.limits.processes, 9);
  ASSERT_EQ(plan.stages.size(), 2U);
  EXPECT_EQ(plan.stages[1].best_of, 7);
  EXPECT_TRUE(plan.stages[1].third_place);
  ASSERT_EQ(plan.players.size(), 5U);
  EXPECT_EQ(std::get<BuiltInPlayer>(plan.players[1].kind).player, "p:q=1");
  EXPECT_EQ(std::get<CommandPlayer>(plan.players[2].kind).words, (std::vector<std::string>{"./c", "-x"}));
  EXPECT_TRUE(std::get<CommandPlayer>(plan.players[3].kind).uses_reference_protocol);
  EXPECT_TRUE(std::holds_alternative<RemotePlayer>(plan.players[4].kind));
  EXPECT_EQ(plan.stage_sequence_plan().authors, (std::vector<int>{-1, 0, 0, -1, -1}));
}

TEST(TournamentPlan, RoundTrips) {
  const TournamentPlan plan = plan_of(kWhole);
  EXPECT_EQ(json_of(plan_of(json_of(plan))), json_of(plan));
  EXPECT_EQ(digest_of(plan_of(json_of(plan))), digest_of(plan));
  const TournamentPlan least = plan_of(R"({"players": ["a", "b"]})");
  EXPECT_EQ(json_of(plan_of(json_of(least))), json_of(least));
}

TEST(TournamentPlan, ASingleStageMayStandAtTheTopLevel) {
  EXPECT_EQ(json_of(plan_of(R"({"players": ["a", "b"], "pairs": 3})")),
            json_of(plan_of(R"({"players": ["a", "b"], "stages": [{"format": "round-robin", "pairs": 3}]})")));
}

TEST(TournamentPlan, EveryFieldIsPartOfItsDigest) {
  const std::uint64_t digest = digest_of(plan_of(kWhole));
  const std::pair<const char*, const char*> changes[] = {{"\"seed\": 7", "\"seed\": 8"},
                                                         {"\"charge\": 12", "\"charge\": 11"},
                                                         {"0.25", "0.5"},
                                                         {"\"rounds\": 3", "\"rounds\": 4"},
                                                         {"\"take\": 2", "\"take\": 3"},
                                                         {"true}],", "false}],"},
                                                         {"p:q=1", "p:q=2"},
                                                         {"\"-x\"", "\"-y\""},
                                                         {"reference", "native"},
                                                         {"\"name\": \"e\"", "\"name\": \"f\""},
                                                         {"\"refused\": 4", "\"refused\": 5"},
                                                         {"\"cores\": 2", "\"cores\": 3"},
                                                         {"\"processes\": 9", "\"processes\": 8"}};
  for (const auto& [from, to] : changes) {
    std::string changed = kWhole;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    changed.replace(at, std::string_view(from).size(), to);
    EXPECT_NE(digest_of(plan_of(changed)), digest) << to;
  }
}

TEST(TournamentPlan, NewerFieldsWithDefaultsDoNotChangeTheDigest) {
  const std::uint64_t then = 1'505'171'862'859'584'670;
  EXPECT_EQ(digest_of(plan_of(R"({"players": ["a", "b"]})")), then);
  EXPECT_EQ(digest_of(plan_of(R"({"players": ["a", "b"], "cores": 1, "processes": 64})")), then);
}

TEST(TournamentPlan, NamesTheFieldThatIsOutOfRange) {
  for (const auto& [name, wrong] : std::map<std::string, std::vector<std::string>>{
           {"cores", {"0", "65", "1.5", "-1", "\"1\""}}, {"processes", {"0", "4097", "true"}}, {"missed", {"0"}}}) {
    for (const std::string& value : wrong) {
      const auto plan = parse_plan(R"({"players": ["a", "b"], ")" + name + "\": " + value + "}", any_player());
      ASSERT_FALSE(plan) << name << " " << value;
      EXPECT_THAT(plan.error().message, testing::HasSubstr("\"" + name + "\""));
    }
  }
}

TEST(TournamentPlan, UsesTheClockOfItsRuleset) {
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "ruleset": "jaist-1"})").terms.clock, match::Clock::turns);
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "charge": "measured"})").terms.charge, match::ThinkingCost::measured);
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "charge": 0})").terms.charge, match::ThinkingCost::none);
}

}  // namespace
}  // namespace rensa::tournament::test
