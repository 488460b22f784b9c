#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/command_line/command_line.h"
#include "engine/rules/parsed.h"

namespace rensa::cli {

// An option that takes a range such as "2..4", "2..", "..4" or "2".

struct Range {
  std::optional<double> low{};  // nullopt: no bound
  std::optional<double> high{};
  bool has(double value) const { return (!low || value >= *low) && (!high || value <= *high); }
};

enum class Numbers : std::uint8_t { whole, any };

// The allowed bounds of a range.
struct RangeRule {
  double least = 0;
  double most = 0;
  Numbers numbers = Numbers::any;
  double tolerance = 0;  // a single number means this much less to this much more
};

// Refuses an empty range and bounds that the rule does not allow.
rules::Parsed<Range> parse_range(const std::string& text, const RangeRule& rule);

command_line::Check range_in(const RangeRule& rule);

}  // namespace rensa::cli
