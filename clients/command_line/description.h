#pragma once

#include <string>
#include <vector>

namespace rensa::command_line {

// The commands and options of a program, as plain data. Manual pages and completions are made of it.

struct OptionDescription {
  std::vector<std::string> names;  // such as "-h" and "--help"; of a positional argument, its only name
  std::string value;               // what it expects, such as "NUMBER from 1 to 9"; empty: it is a flag
  std::string default_value;       // empty: none is shown
  std::string help;
  std::vector<std::string> choices;  // all values that are accepted; empty: many are
  bool is_positional = false;
  bool is_required = false;
  bool is_repeated = false;
};

struct CommandDescription {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> commands;
  bool takes_options_after_commands = false;
};

}  // namespace rensa::command_line
