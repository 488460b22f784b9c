#include "clients/command_line/manual.h"

#include <algorithm>
#include <cctype>

#include "server/base/exit_code.h"

namespace rensa::command_line {

namespace {

// Returns the text so that man(7) shows each of its characters as it is.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";  // a hyphen for a program, not for a reader
    } else {
      result += letter;
    }
  }
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

// Returns a text of one or more lines, each of which is shown as a line.
std::string escaped_lines(const std::string& text) {
  std::string result;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (!result.empty()) result += "\n.br\n";
    result += escaped(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }

std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string text_of_option(const OptionDescription& option) {
  std::string text = ".TP\n";
  for (const std::string& name : option.names) {
    if (&name != &option.names.front()) text += ", ";
    text += option.is_positional ? italic(name) : bold(name);
  }
  const bool has_value = !option.value.empty() && option.value != option.names.front();
  if (has_value) text += (option.is_positional ? ": " : " ") + italic(option.value);
  if (option.is_repeated) text += " ...";
  text += "\n" + escaped_lines(option.help);
  std::string notes;
  if (option.is_required) notes = "required";
  if (!option.default_value.empty()) notes += (notes.empty() ? "default: " : "; default: ") + option.default_value;
  if (!notes.empty()) text += (option.help.empty() ? "(" : " (") + escaped(notes) + ")";
  return text + "\n";
}

std::string synopsis_of(const std::string& path, const CommandDescription& command) {
  std::string text = bold(path);
  const bool has_options = std::any_of(command.options.begin(), command.options.end(),
                                       [](const OptionDescription& option) { return !option.is_positional; });
  if (has_options) text += " [" + italic("OPTIONS") + "]";
  for (const OptionDescription& option : command.options) {
    if (!option.is_positional) continue;
    const std::string name = italic(option.names.front()) + (option.is_repeated ? " ..." : "");
    text += option.is_required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) text += " " + italic("COMMAND");
  return text + "\n";
}

std::string texts_of_options(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) text += text_of_option(option);
  return text;
}

std::string texts_of_commands(const std::string& path, const CommandDescription& parent) {
  std::string text;
  for (const CommandDescription& command : parent.commands) {
    const std::string its_path = path + " " + command.name;
    text += ".SS " + escaped(its_path) + "\n" + synopsis_of(its_path, command);
    if (!command.help.empty()) text += ".PP\n" + escaped_lines(command.help) + "\n";
    text += texts_of_options(command);
    if (!command.footer.empty()) text += ".PP\n" + escaped_lines(command.footer) + "\n";
    text += texts_of_commands(its_path, command);
  }
  return text;
}

std::string upper_case(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

}  // namespace

std::string manual_page(const CommandDescription& program, const std::string& version) {
  std::string help = program.help;
  if (help.ends_with('.')) help.pop_back();  // mandb lists it beside the name
  std::string text = ".TH " + escaped(upper_case(program.name)) + " 1 \"\" \"" + escaped(version) + "\" Rensa\n";
  text += ".SH NAME\n" + escaped(program.name) + " \\- " + escaped(help) + "\n";
  text += ".SH SYNOPSIS\n" + synopsis_of(program.name, program);
  text += ".SH OPTIONS\n" + texts_of_options(program);
  if (!program.footer.empty()) text += ".PP\n" + escaped_lines(program.footer) + "\n";
  if (!program.commands.empty()) text += ".SH COMMANDS\n" + texts_of_commands(program.name, program);
  text += ".SH EXIT STATUS\n";
  for (const base::ExitCodeMeaning& exit_code : base::kExitCodes) {
    text += ".TP\n" + bold(std::to_string(exit_code.code)) + "\n" + escaped(std::string(exit_code.meaning)) + "\n";
  }
  return text;
}

}  // namespace rensa::command_line
