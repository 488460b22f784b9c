#include <array>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "clients/bridge/text_protocol.h"
#include "engine/duel/frame_game.h"
#include "engine/rules/rng.h"
#include "tests/tools/paths.h"

// docs/bridge.md has the grammar of the text protocol. Here the bridge's own texts are held against it.

namespace rensa::bridge {
namespace {

std::string page() {
  std::ifstream in(tests::source_path("docs/bridge.md"), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The text between two others.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

// The rules of the grammar, each as the words that define it.
std::map<std::string, std::vector<std::string>> grammar() {
  std::map<std::string, std::vector<std::string>> rules;
  std::istringstream lines(between(page(), "```ebnf\n", "```\n"));
  std::string name;
  const std::regex words(R"re("[^"]*"|[^ ]+)re");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t sign = line.find(" = ");
    if (line[0] != ' ') name = line.substr(0, line.find(' '));
    const std::string rest = line[0] == ' ' ? line : line.substr(sign + 3);
    for (std::sregex_iterator word(rest.begin(), rest.end(), words); word != std::sregex_iterator(); ++word) {
      rules[name].push_back(word->str());
    }
  }
  return rules;
}

// The rules that the page describes in words.
const std::map<std::string, std::string>& terminals() {
  static const std::map<std::string, std::string> known{{"message-text", "[^ ]*"}, {"other", "[^ ]+"}};
  return known;
}

// The regular expression of a rule. No rule of this grammar contains itself.
std::string expression_of(const std::map<std::string, std::vector<std::string>>& rules, const std::string& name) {
  static const std::map<std::string, std::string> signs{{"[", "(?:"}, {"]", ")?"}, {"{", "(?:"}, {"}", ")*"},
                                                        {"(", "(?:"}, {")", ")"},  {"|", "|"}};
  if (const auto known = terminals().find(name); known != terminals().end()) return known->second;
  std::string expression = "(?:";
  std::string count;  // of the word that follows
  const std::vector<std::string>& words = rules.at(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + 1 < words.size() && words[i + 1] == "*") {
      count = "{" + words[i++] + "}";
      continue;
    }
    if (const auto sign = signs.find(words[i]); sign != signs.end()) {
      expression += sign->second;
    } else if (words[i][0] == '"') {
      expression += words[i].substr(1, words[i].size() - 2);  // no literal has a sign of regular expressions
    } else {
      expression += expression_of(rules, words[i]);
    }
    expression += std::exchange(count, "");
  }
  return expression + ")";
}

std::regex pattern_of(const std::string& rule) { return std::regex(expression_of(grammar(), rule)); }

// The requests of a whole game to both seats, which place their pairs by chance.
std::vector<std::string> requests_of_game(std::uint64_t seed) {
  duel::FrameGame game({.ruleset = *rules::find_ruleset("tsu-1"), .seed = seed, .queue = std::nullopt});
  std::array<RequestWriter, 2> writers;
  rules::Rng chance(seed, 1);
  std::vector<std::string> requests;
  duel::Events events;
  for (;;) {
    const std::vector<duel::Event> list(events.begin(), events.end());
    duel::Inputs inputs;
    for (const duel::Seat seat : duel::kSeats) {
      const duel::View view = duel::view_for_seat(game, seat);
      std::optional<Ending> ending;
      if (game.outcome()) ending = ending_of(game.outcome()->winner, seat);
      requests.push_back(writers[duel::index_of(seat)].write(
          {.id = id_of_clock(view.clock), .view = view, .events = list, .ending = ending}));
      if (view.decision_due) {
        inputs[duel::index_of(seat)] = duel::Input::place(rules::kPlacements[chance.below(rules::kPlacementCount)]);
      }
    }
    if (game.outcome()) return requests;
    events = game.step(inputs);
  }
}

TEST(BridgePage, EveryRequestOfWholeGamesIsInTheGrammar) {
  const std::regex request = pattern_of("request");
  std::set<std::string> endings;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const std::string& text : requests_of_game(seed)) {
      ASSERT_TRUE(std::regex_match(text, request)) << text;
      if (const std::size_t end = text.find("END="); end != std::string::npos) endings.insert(text.substr(end));
    }
  }
  EXPECT_THAT(endings, testing::IsSupersetOf({"END=1 ", "END=-1 "}));
}

TEST(BridgePage, AChangedRequestIsNotInTheGrammar) {
  const std::regex request = pattern_of("request");
  const std::string whole = requests_of_game(1).back();
  ASSERT_TRUE(std::regex_match(whole, request)) << whole;
  std::vector<std::string> words;
  std::istringstream in(whole);
  for (std::string word; in >> word;) words.push_back(word);
  ASSERT_EQ(words.size(), 18U);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {  // END may be missing
    std::string without;
    std::string swapped;
    std::string wrong;
    for (std::size_t j = 0; j < words.size(); ++j) {
      if (j != i) without += words[j] + " ";
      swapped += words[j == i ? i + 1 : j == i + 1 ? i : j] + " ";
      wrong += words[j] + (j == i ? "x " : " ");
    }
    for (const std::string& text : {without, swapped, wrong}) EXPECT_FALSE(std::regex_match(text, request)) << text;
  }
  EXPECT_FALSE(std::regex_match(whole.substr(0, whole.size() - 1), request)) << "the last space is missing";
}

TEST(BridgePage, ResponsesOfTheGrammarAreRead) {
  const std::regex response = pattern_of("response");
  for (const char* text :
       {"ID=74", "ID=74 X=6 R=3", "MSG=a_b,c R=0 MA=1 X=3 PX=1 PR=2 ID=5 ", "  ID=5  later X=2 R=1"}) {
    EXPECT_TRUE(std::regex_match(std::string(text), response)) << text;
    EXPECT_TRUE(response_of(text)) << text;
  }
  for (const char* text : {"", "   "}) {
    EXPECT_FALSE(std::regex_match(std::string(text), response)) << text;
    EXPECT_FALSE(response_of(text)) << text;
  }
}

TEST(BridgePage, TheTablesHaveEveryKeyAndEveryEvent) {
  const auto keys_in = [](const std::string& text, const char* pattern) {
    std::set<std::string> keys;
    const std::regex key(pattern);
    for (std::sregex_iterator found(text.begin(), text.end(), key); found != std::sregex_iterator(); ++found) {
      keys.insert((*found)[1]);
    }
    return keys;
  };
  const auto first_cells = [&](const std::string& title) {
    std::string cells;
    std::istringstream lines(between(page(), title, "\n\n"));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("| `")) cells += line.substr(0, line.find(" |", 2)) + "\n";
    }
    return keys_in(cells, "`([A-Z]+)`");
  };
  const auto rules = grammar();
  const auto in_rule = [&](const std::string& rule, const char* pattern) {
    std::string words;
    for (const std::string& word : rules.at(rule)) words += word + " ";
    return keys_in(words, pattern);
  };
  EXPECT_EQ(first_cells("| key of a request |"), in_rule("request", "([A-Z]+)="));
  EXPECT_EQ(first_cells("| key of a response |"), in_rule("token", "([A-Z]+)="));
  EXPECT_EQ(first_cells("| event |"), in_rule("events", "\"([A-Z])\""));
}

TEST(BridgePage, ItsExampleIsARequestWithAResponse) {
  const std::string example = between(page(), "and a response to it:\n```\n", "```\n");
  const std::string request = example.substr(0, example.find('\n'));
  const std::string response = between(example, "\n", "\n");
  EXPECT_TRUE(std::regex_match(request, pattern_of("request"))) << request;
  EXPECT_TRUE(std::regex_match(response, pattern_of("response"))) << response;
  EXPECT_TRUE(response_of(response)->placement);
}

}  // namespace
}  // namespace rensa::bridge
