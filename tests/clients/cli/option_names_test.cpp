#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// An option that had another name before. The old name still works, but the help does not show it.
struct RenamedOption {
  Words command;
  std::string old_name;
  std::string name;
  Words value;  // an accepted value; empty for a flag
  Words rest;   // further arguments that make a short call; empty: the call is wrong, and its error is compared
};

std::vector<RenamedOption> renamed_options() {
  const Words few_queues{"--queues", "2", "--depth", "1", "--family", "domino", "--json"};
  const Words solo{"lab", "solo"};
  const Words few_games{"greedy", "--queues", "2", "--json"};
  const Words puzzle{"puzzle", "generate"};
  const Words url{"800F08J08A0EB_8161__270", "--json"};
  const Words tournament{"no-such-plan.json"};
  return {
      {{"perft"}, "--path", "--kernel", {"portable"}, {"--depth", "1"}},
      {{"signature"}, "--path", "--kernel", {"none"}, {}},
      {{"bench", "rules"}, "--path", "--kernel", {"none"}, {}},
      {{"bench", "plies"}, "--path", "--kernel", {"none"}, {}},
      {{"vectors"}, "--path", "--kernel", {"none"}, {}},
      {{"sprt"}, "--to", "--folder", {"unused"}, {"greedy", "random", "--seed", "1", "--games", "4", "--quiet"}},
      {{"tournament", "run"}, "--to", "--folder", {"unused"}, tournament},
      {{"tournament", "run"}, "--times", "--thinking-times", {}, tournament},
      {{"tournament", "show"}, "--to", "--folder", {"unused"}, tournament},
      {{"tournament", "show"}, "--times", "--thinking-times", {}, tournament},
      {{"tournament", "export"}, "--to", "--folder", {"unused"}, tournament},
      {{"tournament", "verify"}, "--to", "--folder", {"unused"}, tournament},
      {{"tournament", "withdraw"}, "--why", "--reason", {"late"}, {"cup", "zoe", "--server", "x", "--token", "y"}},
      {{"puzzle", "solve"}, "--show", "--max-solutions", {"0"}, url},
      {{"puzzle", "solve"}, "--nodes", "--max-nodes", {"1"}, url},
      {puzzle, "--only-one", "--one-solution", {}, {"--count", "2", "--json"}},
      {puzzle, "--supports", "--max-supports", {"1"}, {"--count", "2", "--json"}},
      {puzzle, "--rows", "--max-height", {"6"}, {"--count", "2", "--json"}},
      {puzzle, "--alike", "--same-colour-neighbours", {}, {"--count", "2", "--method", "random", "--json"}},
      {puzzle, "--files", "--folder", {""}, {}},
      {solo, "--pairs", "--known-pairs", {"1"}, few_games + Words{"--max-hands", "4"}},
      {solo, "--hands", "--max-hands", {"4"}, few_games},
      {solo, "--enough", "--stop-after", {"1"}, few_games + Words{"--max-hands", "9"}},
      {{"lab", "chains"}, "--pairs", "--known-pairs", {"6"}, {}},
      {{"lab", "chains"}, "--hands", "--max-hands", {"0"}, {}},
      {{"lab", "chains"}, "--enough", "--stop-after", {"20"}, {}},
      {{"lab", "spider"}, "--lessons", "--teacher-games", {"0"}, {}},
      {{"lab", "spider"}, "--tables", "--search-tables", {"1"}, {}},
      {{"lab", "templates"}, "--together", "--combine-families", {}, few_queues + Words{"--family", "gtr"}},
      {{"lab", "templates"}, "--ahead", "--lookahead", {}, few_queues},
      {{"lab", "templates"}, "--hands-left", "--by-hands", {}, few_queues},
  };
}

// Removes the measured times, which differ between two calls.
std::string without_times(const std::string& text) {
  std::string rest;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.find("cpu_ms") == std::string::npos && line.find(" s of CPU") == std::string::npos) rest += line + '\n';
    begin = end + 1;
  }
  return rest;
}

TEST(OptionNames, OldNamesAreAcceptedAndMeanTheSame) {
  for (const RenamedOption& option : renamed_options()) {
    const ProgramResult old = run(option.command + Words{option.old_name} + option.value + option.rest);
    const ProgramResult present = run(option.command + Words{option.name} + option.value + option.rest);
    const std::string what = option.command.front() + ' ' + option.old_name;
    EXPECT_EQ(old.exit_code, present.exit_code) << what;
    EXPECT_EQ(without_times(old.out), without_times(present.out)) << what;
    EXPECT_EQ(without_times(old.err), without_times(present.err)) << what;
    EXPECT_THAT(old.err, Not(HasSubstr("not expected"))) << what << ": it is not known";
    if (!option.rest.empty()) continue;
    EXPECT_THAT(old.err, HasSubstr(option.name + ": ")) << what << ": errors use the new name";
  }
}

TEST(OptionNames, HelpShowsTheNewNamesOnly) {
  for (const RenamedOption& option : renamed_options()) {
    const ProgramResult help = run(option.command + Words{"--help"});
    EXPECT_THAT(help.out, HasSubstr("  " + option.name)) << option.command.front();
    EXPECT_THAT(help.out, AllOf(Not(HasSubstr(" " + option.old_name + " ")), Not(HasSubstr(option.old_name + "\n"))))
        << option.command.front();
    EXPECT_THAT(help.err, IsEmpty());
  }
}

}  // namespace
}  // namespace rensa::cli::test
