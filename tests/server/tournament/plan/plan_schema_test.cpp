#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/paths.h"

// Compares the published JSON schema of plans with the parser.

namespace rensa::tournament::test {
namespace {

using nlohmann::json;

rules::Parsed<TournamentPlan> read_plan(const json& plan) { return parse_plan(plan.dump(), any_player()); }

const json& schema() {
  static const json document = json::parse(std::ifstream(tests::source_path("docs/tournament.schema.json")));
  return document;
}

const json& fields_of_stages() { return schema()["$defs"]["stage"]["properties"]; }

// The fields of a plan with their descriptions in the schema.
std::map<std::string, json> fields() {
  std::map<std::string, json> all;
  for (const auto& [name, field] : schema()["properties"].items()) {
    if (name == "players" || name == "stages") continue;
    all[name] = field.contains("$ref") ? fields_of_stages()[name] : field;
  }
  return all;
}

// A playable plan with this format.
json plan_in(const json& format) {
  json players = {"a", "b"};
  if (format != "sprt") players = {"a", "b", "c", "d"};
  return {{"format", format}, {"players", players}};
}

// Plans with this field, one for each format that uses it.
std::vector<json> plans_with(const std::string& name, const json& value) {
  std::vector<json> plans;
  for (const json& format : fields_of_stages()["format"]["enum"]) {
    json plan = plan_in(format);
    plan[name] = value;
    const auto read = read_plan(plan);
    const bool is_other_formats =
        !read && read.error().message.find("is not a field of the format") != std::string::npos;
    if (!is_other_formats) plans.push_back(plan);
  }
  return plans;
}

TEST(PlanSchema, HasAllWrittenFields) {
  const json plan = json::parse(json_of(plan_of(R"({"players": ["a", {"name": "b", "author": "x", "guest": true},
    {"name": "c", "exec": ["c"], "protocol": "reference", "files": ["c"]}]})")));
  for (const auto& [name, value] : plan.items()) EXPECT_TRUE(schema()["properties"].contains(name)) << name;
  const json& player = schema()["$defs"]["player"]["oneOf"][1]["properties"];
  for (const json& written : plan["players"]) {
    for (const auto& [name, value] : written.items()) EXPECT_TRUE(player.contains(name)) << name;
  }
  for (const json& format : fields_of_stages()["format"]["enum"]) {
    const json of_format = json::parse(json_of(plan_of(plan_in(format).dump())));
    for (const auto& [name, value] : of_format["stages"][0].items()) EXPECT_TRUE(fields_of_stages().contains(name));
  }
}

TEST(PlanSchema, HasTheRightDefaults) {
  for (const auto& [name, field] : fields()) {
    if (!field.contains("default")) continue;
    const std::vector<json> plans = plans_with(name, field["default"]);
    EXPECT_FALSE(plans.empty()) << name;
    for (json plan : plans) {
      const std::string with = json_of(plan_of(plan.dump()));
      if (name != "format") plan.erase(name);
      EXPECT_EQ(with, json_of(plan_of(plan.dump()))) << name;
    }
  }
}

TEST(PlanSchema, HasTheRightBounds) {
  for (const auto& [name, field] : fields()) {
    if (!field.contains("minimum")) continue;
    const bool is_whole = field["type"] == "integer";
    const std::vector<json> least = plans_with(name, field["minimum"]);
    EXPECT_TRUE(std::ranges::any_of(least, [](const json& plan) { return bool(read_plan(plan)); })) << name;
    std::vector<json> beyond{is_whole ? json(field["minimum"].get<std::int64_t>() - 1)
                                      : json(field["minimum"].get<double>() - 0.0001)};
    if (name != "seed") beyond.push_back(field["maximum"].get<double>() + 1);
    for (const json& value : beyond) {
      for (const json& plan : plans_with(name, value)) EXPECT_FALSE(read_plan(plan)) << plan;
    }
  }
}

TEST(PlanSchema, ListsExactlyTheKnownWords) {
  for (const auto& [name, field] : fields()) {
    if (!field.contains("enum") || name == "clock") continue;
    for (const json& word : field["enum"]) EXPECT_FALSE(plans_with(name, word).empty()) << name << word;
    for (const json& plan : plans_with(name, "such")) EXPECT_FALSE(read_plan(plan)) << plan;
  }
}

TEST(PlanSchema, MayBeNamedInAPlan) {
  EXPECT_EQ(json_of(plan_of(R"({"$schema": "tournament.schema.json", "players": ["a", "b"]})")),
            json_of(plan_of(R"({"players": ["a", "b"]})")));
}

}  // namespace
}  // namespace rensa::tournament::test
