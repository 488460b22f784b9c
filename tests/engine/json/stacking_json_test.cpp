#include "engine/json/stacking_json.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

#include "engine/search/stacking_fields.h"

namespace rensa::json {
namespace {

using search::StackingPhase;
using search::StackingPlan;
using search::StackingWeights;

StackingPlan load(std::string_view text) {
  const rules::Parsed<StackingPlan> plan = stacking_plan_of_json(text);
  EXPECT_TRUE(plan) << text << ": " << plan.error().message;
  return plan ? *plan : StackingPlan{};
}

std::string refusal(std::string_view text) {
  const rules::Parsed<StackingPlan> plan = stacking_plan_of_json(text);
  EXPECT_FALSE(plan) << text;
  return plan ? "" : plan.error().message;
}

StackingWeights& of(StackingPlan& plan, StackingPhase phase) { return plan.phases[static_cast<std::size_t>(phase)]; }

TEST(StackingJson, WhatIsLeftOutIsAsInTheDefaultPlan) { EXPECT_EQ(load("{}"), search::default_stacking_plan()); }

TEST(StackingJson, ANameAloneIsForAllPhases) {
  StackingPlan expected = search::default_stacking_plan();
  for (StackingWeights& weights : expected.phases) weights.link = 1234;
  EXPECT_EQ(load(R"({"link": 1234})"), expected);
}

TEST(StackingJson, ANameWithItsPhaseIsForThatOne) {
  StackingPlan expected = search::default_stacking_plan();
  of(expected, StackingPhase::opening).valley = -21;
  of(expected, StackingPhase::middle).ridge = 0;
  of(expected, StackingPhase::late).tear = -300;
  EXPECT_EQ(load(R"({"opening.valley": -21, "middle.ridge": 0, "late.tear": -300})"), expected);
}

TEST(StackingJson, APhasesOwnNumberCountsWhereverItStands) {
  StackingPlan expected = search::default_stacking_plan();
  for (StackingWeights& weights : expected.phases) weights.valley = -7;
  of(expected, StackingPhase::late).valley = -60;
  EXPECT_EQ(load(R"({"valley": -7, "late.valley": -60})"), expected);
  EXPECT_EQ(load(R"({"late.valley": -60, "valley": -7})"), expected);
}

TEST(StackingJson, EveryPlanComesBack) {
  EXPECT_EQ(load(json_of(search::default_stacking_plan())), search::default_stacking_plan());
  StackingPlan plan;
  int next = -30;
  for (StackingWeights& weights : plan.phases) {
    search::for_each_weight(weights, [&next](const char*, int& weight) { weight = 1700 * next++; });
  }
  EXPECT_EQ(load(json_of(plan)), plan);
}

TEST(StackingJson, IsWrittenALineAWeight) {
  const std::string text = json_of(StackingPlan{});
  EXPECT_EQ(text.substr(0, 44), "{\n  \"opening.link\": 0,\n  \"opening.puyo\": 0,\n");
  EXPECT_TRUE(text.ends_with(",\n  \"late.tear\": 0,\n  \"late.wasted\": 0\n}\n")) << text;
}

TEST(StackingJson, EveryWeightHasANameOfItsOwn) {
  StackingWeights weights;
  std::set<std::string> names;
  search::for_each_weight(weights, [&names](const char* name, int&) { names.insert(name); });
  EXPECT_EQ(names.size(), sizeof(StackingWeights) / sizeof(int));
}

TEST(StackingJson, UnknownWeightsAreNamed) {
  EXPECT_EQ(refusal(R"({"links": 1})"), "\"links\" is not a weight");
  EXPECT_EQ(refusal(R"({"": 1})"), "\"\" is not a weight");
  EXPECT_EQ(refusal(R"({"early.link": 1})"), "\"early.link\" is not a weight");
  EXPECT_EQ(refusal(R"({"late.": 1})"), "\"late.\" is not a weight");
  EXPECT_EQ(refusal(R"({"late": 1})"), "\"late\" is not a weight");
  EXPECT_EQ(refusal(R"({"late.late.link": 1})"), "\"late.late.link\" is not a weight");
  EXPECT_EQ(refusal(R"({"link.late": 1})"), "\"link.late\" is not a weight");
}

TEST(StackingJson, NothingIsGivenTwice) {
  EXPECT_EQ(refusal(R"({"link": 1, "link": 1})"), "\"link\" is given twice");
  EXPECT_EQ(refusal(R"({"late.link": 1, "late.link": 2})"), "\"late.link\" is given twice");
}

TEST(StackingJson, WeightsAreWholeNumbers) {
  EXPECT_EQ(refusal(R"({"link": "1000"})"), "\"link\" has to be a whole number");
  EXPECT_EQ(refusal(R"({"late.link": "1000"})"), "\"late.link\" has to be a whole number");
  EXPECT_EQ(refusal(R"({"link": 1.5})"), "\"link\" is 1.5, but values are whole numbers and strings here");
}

TEST(StackingJson, WeightsStayInRange) {
  EXPECT_EQ(load(R"({"step": 100000})").of(StackingPhase::late).step, 100'000);
  EXPECT_EQ(load(R"({"step": -100000})").of(StackingPhase::late).step, -100'000);
  for (const char* number : {"100001", "-100001", "9223372036854775807", "-9223372036854775808"}) {
    EXPECT_EQ(refusal(std::string(R"({"step": )").append(number).append("}")),
              "\"step\" is out of range: 100,000 at most");
  }
}

TEST(StackingJson, TheTextIsAnObject) {
  EXPECT_EQ(refusal("[]"), "the text has to be an object, { ... }");
  EXPECT_EQ(refusal("{\"link\": }").substr(0, 7), "line 1,");
}

}  // namespace
}  // namespace rensa::json
