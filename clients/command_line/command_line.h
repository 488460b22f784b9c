#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace rensa::command_line {

// The command line of a program: its commands, their options, their help and the errors of a wrong call.
// The library that reads the command line is included in command_line.cpp only, because it is slow to compile.

// The program was called in a wrong way. The message is a sentence for people.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A condition on the text of an option.
struct Check {
  // Returns the reason why the text is refused, or an empty string if it is accepted.
  std::function<std::string(const std::string& text)> why_refused;
  std::string accepted_values;         // shown in the help, such as "NUMBER"
  std::vector<std::string> choices{};  // all texts that are accepted, for completion; empty: they are too many
};

Check in_range(int least, int most);
Check in_range(std::uint32_t least, std::uint32_t most);
// Accepts a number that may have decimals. Unlike the library's own check, it refuses a text that is not a number.
Check number_in(double least, double most);
// Accepts a large whole number. Unlike the library's own check, it refuses a number that does not fit into 64 bits.
Check whole_number_in(std::uint64_t least, std::uint64_t most);
Check one_of(std::initializer_list<const char*> texts);
Check one_of(const std::vector<int>& numbers);
Check existing_file();
// Refuses an empty name. A shell passes it on for a variable that is not set.
Check file_name();

// The variable that receives the value of an option.
template <class... Types>
using ReferenceToOneOf = std::variant<std::reference_wrapper<Types>...>;
using OptionTarget =
    ReferenceToOneOf<std::string, int, std::uint16_t, std::uint32_t, std::int64_t, std::uint64_t, double,
                     std::optional<int>, std::optional<std::uint64_t>, std::optional<std::string>, std::vector<int>,
                     std::vector<double>, std::vector<std::string>>;

// An option, a flag or a positional argument of a command, which owns it.
class Option {
 public:
  struct Implementation;
  explicit Option(std::unique_ptr<Implementation> implementation);
  ~Option();

  Option& required();
  Option& check(const Check& check);
  // Makes the help show a default: the value that the variable has at the time of this call.
  Option& show_default();
  // Accepts numbers of this range, and makes the help show the default.
  template <class Number>
  Option& in_range_with_default(Number least, Number most) {
    return check(in_range(least, most)).show_default();
  }
  Option& expect_values(int count);
  Option& expect_values(int least, int most);
  Option& needs(Option& other);
  Option& excludes(Option& other);
  // Adds an old name that still works and that the help does not show. Errors use the present name.
  Option& hidden_alias(const std::string& old_name);
  // Keeps the option out of the help.
  Option& hide();
  Option& help(const std::string& text);

  bool is_given() const;
  std::string name() const;

 private:
  std::unique_ptr<Implementation> implementation_;
};

// A command of a program, or the program itself. A command owns its options and its own commands; the references that
// it returns stay valid as long as the program lives.
class Command {
 public:
  struct Implementation;
  explicit Command(std::unique_ptr<Implementation> implementation);
  ~Command();

  Command& add_command(const std::string& name, const std::string& help);
  // Adds an option. If the name has no dashes, it is a positional argument.
  Option& add_option(const std::string& name, OptionTarget target, const std::string& help = {});
  Option& add_flag(const std::string& name, bool& target, const std::string& help = {});
  Option& add_flag(const std::string& name, std::function<void()> when_given, const std::string& help = {});
  // `version` is the name and the number, such as "rensa 0.2.0". --version also prints the build, such as "commit
  // 1234". It may stand before and behind all commands of the program.
  void add_version_flag(const std::string& version, const std::string& build);
  // Adds a group of options of which a call has to give exactly one.
  Command& add_group_of_alternatives(const std::string& name);

  void require_command();
  // Allows that the options of this command follow the name of one of its commands. Call this before adding commands.
  void take_options_after_commands();
  void set_footer(const std::string& text);
  // Program::run() calls the action and returns its result as the exit code (server/base/exit_code.h).
  void set_action(std::function<int()> action);
  // Program::run() calls the task, and returns base::kExitSuccess.
  void set_task(std::function<void()> task);

  bool is_called() const;

 protected:
  std::unique_ptr<Implementation> implementation_;
};

// A program. If its only argument is --print-manual, or its two arguments are --print-completion and bash or zsh, it
// prints its manual page or the script by which a shell completes its command line. The build calls it so.
class Program : public Command {
 public:
  Program(const std::string& name, const std::string& help);

  // Reads the arguments and runs the action of the called command. Returns its exit code, or 0 after printing the help
  // or the version. Throws UsageError, or base::OutputError if that text cannot be written, and passes on all
  // exceptions of the action.
  int run(int argc, const char* const* argv);

  // Reads the arguments. Returns the exit code if the program shall end now: it was asked for the help or the version,
  // or the call was wrong. The reason has been printed then.
  std::optional<int> parse(int argc, const char* const* argv);

 private:
  std::optional<std::string> requested_text(int argc, const char* const* argv) const;
};

}  // namespace rensa::command_line
