#include "clients/command_line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <deque>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

#include "clients/command_line/call_error.h"
#include "clients/command_line/completion.h"
#include "clients/command_line/manual.h"
#include "clients/command_line/output.h"
#include "engine/rules/numbers.h"
#include "server/base/exit_code.h"
#include "server/base/plain_text.h"

namespace rensa::command_line {

namespace {

std::string text_of(double number) {
  std::ostringstream text;
  text << std::setprecision(12) << number;
  return text.str();
}

template <class Number>
Check number_check(Number least, Number most, const std::string& kind, const std::string& bounds) {
  const auto why_refused = [=](const std::string& text) {
    const auto number = rules::parse_number<Number>(text);
    return number && *number >= least && *number <= most ? "" : text + " is no " + kind + " " + bounds;
  };
  return {.why_refused = why_refused, .accepted_values = "NUMBER " + bounds};
}

Check check_of(const CLI::Validator& validator) {
  return {.why_refused = [validator](const std::string& text) { return validator(text); },
          .accepted_values = validator.get_description()};
}

template <class Value>
struct NumberType {
  using Type = Value;
};
template <class Value>
struct NumberType<std::optional<Value>> {
  using Type = Value;
};
template <class Value>
struct NumberType<std::vector<Value>> {
  using Type = Value;
};

// Lets an option for numbers accept decimal numbers only. The library by itself takes 0x2 for 2 and 010 for 8.
template <class Variable>
void read_as_decimal(CLI::Option& option, const Variable&) {
  using Number = typename NumberType<Variable>::Type;
  if constexpr (std::is_arithmetic_v<Number>) {
    constexpr bool kIsWhole = std::is_integral_v<Number>;
    option.transform(CLI::Validator(
        [](std::string& text) {
          const auto number = rules::parse_number<Number>(text);
          if (!number) return text + (kIsWhole ? " is no whole number" : " is no number");
          if (kIsWhole) text = std::to_string(*number);  // without leading zeros
          return std::string();
        },
        ""));
  }
}

using Aliases = std::map<std::string, std::string>;  // old name -> present name

struct ProgramState {
  std::map<const CLI::App*, Aliases> aliases;  // of each command
  Choices choices;                             // of options that accept a few texts only
  std::string version;
  std::string version_and_build;
  int exit_code = 0;
};

// Returns the argument with the present name of its option, if it begins with an alias of this command or its parents.
std::string without_alias(const std::string& argument, const CLI::App* command, const ProgramState& program) {
  const auto name_end = std::min(argument.find('='), argument.size());
  for (; command != nullptr; command = command->get_parent()) {
    const auto aliases = program.aliases.find(command);
    if (aliases == program.aliases.end()) continue;
    const auto alias = aliases->second.find(argument.substr(0, name_end));
    if (alias != aliases->second.end()) return alias->second + argument.substr(name_end);
  }
  return argument;
}

std::vector<std::string> without_aliases(std::vector<std::string> arguments, const CLI::App& app,
                                         const ProgramState& program) {
  const CLI::App* command = &app;
  for (std::string& argument : arguments) {
    if (argument == "--") break;
    const auto commands = commands_of(*command);
    const auto called = std::find_if(commands.begin(), commands.end(),
                                     [&](const CLI::App* one) { return one->get_name() == argument; });
    if (called == commands.end()) {
      argument = without_alias(argument, command, program);
    } else {
      command = *called;
    }
  }
  return arguments;
}

// Returns what an option expects, in the words of the help: those of its check, or else of its type.
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size_max() == 0 || option.get_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  const auto colon = type.find(':');
  if (colon != std::string::npos) return type.substr(colon + 1);
  if (type == "INT" || type == "UINT" || type == "FLOAT") return "NUMBER";
  return type.empty() ? "TEXT" : type;
}

OptionDescription description_of(const CLI::Option& option, const Choices& choices) {
  OptionDescription description;
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  if (description.names.empty()) description.names.push_back(option.get_name());
  description.is_positional = option.get_positional();
  description.value = value_of(option);
  description.default_value = option.get_default_str();
  description.help = option.get_description();
  if (const auto known = choices.find(&option); known != choices.end()) description.choices = known->second;
  description.is_required = option.get_required();
  description.is_repeated = option.get_expected_max() > 1;
  return description;
}

void add_descriptions_of_options(const CLI::App& command, const Choices& choices, CommandDescription& description) {
  for (const CLI::Option* option : command.get_options()) {
    const bool is_help_of_group = command.get_name().empty() && option == command.get_help_ptr();
    const bool is_shown = !option->get_group().empty() && !is_help_of_group;
    if (is_shown) description.options.push_back(description_of(*option, choices));
  }
  for (const CLI::App* group : command.get_subcommands([](const CLI::App* one) { return one->get_name().empty(); })) {
    add_descriptions_of_options(*group, choices, description);
  }
}

CommandDescription description_of(const CLI::App& command, const Choices& choices) {
  CommandDescription description{.name = command.get_name(),
                                 .help = command.get_description(),
                                 .footer = command.get_footer(),
                                 .options = {},
                                 .commands = {},
                                 .takes_options_after_commands = false};
  add_descriptions_of_options(command, choices, description);
  for (const CLI::App* one : commands_of(command)) {
    description.commands.push_back(description_of(*one, choices));
    // A command takes the habit of its parent when it is added.
    description.takes_options_after_commands = one->get_fallthrough();
  }
  return description;
}

constexpr const char* kOutputFailed = "the output could not be written";

// Prints all of the text. Returns false if that fails.
bool print_text(const std::string& text) { return static_cast<bool>(std::cout << text << std::flush); }

// Returns the help or the version, which the library throws as an error with the exit code 0.
std::string text_of_success(const CLI::App& app, const CLI::ParseError& success) {
  std::ostringstream text;
  app.exit(success, text, text);
  return text.str();
}

// Without this, `program | head -1` would end the program when it writes its second line. The output is lost then, and
// the work goes on. Programs that are started by this one do not inherit a handler, as they would inherit SIG_IGN.
void survive_closed_pipes() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, nullptr);
}

}  // namespace

