#include "clients/command_line/completion.h"

#include <algorithm>

namespace rensa::command_line {

namespace {

// A command as the scripts see it: its path below the program, and the options that may follow it.
struct CommandWords {
  std::string path;  // such as "token create"; of the program itself, empty
  const CommandDescription* command;
  std::vector<OptionDescription> options;
};

void add_words(const CommandDescription& command, const std::string& path,
               const std::vector<OptionDescription>& options_of_parents, std::vector<CommandWords>& all) {
  CommandWords words{.path = path, .command = &command, .options = command.options};
  for (const OptionDescription& option : options_of_parents) {
    const bool is_hidden = std::any_of(command.options.begin(), command.options.end(),
                                       [&](const OptionDescription& own) { return own.names == option.names; });
    if (!is_hidden && !option.is_positional) words.options.push_back(option);
  }
  std::vector<OptionDescription> passed_on;
  if (command.takes_options_after_commands) passed_on = words.options;
  all.push_back(std::move(words));
  for (const CommandDescription& one : command.commands) {
    add_words(one, path.empty() ? one.name : path + " " + one.name, passed_on, all);
  }
}

std::vector<CommandWords> words_of(const CommandDescription& program) {
  std::vector<CommandWords> all;
  add_words(program, "", {}, all);
  return all;
}

// Returns the text in single quotes for a shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else {
      result += letter;
    }
  }
  return result + "'";
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string function_name(const std::string& program) {
  std::string name = "_" + program;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Returns the lines that find the called command: both shells read them alike. `first` is the index of the first word.
std::string lines_that_find_the_command(const std::vector<CommandWords>& all, const std::string& loop,
                                        const std::string& word) {
  std::string text = "  " + loop + "\n    case \"$command/" + word + "\" in\n";
  for (const CommandWords& words : all) {
    if (words.path.empty()) continue;
    const std::size_t space = words.path.rfind(' ');
    const std::string parent = space == std::string::npos ? "" : words.path.substr(0, space);
    text += "      " + quoted(parent + "/" + words.command->name) + ") command=" + quoted(words.path) + " ;;\n";
  }
  return text + "    esac\n  done\n";
}

// Returns the patterns of a `case` for the values of the options that take one. The parameter makes the line that is
// run for a list of choices, which is empty if any text is possible.
template <class MakeAction>
std::string cases_of_values(const std::vector<CommandWords>& all, const MakeAction& action) {
  std::string text;
  for (const CommandWords& words : all) {
    for (const OptionDescription& option : words.options) {
      if (option.is_positional || option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(quoted(words.path + "/" + name));
      text += "    " + joined(patterns, " | ") + ") " + action(option.choices) + " ;;\n";
    }
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandDescription& program) {
  const std::vector<CommandWords> all = words_of(program);
  const std::string name = function_name(program.name);
  std::string text = "# bash completion for " + program.name + "\n" + name + "() {\n";
  text +=
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' index\n"
      "  # The words of --option=value are three.\n"
      "  [ \"$current\" != '=' ] || current=''\n"
      "  [ \"$previous\" != '=' ] || previous=${COMP_WORDS[COMP_CWORD - 2]}\n";
  text +=
      lines_that_find_the_command(all, "for ((index = 1; index < COMP_CWORD; index++)); do", "${COMP_WORDS[index]}");
  text += "  COMPREPLY=()\n  case \"$command/$previous\" in\n";
  text += cases_of_values(all, [](const std::vector<std::string>& choices) {
    if (choices.empty()) return std::string("return");
    return "COMPREPLY=($(compgen -W " + quoted(joined(choices, " ")) + " -- \"$current\")); return";
  });
  text += "  esac\n  local words=''\n  case $command in\n";
  for (const CommandWords& words : all) {
    std::vector<std::string> names;
    for (const OptionDescription& option : words.options) {
      if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
    }
    for (const CommandDescription& one : words.command->commands) names.push_back(one.name);
    text += "    " + quoted(words.path) + ") words=" + quoted(joined(names, " ")) + " ;;\n";
  }
  text += "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n";
  return text + "complete -o bashdefault -o default -F " + name + " " + program.name + "\n";
}

std::string zsh_completion(const CommandDescription& program) {
  const std::vector<CommandWords> all = words_of(program);
  const std::string name = function_name(program.name);
  std::string text = "#compdef " + program.name + "\n" + name + "() {\n";
  text +=
      "  local command='' previous=${words[CURRENT - 1]} index\n"
      "  local -a options commands\n";
  text += lines_that_find_the_command(all, "for ((index = 2; index < CURRENT; index++)); do", "${words[index]}");
  text +=
      "  # --option=value is one word.\n"
      "  if [[ ${words[CURRENT]} == --*=* ]]; then\n"
      "    previous=${words[CURRENT]%%=*}\n"
      "    compset -P '*='\n"
      "  fi\n"
      "  case \"$command/$previous\" in\n";
  text += cases_of_values(all, [](const std::vector<std::string>& choices) {
    std::vector<std::string> words;
    for (const std::string& choice : choices) words.push_back(quoted(choice));
    return (choices.empty() ? "_files" : "compadd -- " + joined(words, " ")) + "; return";
  });
  text += "  esac\n  case $command in\n";
  // _describe separates a word from its description by a colon.
  const auto described = [](std::string word, std::string help) {
    std::replace(help.begin(), help.end(), '\n', ' ');
    for (std::size_t at = 0; (at = word.find(':', at)) != std::string::npos; at += 2) word.insert(at, "\\");
    return quoted(word + ":" + help);
  };
  for (const CommandWords& words : all) {
    std::vector<std::string> options;
    std::vector<std::string> commands;
    for (const OptionDescription& option : words.options) {
      if (option.is_positional) continue;
      for (const std::string& one : option.names) options.push_back(described(one, option.help));
    }
    for (const CommandDescription& one : words.command->commands) commands.push_back(described(one.name, one.help));
    text +=
        "    " + quoted(words.path) + ")\n      options=(\n        " + joined(options, "\n        ") + "\n      )\n";
    text += "      commands=(\n        " + joined(commands, "\n        ") + "\n      )\n      ;;\n";
  }
  text +=
      "  esac\n"
      "  if [[ ${words[CURRENT]} == -* ]]; then\n"
      "    _describe -o option options\n"
      "  elif [[ ${#commands} -gt 0 ]]; then\n"
      "    _describe command commands\n"
      "  else\n"
      "    _files\n"
      "  fi\n"
      "}\n";
  return text + name + " \"$@\"\n";
}

}  // namespace rensa::command_line
