#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/rules/parsed.h"

namespace CLI {
class Validator;
}

namespace rensa::cli {

// Options such as "2..4", "2..", "..4" and "2".

struct Range {
  std::optional<double> low{};  // nullopt: left open
  std::optional<double> high{};
  bool has(double value) const { return (!low || value >= *low) && (!high || value <= *high); }
};

enum class Numbers : std::uint8_t { whole, any };

// What a range may be.
struct RangeRule {
  double least = 0;
  double most = 0;
  Numbers numbers = Numbers::any;
  double around = 0;  // a number alone means all that are so near
};

// Refused: what is no range, an empty one, and what the rule does not allow.
rules::Parsed<Range> range_of_option(const std::string& text, const RangeRule& rule);

CLI::Validator range_in(const RangeRule& rule);

}  // namespace rensa::cli
