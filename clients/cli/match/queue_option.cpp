#include "clients/cli/match/queue_option.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "engine/rules/digits.h"
#include "engine/rules/queue_text.h"

namespace rensa::cli {

namespace {

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

bool uses_only(const rules::PairQueue& queue, int colours) {
  const auto* const end = rules::kColours.begin() + colours;
  const auto is_used = [end](rules::Cell cell) { return std::find(rules::kColours.begin(), end, cell) != end; };
  return std::all_of(queue.pairs().begin(), queue.pairs().end(),
                     [&](const rules::Pair& pair) { return is_used(pair.axis) && is_used(pair.child); });
}

}  // namespace

rules::Parsed<rules::PairQueue> queue_of_option(const std::string& text, int colours) {
  if (text.starts_with(kOfficial)) return official_queue(std::string_view(text).substr(kOfficial.size()), colours);
  const bool has_digits = !text.empty() && text.front() >= '0' && text.front() <= '9';
  rules::Parsed<rules::PairQueue> queue = has_digits ? rules::queue_of_digits(text) : rules::queue_of_text(text);
  if (queue && !uses_only(*queue, colours)) {
    return rules::ParseError{"there is a colour in it that the ruleset does not have", 0};
  }
  return queue;
}

}  // namespace rensa::cli
