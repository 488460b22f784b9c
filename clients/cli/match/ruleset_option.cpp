#include "clients/cli/match/ruleset_option.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/json/ruleset_json.h"

namespace rensa::cli {

namespace {

constexpr std::uintmax_t kMaxBytes = 1U << 20;

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
  if (!std::filesystem::is_regular_file(text, ignored)) return error(text, "is no file");
  if (std::filesystem::file_size(text, ignored) > kMaxBytes) return error(text, "is too long for a ruleset");
  std::ifstream in(text, std::ios::binary);
  const std::string json{std::istreambuf_iterator<char>(in), {}};
  if (!in) return error(text, "cannot be read");
  rules::Parsed<rules::Ruleset> ruleset = json::ruleset_of_json(json);
  if (!ruleset) return error(text, ruleset.error().message);
  return ruleset;
}

}  // namespace rensa::cli
