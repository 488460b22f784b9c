#include "clients/cli/match/game_options.h"

#include <algorithm>
#include <string_view>

#include "engine/notation/text.h"
#include "engine/rules/numbers.h"

namespace rensa::cli {

namespace {

constexpr std::string_view kOfficial = "official:";

rules::Parsed<rules::PairQueue> official_queue(std::string_view number_text, int colours) {
  const auto number = rules::parse_number<int>(number_text);
  if (!number || *number < 1 || *number > rules::PairQueue::kOfficialCount) {
    return rules::ParseError{"official queues have the numbers 1 to 65536", kOfficial.size() + 1};
  }
  return rules::PairQueue::official(*number, colours);
}

bool uses_only_first_colours(const rules::PairQueue& queue, int colours) {
  const auto* const end = rules::kColours.begin() + colours;
  const auto is_used = [end](rules::Cell cell) { return std::find(rules::kColours.begin(), end, cell) != end; };
  return std::all_of(queue.pairs().begin(), queue.pairs().end(),
                     [&](const rules::Pair& pair) { return is_used(pair.axis) && is_used(pair.child); });
}

}  // namespace

std::optional<std::uint64_t> parse_seed(const std::string& text) { return rules::parse_number<std::uint64_t>(text); }

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
  command.add_option("--jobs", jobs, help).in_range_with_default(1, kMaxJobs);
}

void add_exec_isolation_option(command_line::Command& command, std::string& exec_isolation) {
  command
      .add_option("--exec-isolation", exec_isolation,
                  "Isolate programs of players by this bubblewrap, a name in PATH or a path; none: without isolation "
                  "they can read all that you can read")
      .show_default();
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
