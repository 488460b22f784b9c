#include "server/tournament/plan/plan.h"

#include <gmock/gmock.h>
#include <map>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

constexpr const char* kWhole = R"({
  "name": "spring", "ruleset": "tsu-1", "seed": 7, "clock": "virtual", "charge": 12, "audit": 0.25,
  "think_seconds": 3, "first_think_seconds": 8, "missed": 2, "refused": 4, "bench_after": 0, "memory_megabytes": 100, "cores": 2, "processes": 9,
  "stages": [{"format": "swiss", "rounds": 3, "pairs": 2},
             {"format": "knock-out", "take": 2, "best_of": 7, "third_place": true}],
  "players": ["a", {"name": "b", "author": "x", "player": "p:q=1"},
              {"name": "c", "author": "x", "exec": ["./c", "-x"], "files": ["data"]},
              {"name": "d", "exec": ["d"], "protocol": "reference"}, {"name": "e", "guest": true}]})";

TEST(TournamentPlan, HasAllFieldsOfItsJson) {
  const TournamentPlan plan = plan_of(kWhole);
  EXPECT_EQ(plan.name, "spring");
  EXPECT_EQ(plan.seed, 7U);
  EXPECT_EQ(plan.terms.charge, match::ThinkingCost::fixed);
  EXPECT_EQ(plan.terms.charge_frames, 12);
  EXPECT_EQ(plan.audit, 0.25);
  EXPECT_EQ(plan.limits.bench_after, 0);
  EXPECT_EQ(plan.limits.first_think_seconds, 8);
  EXPECT_EQ(plan.limits.cores, 2);
  EXPECT_EQ(plan.limits.processes, 9);
  ASSERT_EQ(plan.stages.size(), 2U);
  EXPECT_EQ(plan.stages[1].best_of, 7);
  EXPECT_TRUE(plan.stages[1].third_place);
  ASSERT_EQ(plan.players.size(), 5U);
  EXPECT_EQ(std::get<BuiltInPlayer>(plan.players[1].kind).player, "p:q=1");
  EXPECT_EQ(std::get<CommandPlayer>(plan.players[2].kind).words, (std::vector<std::string>{"./c", "-x"}));
  EXPECT_EQ(std::get<CommandPlayer>(plan.players[2].kind).files, std::vector<std::string>{"data"});
  EXPECT_EQ(std::get<CommandPlayer>(plan.players[3].kind).files, std::nullopt);
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
                                                         {"\"first_think_seconds\": 8", "\"first_think_seconds\": 9"},
                                                         {"\"rounds\": 3", "\"rounds\": 4"},
                                                         {"\"take\": 2", "\"take\": 3"},
                                                         {"true}],", "false}],"},
                                                         {"p:q=1", "p:q=2"},
                                                         {"\"-x\"", "\"-y\""},
                                                         {"[\"data\"]", "[]"},
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
  EXPECT_EQ(digest_of(plan_of(R"({"players": ["a", "b"], "spectator_delay_seconds": 5})")), then);
  EXPECT_EQ(digest_of(plan_of(R"({"players": ["a", "b"], "starts": "2026-12-24T18:00:00Z"})")), then);
  EXPECT_EQ(digest_of(plan_of(R"({"players": ["a", "b"], "cores": 1, "processes": 64})")), then);
}

TEST(TournamentPlan, StartsAtATimeInUtc) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"], "starts": "2001-09-09T01:46:40Z"})");
  ASSERT_TRUE(plan.starts);
  EXPECT_EQ(plan.starts->time_since_epoch(), std::chrono::seconds(1'000'000'000));
  EXPECT_EQ(plan_of(json_of(plan)).starts, plan.starts);
  EXPECT_FALSE(plan_of(R"({"players": ["a", "b"]})").starts);
  const auto wrong = parse_plan(R"({"players": ["a", "b"], "starts": "tomorrow"})", any_player());
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "line 1: \"starts\" has to be a time in UTC, like \"2026-12-24T18:00:00Z\"");
}

TEST(TournamentPlan, FilesAreThoseOfAProgram) {
  const auto error = [](const std::string& player) {
    const auto plan = parse_plan("{\"players\": [\"a\", {\"name\": \"b\", " + player + "}]}", any_player());
    return plan ? "" : plan.error().message;
  };
  EXPECT_EQ(error(R"("exec": ["b"], "files": [])"), "");
  EXPECT_EQ(error(R"("files": ["/opt/b", "data"], "exec": ["b"])"), "");
  EXPECT_EQ(error(R"("exec": ["b"], "files": "data")"), "line 1: \"files\" has to be an array of files and folders");
  EXPECT_EQ(error(R"("exec": ["b"], "files": [""])"), "line 1: \"files\" names an empty path");
  EXPECT_EQ(error(R"("exec": ["b"], "files": ["a\u0000b"])"), "line 1: \"files\" holds a NUL");
  EXPECT_THAT(error(R"("exec": ["b"], "files": [1])"), testing::HasSubstr("\"files\" of a player"));
  EXPECT_EQ(error(R"("guest": true, "files": [])"), "line 1: \"files\" goes with \"exec\"");
  EXPECT_EQ(error(R"("player": "a", "files": [])"), "line 1: \"files\" goes with \"exec\"");
}

