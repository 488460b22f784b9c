#include "engine/json/settings_json.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

#include "engine/evaluation/field_evaluation.h"

namespace rensa::json {
namespace {

using evaluation::EvaluationWeights;
using evaluation::FieldPhase;
using evaluation::WeightsByPhase;
using rules::Parsed;
using rules::Ruleset;

Ruleset load_ruleset(std::string_view text) {
  const Parsed<Ruleset> ruleset = ruleset_of_json(text);
  EXPECT_TRUE(ruleset) << text << ": " << ruleset.error().message;
  return ruleset ? *ruleset : Ruleset{};
}

// Returns the error without the line: most texts of these tests have only one.
std::string without_line(std::string message) {
  constexpr std::string_view kLine = "line 1: ";
  return message.starts_with(kLine) ? message.substr(kLine.size()) : message;
}

std::string ruleset_refusal(std::string_view text) {
  const Parsed<Ruleset> ruleset = ruleset_of_json(text);
  EXPECT_FALSE(ruleset) << text;
  return ruleset ? "" : without_line(ruleset.error().message);
}

TEST(RulesetJson, MissingFieldsHaveTheDefaultValues) {
  Ruleset expected;
  expected.id = "mine";
  expected.colours = 5;
  EXPECT_EQ(load_ruleset(R"({"id": "mine", "colours": 5})"), expected);
}

TEST(RulesetJson, BaseGivesMissingFieldsInAnyOrder) {
  Ruleset expected = *rules::find_ruleset("jaist-1");
  expected.id = "jaist-5";
  expected.colours = 5;
  EXPECT_EQ(load_ruleset(R"({"base": "jaist-1", "id": "jaist-5", "colours": 5})"), expected);
  EXPECT_EQ(load_ruleset(R"({"id": "jaist-5", "colours": 5, "base": "jaist-1"})"), expected);
}

TEST(RulesetJson, EveryFieldIsTaken) {
  const Ruleset ruleset = load_ruleset(R"({
    "id": "all", "pacing": "turns", "colours": 3, "visible_pairs": 2, "queue": "common_until_clear",
    "choke": "no_move", "attack": "score", "garbage_rate": 120, "max_garbage_drop": 12, "all_clear_points": 0,
    "margin_start_frames": 0, "margin_step_frames": 0, "frame_limit": 0, "turn_limit": 99, "turn_milliseconds": 250})");
  EXPECT_EQ(ruleset.pacing, rules::Pacing::turns);
  EXPECT_EQ(ruleset.visible_pairs, 2);
  EXPECT_EQ(ruleset.queue, rules::QueueSharing::common_until_clear);
  EXPECT_EQ(ruleset.choke, rules::Choke::no_move);
  EXPECT_EQ(ruleset.garbage_rate, 120);
  EXPECT_EQ(ruleset.max_garbage_drop, 12);
  EXPECT_EQ(ruleset.turn_limit, 99);
  EXPECT_EQ(ruleset.turn_milliseconds, 250);
}

TEST(RulesetJson, ReadingAWrittenRulesetGivesTheSame) {
  for (const Ruleset& ruleset : rules::published_rulesets()) EXPECT_EQ(load_ruleset(json_of(ruleset)), ruleset);
  Ruleset margin;
  margin.id = "margin_96.16";
  margin.margin_start_frames = 5760;
  margin.margin_step_frames = 960;
  margin.frame_limit = 36000;
  EXPECT_EQ(load_ruleset(json_of(margin)), margin);
}

TEST(RulesetJson, IsWrittenALineAField) {
  const std::string text = json_of(*rules::find_ruleset("class-1"));
  EXPECT_EQ(text.substr(0, 54), "{\n  \"id\": \"class-1\",\n  \"pacing\": \"turns\",\n  \"colours\":");
  EXPECT_EQ(text.substr(text.size() - 31), "\n  \"turn_milliseconds\": 1000\n}\n");
}

TEST(RulesetJson, PublishedIdNeedsThePublishedValues) {
  EXPECT_EQ(load_ruleset(R"({"id": "tsu-1"})"), *rules::find_ruleset("tsu-1"));
  EXPECT_EQ(ruleset_refusal(R"({"id": "tsu-1", "colours": 5})"),
            "\"tsu-1\" is published with other values: a ruleset of your own needs its own id");
}

TEST(RulesetJson, UnknownOrWrongMembersAreNamed) {
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colors": 4})"), "\"colors\" is not a field of a ruleset");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": 4, "colours": 5})"), "\"colours\" is given twice");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "base": "tsu-1", "base": "tsu-1"})"), "\"base\" is given twice");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": "4"})"), "\"colours\" has to be a whole number");
  EXPECT_EQ(ruleset_refusal(R"({"id": 4})"), "\"id\" has to be a string");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "pacing": "frame"})"), "\"pacing\" has to be \"frames\" or \"turns\"");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "choke": 1})"), "\"choke\" has to be \"spawn_cell\" or \"no_move\"");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "base": "tsu-9"})"), "\"base\" has to be the id of a published ruleset");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "base": 1})"), "\"base\" has to be the id of a published ruleset");
  EXPECT_EQ(ruleset_refusal(R"({"base": "tsu-1"})"), "\"id\" is missing: a ruleset needs a name of its own");
  EXPECT_EQ(ruleset_refusal(R"({})"), "\"id\" is missing: a ruleset needs a name of its own");
}

