#include <string_view>

#include "engine/json/settings_json.h"
#include "tests/fuzz/input.h"

// The whole input is a ruleset file. An accepted ruleset can be played, comes back from its own text with
// the same digest, and does not pass for a published ruleset that it is not; a refusal gives the reason.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rensa;
  using rensa::fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const rules::Parsed<rules::Ruleset> ruleset = json::ruleset_of_json(text);
  if (!ruleset) {
    require(!ruleset.error().message.empty());
    return 0;
  }
  require(!ruleset->id.empty());
  require(!why_unplayable(*ruleset));
  const rules::Ruleset* published = rules::find_ruleset(ruleset->id);
  require(published == nullptr || *published == *ruleset);
  const rules::Parsed<rules::Ruleset> again = json::ruleset_of_json(json::json_of(*ruleset));
  require(again.ok());
  require(*again == *ruleset);
  require(digest(*again) == digest(*ruleset));
  for (const int frame : {0, 1, 5760, 1'000'000'000}) {
    const int rate = garbage_rate_at(*ruleset, frame);
    require(rate <= ruleset->garbage_rate);
    require(rate > 0 || ruleset->garbage_rate == 0);
  }
  return 0;
}
