#include "engine/players/registry.h"

#include <gtest/gtest.h>

#include "engine/evaluation/field_evaluator.h"
#include "engine/record/record.h"

namespace rensa::players {
namespace {

PlayerSpec read(std::string_view text) {
  const rules::Parsed<PlayerSpec> word = parse_player_spec(text);
  EXPECT_TRUE(word) << text << ": " << word.error().message;
  return word ? *word : PlayerSpec{};
}

rules::ParseError refusal(std::string_view text) {
  const rules::Parsed<PlayerSpec> word = parse_player_spec(text);
  EXPECT_FALSE(word) << text;
  return word ? rules::ParseError{} : word.error();
}

TEST(PlayerSpec, IsANameAlone) {
  for (const PlayerKind& kind : player_kinds()) {
    const PlayerSpec word = read(kind.name);
    EXPECT_EQ(word.kind, &kind);
    EXPECT_EQ(word.nodes, 0);
    EXPECT_EQ(word.weights_file, "");
  }
}

TEST(PlayerSpec, MayHaveOptionsInAnyOrder) {
  EXPECT_EQ(read("gaze:nodes=20000").nodes, 20'000);
  EXPECT_EQ(read("gaze:weights=my.json").weights_file, "my.json");
  for (const char* text : {"gaze:nodes=1,weights=a/b.json", "gaze:weights=a/b.json,nodes=1"}) {
    EXPECT_EQ(read(text).kind, find_player("gaze"));
    EXPECT_EQ(read(text).nodes, 1);
    EXPECT_EQ(read(text).weights_file, "a/b.json");
  }
}

TEST(PlayerSpec, FileNamesMayContainAllButCommas) {
  EXPECT_EQ(read("gaze:weights=C:\\a=b c.json").weights_file, "C:\\a=b c.json");
}

TEST(PlayerSpec, UnknownPlayersAreRefused) {
  EXPECT_EQ(refusal("deep").message, "no player deep; there are " + names_of_players());
  EXPECT_EQ(refusal("deep:nodes=3").message, "no player deep; there are " + names_of_players());
  EXPECT_EQ(refusal("").message, "no player ; there are " + names_of_players());
  EXPECT_EQ(refusal("gaze,nodes=3").message, "no player gaze,nodes=3; there are " + names_of_players());
}

TEST(PlayerSpec, UnknownOptionsAreRefused) {
  EXPECT_EQ(refusal("gaze:depth=3").message, "gaze:depth=3: there is no option depth; gaze has nodes=N, weights=FILE");
  EXPECT_EQ(refusal("greedy:depth=3").message, "greedy:depth=3: there is no option depth; greedy has no options");
  EXPECT_EQ(refusal("gaze:Nodes=3").message, "gaze:Nodes=3: there is no option Nodes; gaze has nodes=N, weights=FILE");
}

TEST(PlayerSpec, AnUnsupportedOptionIsRefused) {
  EXPECT_EQ(refusal("greedy:nodes=3").message, "greedy:nodes=3: greedy does not take nodes; greedy has no options");
  EXPECT_EQ(refusal("greedy:weights=a").message,
            "greedy:weights=a: greedy does not take weights; greedy has no options");
}

TEST(PlayerSpec, AnOptionMayBeGivenOnce) {
  EXPECT_EQ(refusal("gaze:nodes=3,nodes=3").message,
            "gaze:nodes=3,nodes=3: nodes is given twice; gaze has nodes=N, weights=FILE");
  EXPECT_EQ(refusal("gaze:weights=a,weights=b").message,
            "gaze:weights=a,weights=b: weights is given twice; gaze has nodes=N, weights=FILE");
}

TEST(PlayerSpec, AnOptionNeedsAValue) {
  for (const char* text : {"gaze:nodes", "gaze:nodes=", "gaze:weights=a,nodes"}) {
    EXPECT_EQ(refusal(text).message,
              std::string(text) + ": nodes needs a value, as in nodes=N; gaze has nodes=N, weights=FILE");
  }
  EXPECT_EQ(refusal("gaze:weights=").message,
            "gaze:weights=: weights needs a value, as in weights=FILE; gaze has nodes=N, weights=FILE");
}

TEST(PlayerSpec, ASeparatorNeedsAnOption) {
  for (const char* text : {"gaze:", "gaze:,nodes=3", "gaze:nodes=3,", "gaze:=3"}) {
    EXPECT_EQ(refusal(text).message, std::string(text) + ": an option is missing; gaze has nodes=N, weights=FILE");
  }
}

TEST(PlayerSpec, NodesAreANumberInRange) {
  EXPECT_EQ(read("gaze:nodes=100000000").nodes, kMaxNodes);
  for (const char* number :
       {"0", "-1", "+1", "100000001", "4294967297", "99999999999999999999", "1e3", "1.5", "few", " 1", "1 ", "0x10"}) {
    EXPECT_EQ(refusal(std::string("gaze:nodes=") + number).message,
              std::string("gaze:nodes=") + number +
                  ": nodes has to be a number from 1 to 100000000; gaze has nodes=N, weights=FILE");
  }
}

TEST(PlayerSpec, ErrorsHaveAPosition) {
  EXPECT_EQ(refusal("deep").position, 1U);
  EXPECT_EQ(refusal("gaze:depth=3").position, 6U);
  EXPECT_EQ(refusal("gaze:nodes=few").position, 12U);
  EXPECT_EQ(refusal("gaze:nodes=3,weights").position, 14U);
  EXPECT_EQ(refusal("gaze:").position, 6U);
}

TEST(PlayerName, HasNoFolders) {
  EXPECT_EQ(display_name(read("greedy")), "greedy");
  EXPECT_EQ(display_name(read("gaze:nodes=20000")), "gaze:nodes=20000");
  EXPECT_EQ(display_name(read("gaze:weights=/home/me/my.json")), "gaze:weights=my.json");
  EXPECT_EQ(display_name(read("gaze:weights=my.json,nodes=7")), "gaze:nodes=7,weights=my.json");
}

TEST(PlayerName, FitsIntoRecords) {
  for (const std::string& file : {std::string("a\"b\\c\n.json"), std::string("\xFF\xC3"), std::string(300, 'x')}) {
    const std::string name = display_name(read("gaze:nodes=100000000,weights=" + file));
    EXPECT_TRUE(record::is_valid_name(name)) << name;
    EXPECT_EQ(name.find_first_of("\"\\"), std::string::npos) << name;
  }
}

TEST(Entrant, IsMadeWithItsOptions) {
  static PlayerOptions options;
  const auto keep_options = [](const PlayerSetup& setup) -> std::unique_ptr<Player> {
    options = setup.options;
    return nullptr;
  };
  const PlayerKind kind{.name = "spy", .summary = "takes its options down", .make = keep_options, .copy = nullptr};
  const auto evaluator = std::make_shared<evaluation::OneColourEvaluator>();
  const Entrant entrant{.kind = &kind, .options = {.nodes = 7, .evaluator = evaluator}, .name = "spy"};
  entrant.make(*rules::find_ruleset("tsu-1"), 3);
  EXPECT_EQ(options.nodes, 7);
  EXPECT_EQ(options.evaluator, evaluator);
  options = {};
}

TEST(PlayerKinds, TellTheOptionsTheySupport) {
  EXPECT_EQ(option_summary(*find_player("gaze")), "nodes=N, weights=FILE");
  EXPECT_GT(find_player("gaze")->nodes, 1000);
  EXPECT_EQ(option_summary(*find_player("greedy")), "");
  for (const PlayerKind& kind : player_kinds()) EXPECT_EQ(kind.supports.nodes, kind.nodes > 0) << kind.name;
}

}  // namespace
}  // namespace rensa::players