TEST(RulesetJson, OnlyWholeNumbersAndStringsAreValues) {
  const std::string rest = ", but values are whole numbers and strings here";
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": 4.0})"), "\"colours\" is 4.0" + rest);
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": null})"), "\"colours\" is null" + rest);
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": true})"), "\"colours\" is true or false" + rest);
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": [4]})"), "\"colours\" is an array" + rest);
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": {}})"), "\"colours\" is an object" + rest);
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": 18446744073709551615})"),
            "\"colours\" is 18446744073709551615" + rest);
  for (const std::string_view text : {"[]", "4", "\"a\"", "null"}) {
    EXPECT_EQ(ruleset_refusal(text), "the text has to be an object, { ... }");
  }
}

TEST(RulesetJson, OutOfRangeAndContradictoryValuesAreRefused) {
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": 6})"), "colours is 6, but has to be within 3 and 5.");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "colours": 4294967300})"), "\"colours\" is out of range");
  EXPECT_EQ(ruleset_refusal(R"({"id": "a", "turn_limit": 6})").substr(0, 30), "turn_limit needs pacing turns;");
  EXPECT_EQ(ruleset_refusal(R"({"id": "A"})"), "id may hold a-z, 0-9, '-', '_' and '.' only.");
}

TEST(RulesetJson, SyntaxErrorsNameLineAndColumn) {
  const auto error = [](std::string_view text) { return ruleset_of_json(text).error(); };
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  colours: 4\n}").message.substr(0, 18), "line 3, column 3: ");
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  colours: 4\n}").position, 18U);
  EXPECT_EQ(error("{\"id\": \"a\"").message.substr(0, 17), "line 1, column 11");
  EXPECT_EQ(error("").message.substr(0, 16), "line 1, column 1");
  EXPECT_EQ(error("{\"id\": \"a\"} x").message.substr(0, 17), "line 1, column 13");
  EXPECT_EQ(error("{\"id\": 1e999}").message.substr(0, 7), "line 1,");
}

TEST(RulesetJson, ErrorsNameTheLineAndTheKey) {
  const auto error = [](std::string_view text) { return ruleset_of_json(text).error().message; };
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n\n  \"colours\": 4,\n  \"colours\": 5\n}"),
            "line 5: \"colours\" is given twice");
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  \"colours\":\n\"4\"\n}"), "line 3: \"colours\" has to be a whole number");
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  \"colors\": 4\n}"), "line 3: \"colors\" is not a field of a ruleset");
  EXPECT_EQ(error("{\n\n  \"id\": \"a\",\n  \"base\": 4\n}"),
            "line 4: \"base\" has to be the id of a published ruleset");
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  \"colours\": 6\n}"), "line 3: colours is 6, but has to be within 3 and 5.");
  EXPECT_EQ(error("{\n  \"id\": \"a\",\n  \"colours\": [4]\n}"),
            "line 3: \"colours\" is an array, but values are whole numbers and strings here");
}

TEST(RulesetJson, TextHasToBeUtf8) {
  EXPECT_NE(ruleset_refusal("{\"id\": \"\xFF\"}").find("UTF-8"), std::string::npos);
  EXPECT_NE(ruleset_refusal("{\"id\": \"\xC0\xAF\"}").find("UTF-8"), std::string::npos);
}

WeightsByPhase load_weights(std::string_view text) {
  const rules::Parsed<WeightsByPhase> plan = evaluation_weights_of_json(text);
  EXPECT_TRUE(plan) << text << ": " << plan.error().message;
  return plan ? *plan : WeightsByPhase{};
}

std::string weights_refusal(std::string_view text) {
  const rules::Parsed<WeightsByPhase> plan = evaluation_weights_of_json(text);
  EXPECT_FALSE(plan) << text;
  return plan ? "" : without_line(plan.error().message);
}

EvaluationWeights& of_phase(WeightsByPhase& plan, FieldPhase phase) {
  return plan.phases[static_cast<std::size_t>(phase)];
}

TEST(EvaluationWeightsJson, MissingWeightsHaveTheDefaultValues) {
  EXPECT_EQ(load_weights("{}"), evaluation::default_weights());
}

