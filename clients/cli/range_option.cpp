#include "clients/cli/range_option.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "clients/cli/number_option.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

rules::ParseError refused(const std::string& text, const std::string& why) { return {"'" + text + "' " + why, 0}; }

}  // namespace

rules::Parsed<Range> range_of_option(const std::string& text, const RangeRule& rule) {
  const auto dots = text.find("..");
  const bool is_alone = dots == std::string::npos;
  const std::string first = text.substr(0, dots);
  const std::string last = is_alone ? first : text.substr(dots + 2);
  const Range range{.low = number_of_option(first), .high = number_of_option(last)};
  const auto is_unread = [](const std::string& part, const std::optional<double>& number) {
    return !part.empty() && !number;
  };
  if (is_unread(first, range.low) || is_unread(last, range.high) || (!range.low && !range.high)) {
    return refused(text, "is no number and no range such as 2..4");
  }
  for (const auto& number : {range.low, range.high}) {
    if (!number) continue;
    // Said so that what is no number at all ("nan") is none within either.
    if (!(*number >= rule.least && *number <= rule.most)) {
      return refused(text, base::formatted("is not within %.12g to %.12g", rule.least, rule.most));
    }
    if (rule.numbers == Numbers::whole && *number != std::floor(*number)) return refused(text, "is not whole");
  }
  if (is_alone) return Range{.low = *range.low - rule.around, .high = *range.high + rule.around};
  if (range.low && range.high && *range.low > *range.high) return refused(text, "is empty: the larger number is first");
  return range;
}

CLI::Validator range_in(const RangeRule& rule) {
  const auto why_none = [rule](const std::string& text) {
    const auto range = range_of_option(text, rule);
    return range ? std::string() : range.error().message;
  };
  return CLI::Validator(why_none, base::formatted("A..B within %.12g to %.12g", rule.least, rule.most));
}

}  // namespace rensa::cli
