#include "clients/command_line/format_option.h"

namespace rensa::command_line {

namespace {

std::string why_format_refused(const std::string& name) {
  return base::table_format_of(name) ? "" : "there is no format " + name + "; there are text, json, csv and md";
}

}  // namespace

FormatOptions add_format_options(Command& command, FormatChoice& choice) {
  Option& format = command.add_option("--format", choice.name_, "The format of the output")
                       .check({why_format_refused, "text|json|csv|md", {"text", "json", "csv", "md"}})
                       .show_default();
  Option& json = command.add_flag("--json", choice.is_json_, "The same as --format json").excludes(format);
  return {format, json};
}

}  // namespace rensa::command_line
