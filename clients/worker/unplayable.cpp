#include "clients/worker/unplayable.h"

#include <charconv>
#include <cstdint>
#include <string_view>

namespace rensa::worker {

namespace {

bool is_of(std::string_view digest, const rules::Ruleset& ruleset) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digest.data(), digest.data() + digest.size(), value, 16);
  return error == std::errc() && end == digest.data() + digest.size() && value == rules::digest(ruleset);
}

}  // namespace

std::optional<std::string> why_unplayable(const proto::MatchStart& start, const std::string& wished_ruleset) {
  const std::string& ruleset = start.terms.ruleset;
  if (rules::find_ruleset(ruleset) == nullptr) {
    return "the server began a match of " + ruleset + ", which is not known here";
  }
  if (!wished_ruleset.empty() && ruleset != wished_ruleset) {
    return "the server began a match of " + ruleset + " where one of " + wished_ruleset + " was wished for";
  }
  return std::nullopt;
}

std::optional<std::string> why_unplayable(const proto::GameStart& start, const rules::Ruleset& ruleset) {
  if (start.ruleset_digest.empty() || is_of(start.ruleset_digest, ruleset)) return std::nullopt;
  return "the server plays another " + ruleset.id + " than this program knows";
}

}  // namespace rensa::worker
