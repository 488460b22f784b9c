#pragma once

#include <string>

#include "clients/command_line/command_line.h"
#include "server/base/table.h"

namespace rensa::command_line {

// The format in which a command prints its table.
class FormatChoice {
 public:
  explicit FormatChoice(std::string default_name = "text") : name_(std::move(default_name)) {}

  base::TableFormat wanted() const { return is_json_ ? base::TableFormat::json : *base::table_format_of(name_); }
  bool is_text() const { return wanted() == base::TableFormat::text; }
  bool is_json() const { return wanted() == base::TableFormat::json; }
  // Returns true if a table is wanted for other programs, one line for each row.
  bool is_table() const { return !is_text() && !is_json(); }

 private:
  friend struct FormatOptions;
  friend struct FormatOptions add_format_options(Command& command, FormatChoice& choice);
  std::string name_;
  bool is_json_ = false;
};

struct FormatOptions {
  Option& format;
  Option& json;
};

// Adds `--format text|json|csv|md`, and `--json` for `--format json`.
FormatOptions add_format_options(Command& command, FormatChoice& choice);

}  // namespace rensa::command_line
