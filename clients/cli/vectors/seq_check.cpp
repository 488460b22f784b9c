#include <nlohmann/json.hpp>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "engine/notation/text.h"

namespace rensa::cli {

// A sequence passes when a game can take it as its queue, and gives the same digits back.
Difference check_seq(const nlohmann::json& line, CheckContext&) {
  constexpr std::size_t kDigits = 2 * rules::PairQueue::kLength;
  const std::string& digits = text_at(line, "seq");
  if (digits.size() != kDigits) throw InputError("seq: has " + std::to_string(digits.size()) + " cells and not 256");
  const rules::Parsed<rules::PairQueue> queue = notation::parse_queue_digits(digits);
  if (!queue.ok()) return "seq: " + queue.error().message;
  return difference("seq", digits, *notation::digits_of(*queue));
}

}  // namespace rensa::cli
