#include "clients/cli/range_option.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "clients/command_line/command_line.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const char* const text_end = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), text_end, number);
  if (error != std::errc() || end != text_end) return std::nullopt;
  return number;
}

rules::ParseError range_error(const std::string& text, const std::string& why) { return {"'" + text + "' " + why, 0}; }

}  // namespace

rules::Parsed<Range> parse_range(const std::string& text, const RangeRule& rule) {
  const auto dots = text.find("..");
  const bool is_alone = dots == std::string::npos;
  const std::string first = text.substr(0, dots);
  const std::string last = is_alone ? first : text.substr(dots + 2);
  const Range range{.low = number_of(first), .high = number_of(last)};
  const auto is_unread = [](const std::string& part, const std::optional<double>& number) {
    return !part.empty() && !number;
  };
  if (is_unread(first, range.low) || is_unread(last, range.high) || (!range.low && !range.high)) {
    return range_error(text, "is no number and no range such as 2..4");
  }
  for (const auto& number : {range.low, range.high}) {
    if (!number) continue;
    // The condition is written so that it also refuses "nan".
    if (!(*number >= rule.least && *number <= rule.most)) {
      return range_error(text, base::formatted("is not within %.12g to %.12g", rule.least, rule.most));
    }
    if (rule.numbers == Numbers::whole && *number != std::floor(*number)) return range_error(text, "is not whole");
  }
  if (is_alone) return Range{.low = *range.low - rule.tolerance, .high = *range.high + rule.tolerance};
  if (range.low && range.high && *range.low > *range.high)
    return range_error(text, "is empty: the larger number is first");
  return range;
}

command_line::Check range_in(const RangeRule& rule) {
  const auto why_refused = [rule](const std::string& text) {
    const auto range = parse_range(text, rule);
    return range ? std::string() : range.error().message;
  };
  return {why_refused, base::formatted("A..B within %.12g to %.12g", rule.least, rule.most)};
}

}  // namespace rensa::cli
