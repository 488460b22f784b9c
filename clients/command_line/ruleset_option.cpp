#include "clients/command_line/ruleset_option.h"

#include <filesystem>
#include <system_error>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/json/settings_json.h"

namespace rensa::command_line {

namespace {

rules::ParseError ruleset_error(const std::string& text, const std::string& what) {
  std::string message = text;
  return {.message = message.append(": ").append(what), .position = 0};
}

}  // namespace

rules::Parsed<rules::Ruleset> read_ruleset(const std::string& text) {
  if (const rules::Ruleset* published = rules::find_ruleset(text)) return *published;
  std::string published = "neither a file nor one of";
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) published.append(" ").append(ruleset.id);
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored)) return ruleset_error(text, published);
  const rules::Parsed<std::string> json = read_text_file(text);
  if (!json) return json.error();
  rules::Parsed<rules::Ruleset> ruleset = json::ruleset_of_json(*json);
  if (!ruleset) return ruleset_error(text, ruleset.error().message);
  return ruleset;
}

rules::Ruleset ruleset_of_option(const std::string& text) {
  const auto ruleset = read_ruleset(text);
  if (!ruleset) throw UsageError("--ruleset: " + ruleset.error().message);
  return *ruleset;
}

}  // namespace rensa::command_line
