#include "clients/bindings/wasm/shared_start.h"

#include "engine/rules/link.h"
#include "engine/rules/share_url.h"

namespace rensa::wasm {

std::variant<SharedStart, StartFlaw> start_of_url(std::string_view url) {
  const auto shared = rules::shared_of_url(url);
  if (!shared) return StartFlaw::unreadable;
  const auto field = rules::field_of(shared->field);
  if (!field) return StartFlaw::strange_cells;
  SharedStart start{.field = *field, .pairs = {}};
  rules::settle(start.field);  // what floats in a drawing falls
  for (const rules::SharedMove& move : shared->moves) {
    if (const auto* placed = std::get_if<rules::PlacedPair>(&move)) start.pairs.push_back(placed->pair);
    if (const auto* shown = std::get_if<rules::ShownPair>(&move)) start.pairs.push_back(shown->pair);
  }
  return start;
}

}  // namespace rensa::wasm
