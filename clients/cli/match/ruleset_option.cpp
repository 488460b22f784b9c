#include "clients/cli/match/ruleset_option.h"

#include <filesystem>

#include "clients/option/text_file.h"
#include "engine/json/ruleset_json.h"

namespace rensa::cli {

namespace {

rules::ParseError error(const std::string& text, const std::string& what) {
  std::string message = text;
  return {.message = message.append(": ").append(what), .position = 0};
}

}  // namespace

rules::Parsed<rules::Ruleset> ruleset_of_option(const std::string& text) {
  if (const rules::Ruleset* published = rules::find_ruleset(text)) return *published;
  std::string published = "neither a file nor one of";
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) published.append(" ").append(ruleset.id);
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored)) return error(text, published);
  const rules::Parsed<std::string> json = option::text_of_file(text);
  if (!json) return json.error();
  rules::Parsed<rules::Ruleset> ruleset = json::ruleset_of_json(*json);
  if (!ruleset) return error(text, ruleset.error().message);
  return ruleset;
}

}  // namespace rensa::cli