TEST(TournamentPlan, NamesAndAuthorsAreVisibleTexts) {
  const auto error = [](const std::string& plan) {
    const auto read = parse_plan(plan, any_player());
    return read ? "" : read.error().message;
  };
  const auto error_of_player = [&](const std::string& members) {
    return error("{\"players\": [\"a\", {" + members + ", \"guest\": true}]}");
  };
  for (const char* odd : {"\\u001b[2Jx", "x\\u009b", "x\\u202e", "x\\u200b", "x\\n"}) {
    const std::string text = std::string("\"") + odd + "\"";
    EXPECT_THAT(error_of_player("\"name\": " + text), testing::HasSubstr("visible characters")) << odd;
    EXPECT_THAT(error_of_player("\"name\": \"b\", \"author\": " + text), testing::HasSubstr("\"author\" of b")) << odd;
    EXPECT_THAT(error("{\"players\": [\"a\", \"b\"], \"name\": " + text + "}"), testing::HasSubstr("\"name\"")) << odd;
  }
  for (const char* name : {" b", "b ", "b  c", ""}) {
    EXPECT_NE(error_of_player(std::string("\"name\": \"") + name + "\""), "") << name;
  }
  EXPECT_EQ(error_of_player(R"("name": "プヨ 太郎", "author": "Ann Lee,  University of X")"), "");
  EXPECT_EQ(error(R"({"players": ["a", "b"], "name": "Spring 2026"})"), "");
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

TEST(TournamentPlan, ErrorsNameTheLineAndTheKey) {
  const auto error = [](std::string_view text) {
    const auto plan = parse_plan(text, any_player());
    EXPECT_FALSE(plan) << text;
    return plan ? "" : plan.error().message;
  };
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"seed\": 1,\n\n\"seed\": 2}"), "line 4: \"seed\" is given twice");
  EXPECT_EQ(error("{\"players\": [\"a\",\n{\"name\": \"b\", \"guest\": true,\n\"guest\": true}]}"),
            "line 3: \"guest\" is given twice");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"stages\": [{},\n{\"pairs\": 1, \"pairs\": 2}]}"),
            "line 3: \"pairs\" is given twice");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"audit\": 2}"), "line 2: \"audit\" has to be a number from 0 to 1");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"adit\": 2}"), "line 2: \"adit\" is not known");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"charge\": -1}"),
            "line 2: \"charge\" has to be \"measured\" or a number of frames up to " +
                std::to_string(match::kMaxChargeFrames));
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"pairs\": 0}"),
            "line 2: \"pairs\" has to be a whole number from 1 to 1000000");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"stages\": [\n{\"pairs\": 1},\n{\n\"pairs\": true}]}"),
            "line 5: \"pairs\" has to be a whole number from 1 to 1000000");
  EXPECT_EQ(error("{\"players\": [\"a\",\n\"b\",\n{\"guest\": true}\n]}"), "line 3: a player needs a \"name\"");
  EXPECT_EQ(error("{\"players\": [\"a\",\n{\"name\": \"b\",\n\"exec\": \"b\"}\n]}"),
            "line 3: \"exec\" has to be an array of a program and its arguments");
  EXPECT_EQ(error("{\"players\": [\"a\", \"b\"],\n\"seed\": 1e}"),
            "line 2, column 11: a number is not written as JSON writes numbers; the last key before it is \"seed\"");
}

TEST(TournamentPlan, ErrorsInAGeneratedPlanNameNoLine) {
  const auto plan = parse_generated_plan(R"({"players": ["a", "b"], "audit": 2})", any_player());
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().message, "\"audit\" has to be a number from 0 to 1");
}

TEST(TournamentPlan, NoErrorIsInTheWordsOfALibrary) {
  const std::string whole = kWhole;
  for (const char* value : {"null", "true", "-1", "1e400", "1.5", "\"x\"", "[]", "[null]", "[[]]", "{}", "[{}]",
                            "{\"name\": 1}", "[{\"name\": 1, \"guest\": true}]", "18446744073709551616", ""}) {
    for (const char* key : {"name", "ruleset", "seed", "clock", "charge", "audit", "missed", "stages", "players", "elo",
                            "scale", "format", "take", "third_place", "$schema"}) {
      const std::string rest = std::string(key) == "players" ? "" : ", \"players\": [\"a\", \"b\"]";
      const auto plan = parse_plan("{\"" + std::string(key) + "\": " + value + rest + "}", any_player());
      const std::string error = plan ? "" : plan.error().message;
      EXPECT_THAT(error, testing::Not(testing::HasSubstr("json"))) << key << value;
    }
  }
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto plan = parse_plan(whole.substr(0, length), any_player());
    ASSERT_FALSE(plan);
    EXPECT_THAT(plan.error().message, testing::StartsWith("line ")) << length;
    EXPECT_THAT(plan.error().message, testing::Not(testing::HasSubstr("json"))) << length;
  }
}

TEST(TournamentPlan, UsesTheClockOfItsRuleset) {
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "ruleset": "jaist-1"})").terms.clock, match::Clock::turns);
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "charge": "measured"})").terms.charge, match::ThinkingCost::measured);
  EXPECT_EQ(plan_of(R"({"players": ["a", "b"], "charge": 0})").terms.charge, match::ThinkingCost::none);
}

}  // namespace
}  // namespace rensa::tournament::test
