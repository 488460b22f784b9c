#include "clients/command_line/command_line.h"

#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "server/base/exit_code.h"

namespace rensa::command_line {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class CommandLine : public testing::Test {
 protected:
  CommandLine() : program_("program", "A program") {}

  int run(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "program");
    return program_.run(static_cast<int>(arguments.size()), arguments.data());
  }

  std::string error_of(const std::vector<const char*>& arguments) {
    try {
      run(arguments);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  std::string help_of(std::vector<const char*> arguments) {
    arguments.push_back("--help");
    testing::internal::CaptureStdout();
    EXPECT_EQ(run(arguments), 0);
    return testing::internal::GetCapturedStdout();
  }

  Program program_;
};

TEST_F(CommandLine, ActionOfTheCalledCommandGivesTheExitCode) {
  program_.add_command("one", "").set_action([] { return 1; });
  program_.add_command("two", "").set_action([] { return 2; });
  EXPECT_EQ(run({"two"}), 2);
  EXPECT_EQ(run({"one"}), 1);
  EXPECT_EQ(run({}), 0);
}

TEST_F(CommandLine, OptionsFillTheirVariables) {
  int count = 0;
  std::optional<std::string> name;
  std::vector<int> numbers;
  bool quiet = false;
  std::string file;
  program_.add_option("--count", count);
  const Option& name_option = program_.add_option("--name", name);
  program_.add_option("--numbers", numbers);
  program_.add_flag("--quiet", quiet);
  program_.add_option("FILE", file).required();
  run({"--count", "3", "file.txt", "--quiet", "--numbers", "1", "2"});
  EXPECT_EQ(count, 3);
  EXPECT_FALSE(name_option.is_given());
  EXPECT_EQ(name, std::nullopt);
  EXPECT_THAT(numbers, ElementsAre(1, 2));
  EXPECT_TRUE(quiet);
  EXPECT_EQ(file, "file.txt");
  EXPECT_THAT(error_of({}), HasSubstr("FILE is required"));
}

TEST_F(CommandLine, CheckedOptionNamesItselfAndTheRefusedValue) {
  int count = 0;
  double speed = 1;
  std::uint64_t nodes = 0;
  std::string colour;
  program_.add_option("--count", count).check(in_range(1, 9));
  program_.add_option("--speed", speed).check(number_in(0.5, 2));
  program_.add_option("--nodes", nodes).check(whole_number_in(1, 1'000'000'000'000));
  program_.add_option("--colour", colour).check(one_of({"red", "blue"}));
  EXPECT_EQ(error_of({"--count", "10"}), "--count: 10 is no whole number from 1 to 9");
  EXPECT_EQ(error_of({"--count", "abc"}), "--count: abc is no whole number from 1 to 9");
  EXPECT_EQ(error_of({"--speed", "nan"}), "--speed: nan is no number from 0.5 to 2");
  EXPECT_EQ(error_of({"--nodes", "99999999999999999999"}),
            "--nodes: 99999999999999999999 is no whole number from 1 to 1000000000000");
  EXPECT_EQ(error_of({"--colour", "green"}), "--colour: green not in {red,blue}");
  EXPECT_EQ(error_of({"--count", "9", "--speed", "2", "--nodes", "1", "--colour", "red"}), "");
}

TEST_F(CommandLine, AMissingOptionIsNamedWithTheTextsThatItAccepts) {
  std::string colour;
  std::string size;
  Command& paint = program_.add_command("paint", "");
  paint.add_option("--colour", colour).required().check(one_of({"red", "blue"}));
  Command& measure = program_.add_command("measure", "");
  measure.add_option("--size", size).required();
  measure.add_option("--colour", colour);
  EXPECT_EQ(error_of({"paint"}), "--colour is required: one of red, blue");
  EXPECT_EQ(error_of({"measure"}), "--size is required");
}

TEST_F(CommandLine, NumbersAreDecimal) {
  int count = 0;
  std::uint64_t seed = 0;
  std::optional<int> depth;
  std::vector<int> figures;
  double speed = 0;
  program_.add_option("--count", count);
  program_.add_option("--seed", seed).check(whole_number_in(0, 100));
  program_.add_option("--depth", depth);
  program_.add_option("--figures", figures).check(one_of(std::vector<int>{7, 8}));
  program_.add_option("--speed", speed);
  EXPECT_EQ(error_of({"--count", "0x2"}), "--count: 0x2 is no whole number");
  EXPECT_EQ(error_of({"--count", "2.5"}), "--count: 2.5 is no whole number");
  EXPECT_EQ(error_of({"--count", "2e1"}), "--count: 2e1 is no whole number");
  EXPECT_EQ(error_of({"--count", ""}), "--count:  is no whole number");
  EXPECT_EQ(error_of({"--count", "99999999999"}), "--count: 99999999999 is no whole number");
  EXPECT_EQ(error_of({"--seed", "0x2"}), "--seed: 0x2 is no whole number from 0 to 100");
  EXPECT_EQ(error_of({"--depth", "1.0"}), "--depth: 1.0 is no whole number");
  EXPECT_EQ(error_of({"--figures", "7", "0x8"}), "--figures: 0x8 not in {7,8}");
  EXPECT_EQ(error_of({"--speed", "0x2"}), "--speed: 0x2 is no number");
  run({"--count", "010", "--seed", "0010", "--depth", "-08", "--figures", "07", "--speed", "010.5"});
  EXPECT_EQ(count, 10);
  EXPECT_EQ(seed, 10U);
  EXPECT_EQ(depth, -8);
  EXPECT_THAT(figures, ElementsAre(7));
  EXPECT_EQ(speed, 10.5);
}

TEST_F(CommandLine, AMissingValueIsNamedInPlainWords) {
  std::string file;
  std::vector<int> pair;
  std::vector<int> few;
  program_.add_option("--file", file).check(file_name());
  program_.add_option("--pair", pair).expect_values(2);
  program_.add_option("--few", few).expect_values(1, 2);
  EXPECT_EQ(error_of({"--file="}), "--file needs a value");
  EXPECT_EQ(error_of({"--file"}), "--file needs a value");
  EXPECT_EQ(error_of({"--file", ""}), "--file: the name of a file is needed");
  EXPECT_EQ(error_of({"--few", "1", "2", "3"}), "--few takes at most 2 values");
  EXPECT_EQ(error_of({"--pair", "1"}), "--pair needs at least 2 values");
}

TEST_F(CommandLine, UnknownCommandIsNamedWithTheKnownOnes) {
  program_.require_command();
  Command& outer = program_.add_command("outer", "");
  outer.require_command();
  outer.add_command("one", "");
  outer.add_command("two", "");
  EXPECT_EQ(error_of({"foo"}), "no command foo; there are outer");
  EXPECT_EQ(error_of({"outer", "foo"}), "no command foo; there are one two");
  EXPECT_EQ(error_of({}), "A subcommand is required; there are outer");
  EXPECT_EQ(error_of({"outer"}), "A subcommand is required; there are one two");
  EXPECT_EQ(error_of({"outer", "one", "foo", "bar"}), "unknown argument foo");
}

TEST_F(CommandLine, AnUnknownFlagIsNamedWithTheNearestKnownOne) {
  int port = 0;
  std::string secret;
  std::string name;
  std::string file;
  bool force = false;
  program_.add_option("--web-port", port);
  program_.add_option("--web-portal", secret).hide();
  EXPECT_EQ(error_of({"--web-prot", "1"}), "unknown flag --web-prot: did you mean --web-port?");
  EXPECT_EQ(error_of({"--web-prot=1"}), "unknown flag --web-prot: did you mean --web-port?");
  EXPECT_EQ(error_of({"-web-port", "1"}), "unknown flag -web-port: did you mean --web-port?");
  EXPECT_EQ(error_of({"--web-porta", "x"}), "unknown flag --web-porta: did you mean --web-port?") << "not a hidden one";
  EXPECT_EQ(error_of({"--hepl"}), "unknown flag --hepl: did you mean --help?");
  EXPECT_EQ(error_of({"--colour", "red", "--hepl"}), "unknown flag --colour; --help lists the flags");

  Command& create = program_.add_command("create", "");
  create.add_option("--name", name).required();
  create.add_option("FILE", file).required();
  create.add_group_of_alternatives("way").add_flag("--force", force);
  EXPECT_EQ(error_of({"create", "--nmae", "x"}), "unknown flag --nmae: did you mean --name?") << "no lack of --name";
  EXPECT_EQ(error_of({"create", "--farce"}), "unknown flag --farce: did you mean --force?") << "it is in a group";
  EXPECT_EQ(error_of({"--name", "x", "create", "f", "--force"}), "the flag --name has to stand behind create");
  EXPECT_EQ(error_of({"create", "--web-port", "1"}), "the flag --web-port has to stand before create");
  EXPECT_EQ(error_of({"create", "--name", "x", "--force", "f"}), "");
}

TEST_F(CommandLine, TheVersionMayStandBehindACommand) {
  std::string file;
  Command& outer = program_.add_command("outer", "");
  outer.require_command();
  outer.add_command("inner", "").add_option("FILE", file).required();
  program_.add_version_flag("prog 1.2", "commit 7");
  using Words = std::vector<const char*>;
  for (const Words& words : {Words{"--version"}, Words{"outer", "--version"}, Words{"outer", "inner", "--version"}}) {
    Words arguments{"prog"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    testing::internal::CaptureStdout();
    EXPECT_EQ(program_.run(static_cast<int>(arguments.size()), arguments.data()), 0);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "prog 1.2 (commit 7)\n");
  }
}

TEST_F(CommandLine, AnUnknownFlagBehindACommandMayBeMeantForTheProgram) {
  std::string data;
  std::string name;
  program_.take_options_after_commands();
  program_.add_option("--data", data);
  program_.add_command("create", "").add_option("--name", name);
  EXPECT_EQ(error_of({"create", "--date", "x"}), "unknown flag --date: did you mean --data?");
  EXPECT_EQ(error_of({"create", "--nmae", "x"}), "unknown flag --nmae: did you mean --name?");
  EXPECT_EQ(error_of({"create", "--data", "x", "--name", "y"}), "");
}

TEST_F(CommandLine, AnErrorOfAnOptionNamesNoCommands) {
  int count = 0;
  program_.add_option("--count", count).check(in_range(1, 9)).required();
  program_.add_command("outer", "");
  EXPECT_EQ(error_of({"--count", "x"}), "--count: x is no whole number from 1 to 9");
  EXPECT_EQ(error_of({}), "--count is required");
  EXPECT_EQ(error_of({"--count", "1", "--other"}), "unknown flag --other; --help lists the flags");
  EXPECT_EQ(error_of({"--count", "1", "foo"}), "no command foo; there are outer");
}

TEST_F(CommandLine, AClosedPipeDoesNotEndTheProgram) {
  raise(SIGPIPE);
  // A program that is started by this one ends by the signal, as usual.
  EXPECT_NE(std::system("kill -PIPE $$; true"), 0);
}

TEST_F(CommandLine, AHiddenOptionIsNotInTheHelp) {
  std::string text;
  program_.add_option("--hidden", text, "not shown").hide();
  EXPECT_THAT(help_of({}), Not(HasSubstr("hidden")));
  run({"--hidden", "value"});
  EXPECT_EQ(text, "value");
}

TEST_F(CommandLine, HiddenAliasWorksLikeThePresentName) {
  int count = 0;
  bool quiet = false;
  Command& command = program_.add_command("run", "");
  Option& quiet_option = command.add_flag("--quiet", quiet).hidden_alias("--silent");
  command.add_option("--lookahead", count).check(in_range(1, 3)).hidden_alias("--ahead").excludes(quiet_option);
  run({"run", "--ahead", "2"});
  EXPECT_EQ(count, 2);
  run({"run", "--ahead=3"});
  EXPECT_EQ(count, 3);
  run({"run", "--silent"});
  EXPECT_TRUE(quiet);
  EXPECT_TRUE(quiet_option.is_given());
  EXPECT_THAT(error_of({"run", "--ahead", "4"}), HasSubstr("--lookahead"));
  EXPECT_THAT(error_of({"run", "--ahead", "1", "--silent"}), AllOf(HasSubstr("--lookahead"), HasSubstr("--quiet")));
  EXPECT_THAT(help_of({"run"}), AllOf(HasSubstr("--lookahead"), Not(HasSubstr("--ahead")), Not(HasSubstr("--silent"))));
  EXPECT_NE(error_of({"--silent"}), "");  // the alias belongs to the command
}

TEST_F(CommandLine, ExactlyOneOfTheAlternativesIsNeeded) {
  bool url = false;
  bool json = false;
  Command& form = program_.add_command("export", "").add_group_of_alternatives("form");
  form.add_flag("--url", url);
  form.add_flag("--json", json);
  EXPECT_EQ(error_of({"export", "--json"}), "");
  EXPECT_NE(error_of({"export"}), "");
  EXPECT_NE(error_of({"export", "--url", "--json"}), "");
}

TEST_F(CommandLine, ParseReturnsTheExitCodeOfAWrongCall) {
  const auto parse = [this](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "program");
    return program_.parse(static_cast<int>(arguments.size()), arguments.data());
  };
  int count = 0;
  program_.add_option("--count", count);
  program_.add_version_flag("program 1", "commit 1234");
  EXPECT_EQ(parse({"--count", "1"}), std::nullopt);
  testing::internal::CaptureStdout();
  EXPECT_EQ(parse({"--version"}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "program 1 (commit 1234)\n");
  testing::internal::CaptureStderr();
  const std::optional<int> exit_code = parse({"--nonsense"});
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_THAT(printed, HasSubstr("--nonsense"));
  EXPECT_EQ(printed.find('\n'), printed.size() - 1) << "the reason is one line";
  EXPECT_EQ(exit_code, base::kExitWrongCall);
}

}  // namespace
}  // namespace rensa::command_line
