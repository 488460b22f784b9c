#include "clients/command_line/call_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>

#include "clients/command_line/nearest_name.h"

namespace rensa::command_line {

namespace {

// Returns the program and the commands that were called, each with the next one in it.
std::vector<const CLI::App*> called_commands(const CLI::App& program) {
  std::vector<const CLI::App*> called = {&program};
  while (!called.back()->get_subcommands().empty()) called.push_back(called.back()->get_subcommands().front());
  return called;
}

// Returns the long names of the options that a command shows, without dashes.
std::vector<std::string> option_names_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option :
       command.get_options([](const CLI::Option* one) { return !one->get_group().empty(); }))
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  for (const CLI::App* group : command.get_subcommands([](const CLI::App* one) { return one->get_name().empty(); })) {
    const std::vector<std::string> of_group = option_names_of(*group);
    names.insert(names.end(), of_group.begin(), of_group.end());
  }
  return names;
}

// Returns the error of a flag that the command of this number does not have.
std::string why_unknown(const std::string& argument, const std::vector<const CLI::App*>& called, std::size_t number) {
  const std::string flag = argument.substr(0, argument.find('='));
  const std::string name = flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
  const auto has_flag = [&name](const CLI::App* command) {
    const std::vector<std::string> known = option_names_of(*command);
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  for (std::size_t other = 0; other < called.size(); ++other) {
    if (other == number || !has_flag(called[other])) continue;
    return other < number ? "the flag " + flag + " has to stand before " + called[other + 1]->get_name()
                          : "the flag " + flag + " has to stand behind " + called[other]->get_name();
  }
  std::vector<std::string> possible = option_names_of(*called[number]);
  // A command that takes options of the program passes on to it what it does not know itself.
  for (std::size_t inner = number + 1; inner < called.size() && called[inner]->get_fallthrough(); ++inner) {
    const std::vector<std::string> of_inner = option_names_of(*called[inner]);
    possible.insert(possible.end(), of_inner.begin(), of_inner.end());
  }
  const auto meant = nearest_name(name, possible);
  return "unknown flag " + flag + (meant ? ": did you mean --" + *meant + "?" : "; --help lists the flags");
}

// Returns the error of the first argument that was not read, if it is a flag. An unknown flag leaves its value as an
// argument behind, and the option that it was meant to be may be missing.
std::optional<std::string> find_unknown_flag(const std::vector<const CLI::App*>& called) {
  for (std::size_t number = 0; number < called.size(); ++number) {
    for (const std::string& argument : called[number]->remaining()) {
      if (argument == "--") break;
      if (argument.starts_with('-') && argument.size() > 1) return why_unknown(argument, called, number);
    }
  }
  return std::nullopt;
}

// Returns the library's error of a wrong number of values in our words.
std::string why_values_refused(const CLI::ArgumentMismatch& error) {
  const std::string text = error.what();
  const std::size_t name_end = text.find(": ");
  const std::size_t count_end = text.find(" required ");
  if (name_end == std::string::npos || count_end == std::string::npos) return text;
  const std::string name = text.substr(0, name_end);
  std::string count = text.substr(name_end + 2, count_end - name_end - 2);
  if (count.starts_with("At Most ")) return name + " takes at most " + count.substr(count.rfind(' ') + 1) + " values";
  if (count.starts_with("At least ")) count.front() = 'a';
  return name + (count == "1" ? " needs a value" : " needs " + count + " values");
}

// Returns the texts that a missing option accepts, as the end of the library's error; empty: they are too many.
std::string choices_of_missing(const CLI::App& command, const Choices& choices, const std::string& error) {
  for (const auto& [option, texts] : choices) {
    const bool is_of_command = command.get_option_no_throw(option->get_name()) == option;
    if (!is_of_command || error != CLI::RequiredError(option->get_name()).what()) continue;
    std::string text;
    for (const std::string& choice : texts) text.append(text.empty() ? ": one of " : ", ").append(choice);
    return text;
  }
  return "";
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* one) { return !one->get_name().empty(); });
}

std::string why_call_refused(const CLI::App& program, const Choices& choices, const CLI::ParseError& error) {
  if (const auto* of_value = dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return why_values_refused(*of_value);
  const std::vector<const CLI::App*> called = called_commands(program);
  const bool has_surplus = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (has_surplus || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (const auto why = find_unknown_flag(called)) return *why;
  }
  const CLI::App* command = called.back();
  const std::vector<const CLI::App*> known = commands_of(*command);
  const std::vector<std::string> unread = command->remaining();
  if (known.empty()) {
    if (has_surplus && !unread.empty()) return "unknown argument " + unread.front();
    return error.what() + choices_of_missing(*command, choices, error.what());
  }
  const bool is_named = !unread.empty() && !unread.front().starts_with('-');
  const bool is_missing = error.what() == std::string(CLI::RequiredError::Subcommand(1).what());
  if (!is_named && !is_missing) return error.what();
  std::string why = is_named ? "no command " + unread.front() : error.what();
  why += "; there are";
  for (const CLI::App* one : known) why.append(" ").append(one->get_name());
  return why;
}

}  // namespace rensa::command_line
