#include <nlohmann/json.hpp>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "engine/rules/pair_queue.h"

namespace rensa::cli {

// A sequence passes when it can be given to a game as its pairs.
Difference check_seq(const nlohmann::json& line, CheckContext&) {
  constexpr std::size_t kDigits = 2 * rules::PairQueue::kLength;
  const std::string& digits = text_at(line, "seq");
  if (digits.size() != kDigits) throw InputError("seq: has " + std::to_string(digits.size()) + " cells and not 256");
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (!rules::is_colour(cell_of_digit(digits[i], "seq", i))) {
      return "seq: expected a colour at position " + std::to_string(i + 1) + ", got " + digits[i];
    }
  }
  return std::nullopt;
}

}  // namespace rensa::cli
