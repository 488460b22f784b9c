#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/command_line/command_line.h"
#include "clients/command_line/completion.h"
#include "clients/command_line/manual.h"
#include "server/base/exit_code.h"

namespace rensa::command_line {
namespace {

using testing::HasSubstr;
using testing::Not;

// A program with each kind of option.
class ProgramTexts : public testing::Test {
 protected:
  ProgramTexts() {
    program_.add_version_flag("keep 1.2", "commit 1234");
    program_.add_option("--slots", slots_, "the slots of the house").in_range_with_default(1, 9);
    program_.add_option("--secret", text_, "not for people").hide();
    program_.take_options_after_commands();
    Command& show = program_.add_command("show", "shows a file");
    show.add_option("FILE", text_, "the file").required();
    show.add_option("--as", text_, "the form").check(one_of({"text", "picture"}));
    Command& group = show.add_group_of_alternatives("place");
    group.add_flag("--here", flag_, "in this place");
    Command& other = program_.add_command("other", "has commands");
    other.add_command("deep", "lies below it").add_flag("-q,--quiet", flag_, "says 'nothing'");
  }

  std::string text_of(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "keep");
    testing::internal::CaptureStdout();
    const int exit_code = program_.run(static_cast<int>(arguments.size()), arguments.data());
    EXPECT_EQ(exit_code, base::kExitSuccess);
    return testing::internal::GetCapturedStdout();
  }

  Program program_{"keep", "Keeps things."};
  int slots_ = 4;
  std::string text_;
  bool flag_ = false;
};

TEST_F(ProgramTexts, ManualHasAllCommandsAndOptionsThatAreNotHidden) {
  const std::string manual = text_of({"--print-manual"});
  EXPECT_THAT(manual, HasSubstr(".TH KEEP 1 \"\" \"keep 1.2\" Rensa\n"));
  EXPECT_THAT(manual, HasSubstr("keep \\- Keeps things\n"));
  EXPECT_THAT(manual,
              HasSubstr("\\fB\\-\\-slots\\fR \\fINUMBER from 1 to 9\\fR\nthe slots of the house (default: 4)\n"));
  EXPECT_THAT(manual, HasSubstr(".SS keep show\n"));
  EXPECT_THAT(manual, HasSubstr("\\fIFILE\\fR"));
  EXPECT_THAT(manual, HasSubstr("the file (required)\n"));
  EXPECT_THAT(manual, HasSubstr("\\fB\\-\\-here\\fR"));
  EXPECT_THAT(manual, HasSubstr(".SS keep other deep\n"));
  EXPECT_THAT(manual, HasSubstr("\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR"));
  EXPECT_THAT(manual, Not(HasSubstr("secret")));
}

TEST_F(ProgramTexts, ManualShowsTextsThatLookLikeRequestsAsTheyAre) {
  CommandDescription program;
  program.name = "keep";
  program.help = ".hidden \\ text";
  program.footer = "one\n'two'";
  const std::string manual = manual_page(program, "keep 1");
  EXPECT_THAT(manual, HasSubstr("\\&.hidden \\e text\n"));
  EXPECT_THAT(manual, HasSubstr("one\n.br\n\\&'two'\n"));
}

// Returns what bash offers after a command line of which the last word is being typed.
std::string offered_by_bash(const std::string& script, const std::string& words) {
  const std::string path = testing::TempDir() + "/keep_completion.sh";
  std::ofstream(path) << script << "COMP_WORDS=(" << words << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_keep\n"
                      << "echo \"${COMPREPLY[*]}\"\n";
  FILE* const shell = popen(("bash -u " + path + " 2>&1").c_str(), "r");
  std::string output;
  for (int letter = 0; (letter = std::fgetc(shell)) != EOF;) output += static_cast<char>(letter);
  EXPECT_EQ(pclose(shell), 0) << output;
  return output;
}

TEST_F(ProgramTexts, BashCompletesCommandsOptionsAndValues) {
  const std::string script = text_of({"--print-completion", "bash"});
  EXPECT_EQ(offered_by_bash(script, "keep ''"), "-h --help --version --slots show other\n");
  EXPECT_EQ(offered_by_bash(script, "keep s"), "show\n");
  EXPECT_EQ(offered_by_bash(script, "keep show --"), "--help --as --here --version --slots\n");
  EXPECT_EQ(offered_by_bash(script, "keep show --as ''"), "text picture\n");
  EXPECT_EQ(offered_by_bash(script, "keep show --as = p"), "picture\n");
  EXPECT_EQ(offered_by_bash(script, "keep show --as ="), "text picture\n");
  EXPECT_EQ(offered_by_bash(script, "keep other ''"), "-h --help --version --slots deep\n");
  EXPECT_EQ(offered_by_bash(script, "keep other deep -q"), "-q\n");
  EXPECT_EQ(offered_by_bash(script, "keep --slots ''"), "\n") << "any text: bash completes names of files";
}

TEST_F(ProgramTexts, ZshCompletionHasAllCommandsAndOptions) {
  const std::string script = text_of({"--print-completion", "zsh"});
  EXPECT_THAT(script, testing::StartsWith("#compdef keep\n"));
  for (const char* part : {"'show:shows a file'", "'--as:the form'", "'--here:in this place'", "'deep:lies below it'",
                           "'other deep')", "'show/--as') compadd -- 'text' 'picture'; return ;;",
                           "'--quiet:says '\\''nothing'\\'''", "'/--slots') _files; return ;;"}) {
    EXPECT_THAT(script, HasSubstr(part));
  }
  EXPECT_THAT(script, Not(HasSubstr("secret")));
}

TEST_F(ProgramTexts, AreNotPrintedForOtherArguments) {
  const std::vector<const char*> arguments{"keep", "--print-completion", "fish"};
  EXPECT_THROW(program_.run(static_cast<int>(arguments.size()), arguments.data()), UsageError);
}

}  // namespace
}  // namespace rensa::command_line