Check in_range(int least, int most) {
  return number_check(least, most, "whole number", "from " + std::to_string(least) + " to " + std::to_string(most));
}

Check in_range(std::uint32_t least, std::uint32_t most) {
  return number_check(least, most, "whole number", "from " + std::to_string(least) + " to " + std::to_string(most));
}

Check number_in(double least, double most) {
  return number_check(least, most, "number", "from " + text_of(least) + " to " + text_of(most));
}

Check whole_number_in(std::uint64_t least, std::uint64_t most) {
  return number_check(least, most, "whole number", "from " + std::to_string(least) + " to " + std::to_string(most));
}

Check one_of(std::initializer_list<const char*> texts) {
  const std::vector<std::string> choices(texts.begin(), texts.end());
  Check check = check_of(CLI::IsMember(choices));
  check.choices = choices;
  return check;
}

Check one_of(const std::vector<int>& numbers) {
  std::string accepted;
  for (const int number : numbers) accepted.append(accepted.empty() ? "{" : ",").append(std::to_string(number));
  accepted += '}';
  const auto why_refused = [numbers, accepted](const std::string& text) {
    const auto number = rules::parse_number<int>(text);
    const bool is_accepted = number && std::find(numbers.begin(), numbers.end(), *number) != numbers.end();
    return is_accepted ? std::string() : text + " not in " + accepted;
  };
  return {.why_refused = why_refused, .accepted_values = accepted};
}

Check file_name() {
  return {.why_refused = [](const std::string& text) { return text.empty() ? "the name of a file is needed" : ""; },
          .accepted_values = "FILE"};
}

Check existing_file() { return check_of(CLI::ExistingFile); }

struct Option::Implementation {
  CLI::Option* option;
  Aliases* aliases;  // of the command that has the option
  Choices* choices;  // of the program
};

Option::Option(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}

Option::~Option() = default;

Option& Option::required() {
  implementation_->option->required();
  return *this;
}

Option& Option::check(const Check& check) {
  // transform() puts the check before read_as_decimal(), because its reason says more.
  implementation_->option->transform(CLI::Validator(check.why_refused, check.accepted_values).non_modifying());
  if (!check.choices.empty()) implementation_->choices->emplace(implementation_->option, check.choices);
  return *this;
}

Option& Option::show_default() {
  implementation_->option->capture_default_str();
  return *this;
}

Option& Option::expect_values(int count) {
  implementation_->option->expected(count);
  return *this;
}

Option& Option::expect_values(int least, int most) {
  implementation_->option->expected(least, most);
  return *this;
}

Option& Option::needs(Option& other) {
  implementation_->option->needs(other.implementation_->option);
  return *this;
}

Option& Option::excludes(Option& other) {
  implementation_->option->excludes(other.implementation_->option);
  return *this;
}

Option& Option::hidden_alias(const std::string& old_name) {
  implementation_->aliases->emplace(old_name, name());
  return *this;
}

Option& Option::hide() {
  implementation_->option->group("");  // so CLI11 says it
  return *this;
}

Option& Option::help(const std::string& text) {
  implementation_->option->description(text);
  return *this;
}

bool Option::is_given() const { return !implementation_->option->empty(); }

std::string Option::name() const { return implementation_->option->get_name(); }

struct Command::Implementation {
  CLI::App* app = nullptr;
  std::shared_ptr<ProgramState> program{};
  Aliases* aliases = nullptr;
  std::unique_ptr<CLI::App> owned{};  // the program's own; the library owns the commands in it
  std::deque<Option> options{};
  std::deque<Command> commands{};