TEST(EvaluationWeightsJson, NameWithoutPhaseSetsAllPhases) {
  WeightsByPhase expected = evaluation::default_weights();
  for (EvaluationWeights& weights : expected.phases) weights.link = 1234;
  EXPECT_EQ(load_weights(R"({"link": 1234})"), expected);
}

TEST(EvaluationWeightsJson, NameWithPhaseSetsOnePhase) {
  WeightsByPhase expected = evaluation::default_weights();
  of_phase(expected, FieldPhase::opening).valley = -21;
  of_phase(expected, FieldPhase::middle).ridge = 0;
  of_phase(expected, FieldPhase::late).tear = -300;
  EXPECT_EQ(load_weights(R"({"opening.valley": -21, "middle.ridge": 0, "late.tear": -300})"), expected);
}

TEST(EvaluationWeightsJson, WeightOfOnePhaseOverridesInAnyOrder) {
  WeightsByPhase expected = evaluation::default_weights();
  for (EvaluationWeights& weights : expected.phases) weights.valley = -7;
  of_phase(expected, FieldPhase::late).valley = -60;
  EXPECT_EQ(load_weights(R"({"valley": -7, "late.valley": -60})"), expected);
  EXPECT_EQ(load_weights(R"({"late.valley": -60, "valley": -7})"), expected);
}

TEST(EvaluationWeightsJson, ReadingWrittenWeightsGivesTheSame) {
  EXPECT_EQ(load_weights(json_of(evaluation::default_weights())), evaluation::default_weights());
  WeightsByPhase plan;
  int next = -30;
  for (EvaluationWeights& weights : plan.phases) {
    for (const evaluation::WeightField& field : evaluation::kWeightFields) weights.*field.weight = 1700 * next++;
  }
  EXPECT_EQ(load_weights(json_of(plan)), plan);
}

TEST(EvaluationWeightsJson, IsWrittenALineAWeight) {
  const std::string text = json_of(WeightsByPhase{});
  EXPECT_EQ(text.substr(0, 44), "{\n  \"opening.link\": 0,\n  \"opening.puyo\": 0,\n");
  EXPECT_TRUE(text.ends_with(",\n  \"late.tear\": 0,\n  \"late.wasted\": 0\n}\n")) << text;
}

TEST(EvaluationWeightsJson, EveryWeightHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const evaluation::WeightField& field : evaluation::kWeightFields) names.insert(field.name);
  EXPECT_EQ(names.size(), sizeof(EvaluationWeights) / sizeof(int));
}

TEST(EvaluationWeightsJson, UnknownWeightsAreNamed) {
  EXPECT_EQ(weights_refusal(R"({"links": 1})"), "\"links\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"": 1})"), "\"\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"early.link": 1})"), "\"early.link\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"late.": 1})"), "\"late.\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"late": 1})"), "\"late\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"late.late.link": 1})"), "\"late.late.link\" is not a weight");
  EXPECT_EQ(weights_refusal(R"({"link.late": 1})"), "\"link.late\" is not a weight");
}

TEST(EvaluationWeightsJson, NothingIsGivenTwice) {
  EXPECT_EQ(weights_refusal(R"({"link": 1, "link": 1})"), "\"link\" is given twice");
  EXPECT_EQ(weights_refusal(R"({"late.link": 1, "late.link": 2})"), "\"late.link\" is given twice");
}

TEST(EvaluationWeightsJson, WeightsAreWholeNumbers) {
  EXPECT_EQ(weights_refusal(R"({"link": "1000"})"), "\"link\" has to be a whole number");
  EXPECT_EQ(weights_refusal(R"({"late.link": "1000"})"), "\"late.link\" has to be a whole number");
  EXPECT_EQ(weights_refusal(R"({"link": 1.5})"), "\"link\" is 1.5, but values are whole numbers and strings here");
}

TEST(EvaluationWeightsJson, WeightsStayInRange) {
  EXPECT_EQ(load_weights(R"({"step": 100000})").of(FieldPhase::late).step, 100'000);
  EXPECT_EQ(load_weights(R"({"step": -100000})").of(FieldPhase::late).step, -100'000);
  for (const char* number : {"100001", "-100001", "9223372036854775807", "-9223372036854775808"}) {
    EXPECT_EQ(weights_refusal(std::string(R"({"step": )").append(number).append("}")),
              "\"step\" is out of range: 100,000 at most");
  }
}

TEST(EvaluationWeightsJson, TheTextIsAnObject) {
  EXPECT_EQ(weights_refusal("[]"), "the text has to be an object, { ... }");
  EXPECT_EQ(weights_refusal("{\"link\": }").substr(0, 7), "line 1,");
}

}  // namespace
}  // namespace rensa::json
