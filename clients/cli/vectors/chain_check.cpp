#include <nlohmann/json.hpp>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"

namespace rensa::cli {

Difference check_chain(const nlohmann::json& line, CheckContext& context) {
  const rules::Field start = field_at(line, "field");
  const rules::ChainResult expected{.links = int_at(line, "chains", 0, 100),
                                    .score = int_at(line, "score", 0, 100'000'000),
                                    .frames = int_at(line, "frames", 0, 100'000),
                                    .quick = flag_at(line, "quick")};
  const std::string after = digits_of(field_at(line, "after"));

  for (const rules::ChainKernel& path : context.chains) {
    rules::Field field;
    const rules::ChainResult got = path.simulate(start, field);
    Difference found = difference("chains", expected.links, got.links);
    if (!found) found = difference("score", expected.score, got.score);
    if (!found) found = difference("frames", expected.frames, got.frames);
    if (!found) found = difference("quick", expected.quick, got.quick);
    if (!found) found = difference("after", after, digits_of(field));
    if (found) return *found + " (path " + std::string(path.name) + ")";
  }
  return std::nullopt;
}

}  // namespace rensa::cli