  Option& add(CLI::Option* option) {
    return options.emplace_back(
        std::make_unique<Option::Implementation>(Option::Implementation{option, aliases, &program->choices}));
  }
  Command& add(CLI::App* command, Aliases* its_aliases) {
    return commands.emplace_back(
        std::make_unique<Implementation>(Implementation{.app = command, .program = program, .aliases = its_aliases}));
  }
  void parse(int argc, const char* const* argv) {
    std::vector<std::string> arguments = without_aliases({argv + 1, argv + argc}, *app, *program);
    std::reverse(arguments.begin(), arguments.end());  // the library reads them from the end
    app->parse(std::move(arguments));
  }
};

Command::Command(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}

Command::~Command() = default;

Command& Command::add_command(const std::string& name, const std::string& help) {
  CLI::App* command = implementation_->app->add_subcommand(name, help);
  // --version may also stand behind a command. Only the program's own help shows it.
  command->set_version_flag("--version", [program = implementation_->program] { return program->version_and_build; })
      ->group("");
  return implementation_->add(command, &implementation_->program->aliases[command]);
}

Option& Command::add_option(const std::string& name, OptionTarget target, const std::string& help) {
  const auto add = [&](auto variable) {
    CLI::Option* option = implementation_->app->add_option(name, variable.get(), help);
    read_as_decimal(*option, variable.get());
    return option;
  };
  return implementation_->add(std::visit(add, target));
}

Option& Command::add_flag(const std::string& name, bool& target, const std::string& help) {
  return implementation_->add(implementation_->app->add_flag(name, target, help));
}

Option& Command::add_flag(const std::string& name, std::function<void()> when_given, const std::string& help) {
  return implementation_->add(implementation_->app->add_flag_callback(name, std::move(when_given), help));
}

void Command::add_version_flag(const std::string& version, const std::string& build) {
  ProgramState& program = *implementation_->program;
  program.version = version;
  program.version_and_build = build.empty() ? version : version + " (" + build + ")";
  implementation_->app->set_version_flag("--version", program.version_and_build);
}

Command& Command::add_group_of_alternatives(const std::string& name) {
  CLI::App* group = implementation_->app->add_option_group(name);
  group->require_option(1);
  return implementation_->add(group, implementation_->aliases);
}

void Command::require_command() { implementation_->app->require_subcommand(1); }

void Command::take_options_after_commands() { implementation_->app->fallthrough(); }

void Command::set_footer(const std::string& text) { implementation_->app->footer(text); }

void Command::set_action(std::function<int()> action) {
  implementation_->app->callback(
      [program = implementation_->program, action = std::move(action)] { program->exit_code = action(); });
}

void Command::set_task(std::function<void()> task) {
  set_action([task = std::move(task)] {
    task();
    return 0;
  });
}

bool Command::is_called() const { return implementation_->app->parsed(); }

Program::Program(const std::string& name, const std::string& help) : Command(std::make_unique<Implementation>()) {
  survive_closed_pipes();
  implementation_->owned = std::make_unique<CLI::App>(help, name);
  implementation_->app = implementation_->owned.get();
  implementation_->program = std::make_shared<ProgramState>();
  implementation_->aliases = &implementation_->program->aliases[implementation_->app];
}

std::optional<std::string> Program::requested_text(int argc, const char* const* argv) const {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const auto description = [this] { return description_of(*implementation_->app, implementation_->program->choices); };
  using Arguments = std::vector<std::string>;
  if (arguments == Arguments{"--print-manual"}) return manual_page(description(), implementation_->program->version);
  if (arguments == Arguments{"--print-completion", "bash"}) return bash_completion(description());
  if (arguments == Arguments{"--print-completion", "zsh"}) return zsh_completion(description());
  return std::nullopt;
}

int Program::run(int argc, const char* const* argv) {
  CLI::App& app = *implementation_->app;
  const auto print_or_fail = [](const std::string& text) {
    if (!print_text(text)) throw base::OutputError(kOutputFailed);
    return base::kExitSuccess;
  };
  if (const auto text = requested_text(argc, argv)) return print_or_fail(*text);
  int& exit_code = implementation_->program->exit_code;
  exit_code = 0;
  try {
    implementation_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_or_fail(text_of_success(app, error));
    throw UsageError(why_call_refused(app, implementation_->program->choices, error));
  }
  return exit_code;
}

std::optional<int> Program::parse(int argc, const char* const* argv) {
  const CLI::App& app = *implementation_->app;
  const auto exit_code_after = [&app](const std::string& text) {
    if (print_text(text)) return base::kExitSuccess;
    print_error(app.get_name(), base::OutputError(kOutputFailed));
    return base::kExitFailed;
  };
  if (const auto text = requested_text(argc, argv)) return exit_code_after(*text);
  try {
    implementation_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return exit_code_after(text_of_success(app, error));
    std::cerr << app.get_name() << ": "
              << base::plain_lines(why_call_refused(app, implementation_->program->choices, error)) << '\n';
    return base::kExitWrongCall;
  }
  return std::nullopt;
}

}  // namespace rensa::command_line
