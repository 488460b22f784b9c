#include "clients/cli/match/game_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "clients/command_line/files.h"
#include "engine/json/settings_json.h"
#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

rules::ParseError option_error(const std::string& text, const std::string& what) {
  std::string message = text;
  return {.message = message.append(": ").append(what), .position = 0};
}

constexpr std::string_view kOfficial = "official:";

rules::Parsed<rules::PairQueue> official_queue(std::string_view number_text, int colours) {
  int number = 0;
  const char* const end = number_text.data() + number_text.size();
  const auto [stop, error] = std::from_chars(number_text.data(), end, number);
  if (error != std::errc() || stop != end || number < 1 || number > rules::PairQueue::kOfficialCount) {
    return rules::ParseError{"official queues have the numbers 1 to 65536", kOfficial.size() + 1};
  }
  return rules::PairQueue::official(number, colours);
}

bool uses_only_first_colours(const rules::PairQueue& queue, int colours) {
  const auto* const end = rules::kColours.begin() + colours;
  const auto is_used = [end](rules::Cell cell) { return std::find(rules::kColours.begin(), end, cell) != end; };
  return std::all_of(queue.pairs().begin(), queue.pairs().end(),
                     [&](const rules::Pair& pair) { return is_used(pair.axis) && is_used(pair.child); });
}

}  // namespace

std::optional<std::uint64_t> parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

command_line::Check seed_check() {
  const auto why_refused = [](const std::string& text) {
    return parse_seed(text) ? "" : "a seed is a number from 0 to 18446744073709551615";
  };
  return {.why_refused = why_refused, .accepted_values = "NUMBER"};
}

void add_seed_option(command_line::Command& command, std::uint64_t& seed, const std::string& help) {
  command.add_option("--seed", seed, help).check(seed_check()).show_default();
}

void add_jobs_option(command_line::Command& command, int& jobs, const std::string& help) {
  command.add_option("--jobs", jobs, help).check(command_line::in_range(1, kMaxJobs)).show_default();
}

rules::Parsed<rules::Ruleset> read_ruleset(const std::string& text) {
  if (const rules::Ruleset* published = rules::find_ruleset(text)) return *published;
  std::string published = "neither a file nor one of";
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) published.append(" ").append(ruleset.id);
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored)) return option_error(text, published);
  const rules::Parsed<std::string> json = command_line::read_text_file(text);
  if (!json) return json.error();
  rules::Parsed<rules::Ruleset> ruleset = json::ruleset_of_json(*json);
  if (!ruleset) return option_error(text, ruleset.error().message);
  return ruleset;
}

rules::Ruleset ruleset_of_option(const std::string& text) {
  const auto ruleset = read_ruleset(text);
  if (!ruleset) throw command_line::UsageError("--ruleset: " + ruleset.error().message);
  return *ruleset;
}

rules::Parsed<rules::PairQueue> parse_queue(const std::string& text, int colours) {
  if (text.starts_with(kOfficial)) return official_queue(std::string_view(text).substr(kOfficial.size()), colours);
  const bool has_digits = !text.empty() && text.front() >= '0' && text.front() <= '9';
  rules::Parsed<rules::PairQueue> queue =
      has_digits ? notation::parse_queue_digits(text) : notation::parse_queue_letters(text);
  if (queue && !uses_only_first_colours(*queue, colours)) {
    return rules::ParseError{"there is a colour in it that the ruleset does not have", 0};
  }
  return queue;
}

}  // namespace rensa::cli
